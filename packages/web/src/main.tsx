import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { signIn } from "./sign-in/sign-in.ts";
import { keepShell } from "./keep-shell.ts";
import "./style/fonts.css";
import "./style/tokens.css";
import "./style/base.css";
import "./style/shell.css";
import "./style/tree.css";
import "./style/panes.css";
import "./style/dialogs.css";
import "./style/views.css";
import "./style/phone.css";

const root = document.querySelector("#root");
if (root === null) throw new Error("the page has no root element");
createRoot(root).render(<App initial={await signIn()} />);
keepShell();
