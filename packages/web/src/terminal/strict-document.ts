/**
 * xterm.js writes `<style>` elements and `style` attributes, which the page's policy forbids. It
 * takes another document in place of the real one; this one makes elements that say the same
 * through the style sheet objects that the policy leaves to scripts.
 */
export function strictDocument(): Document {
  return new Proxy(document, {
    get(target, key) {
      if (key === "createElement") return createElement;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  });
}

/**
 * Runs something synchronous in which even the real document makes such elements: one part of
 * xterm.js 6.0 takes the real one whatever it was given.
 */
export function withStrictElements(act: () => void): void {
  Object.defineProperty(document, "createElement", { value: createElement, configurable: true });
  try {
    act();
  } finally {
    Reflect.deleteProperty(document, "createElement");
  }
}

function createElement(tag: string): HTMLElement {
  if (tag === "style") return styleStandIn();
  const element = Document.prototype.createElement.call(document, tag);
  element.setAttribute = (name, value) => {
    if (name === "style") element.style.cssText = value;
    else Element.prototype.setAttribute.call(element, name, value);
  };
  return element;
}

function styleStandIn(): HTMLElement {
  const element = Document.prototype.createElement.call(document, "span");
  element.hidden = true;
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  Object.defineProperty(element, "textContent", {
    get: () => "",
    set(text: string) {
      sheet.replaceSync(text);
    },
  });
  element.remove = () => {
    const at = document.adoptedStyleSheets.indexOf(sheet);
    if (at !== -1) document.adoptedStyleSheets.splice(at, 1);
    Element.prototype.remove.call(element);
  };
  return element;
}
