import { Glyph } from "../shell/glyph.tsx";
import type { SignIn } from "./sign-in.ts";

type Why = Extract<SignIn, { kind: "signed-out" }>["why"];

const WORDS: Readonly<Record<Why, string>> = {
  never: "This browser is not signed in.",
  "link-used": "That link was used before or is too old. Each works once, for a short time.",
  ended: "This browser was signed out.",
  unreachable: "The daemon did not answer. Open the link again once it runs.",
};

/** All that a page without a token shows: how to get in. */
export function SignedOutView({ why }: { readonly why: Why }) {
  return (
    <main className="signed-out">
      <Glyph mark="idle" />
      <h1>maestro</h1>
      <p>{WORDS[why]}</p>
      <p>In a terminal on the machine where the daemon runs:</p>
      <pre>
        <code>maestro open</code>
      </pre>
      <p className="aside">It opens this page with a link that signs the browser in, once.</p>
    </main>
  );
}
