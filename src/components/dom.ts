// Builds HTML and SVG elements from a tag, attributes and children. It never parses markup: every string becomes a text
// node, because most of them come out of a repository.

/** What may stand inside an element; null, undefined and false draw nothing. */
export type Child = Node | string | number | null | undefined | false | readonly Child[];

/** Attributes by name; null, undefined and false leave one out, true writes it empty, `on…` takes a listener. */
type Attributes = Readonly<Record<string, string | number | boolean | null | undefined | Listener>>;

type Listener = (event: never) => void;

/** A phrase in which the greppable words are marked: strings are prose, `code` is set in mono. */
export type Phrase = readonly (string | { readonly code: string })[];

/** An HTML element. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function s<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/** The nodes of a phrase. */
export function prose(phrase: Phrase): readonly Child[] {
  return phrase.map((part) => (typeof part === "string" ? part : h("code", {}, breakable(part.code))));
}

/** A sentence of an extract as a phrase: what stands between backticks is greppable. */
export function ticked(text: string): Phrase {
  const parts = text.split("`");
  // An odd number of backticks is somebody's text and no markup.
  return parts.length % 2 === 0 ? [text] : parts.map((part, i) => (i % 2 === 1 ? { code: part } : part));
}

/** A phrase as plain text, for titles and labels. */
export function plain(phrase: Phrase): string {
  return phrase.map((part) => (typeof part === "string" ? part : part.code)).join("");
}

/** An identifier that may break after `_`, `.`, `/` and `:`, and nowhere else. */
export function breakable(text: string): readonly Child[] {
  return text.split(/(?<=[_./:])(?=[^_./:])/).flatMap((part, i) => (i === 0 ? [part] : [h("wbr"), part]));
}

function fill<E extends Element>(element: E, attributes: Attributes, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

function append(element: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (isList(child)) append(element, child);
    else element.append(child instanceof Node ? child : String(child));
  }
}

function isList(child: Child): child is readonly Child[] {
  return Array.isArray(child);
}
