import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { showOverlay } from "../state/page-store.ts";

/** A dialog over the page. Escape and a click beside it close it; the focus then goes back. */
export function Dialog(props: {
  readonly title: string;
  /** The title is for those who hear it alone. */
  readonly quietTitle?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
  readonly onClose?: () => void;
  /** Keys of the dialog's own, by what they write. */
  readonly keys?: Readonly<Record<string, () => void>>;
}) {
  const { title, quietTitle = false, className = "", children } = props;
  const close = props.onClose ?? (() => showOverlay(null));
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // The browser focuses the first control; the safe choice says so of itself.
    dialog?.querySelector<HTMLElement>("[data-focus]")?.focus();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      className={`dialog ${className}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onMouseDown={(event) => {
        if (event.target === element.current) close();
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        const { ctrlKey, metaKey, altKey, key } = event;
        if (!ctrlKey && !metaKey && !altKey) props.keys?.[key]?.();
      }}
    >
      <div className="dialog-content">
        <h2 id={titleId} className={quietTitle ? "off-screen" : "dialog-title"}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}
