/**
 * Elements, and how a new drawing takes the place of an old one.
 *
 * A page draws itself anew, whole, whenever something changes. `patch` then changes only what is different. An element
 * with a `key` stays the same element wherever it moves, so that it keeps the focus and can travel to its new place.
 *
 * @typedef {Node | string | number | false | null | undefined} Child
 * @typedef {Child | Child[] | Child[][]} Children
 * @typedef {{ [name: string]: unknown }} Given
 */

const SVG = "http://www.w3.org/2000/svg";
/** The handlers that elements of the page have; one that is not here would stay as it was first drawn. */
const HANDLERS = ["onclick", "oninput", "onchange", "onsubmit", "onkeydown", "onpointerdown", "ontouchstart"];
const LIVE = ["value", "checked", "selected"]; // what the visitor changes is no attribute
const THEIRS = ["open"]; // what stays as it is: only the visitor opens and closes

/** @param {Element} made @param {Given | null} given @param {Children[]} children */
function filled(made, given, children) {
  for (const [name, value] of Object.entries(given ?? {})) {
    if (name.startsWith("on")) Object.assign(made, { [name.toLowerCase()]: heard(value) });
    else if (name === "key") made.setAttribute("data-key", String(value));
    else if (name === "style" && made instanceof HTMLElement) styled(made, /** @type {Given} */ (value));
    else if (LIVE.includes(name) && name in made && made.namespaceURI !== SVG)
      Object.assign(made, { [name]: value ?? "" });
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, String(value));
  }
  const flat = /** @type {Child[]} */ (children.flat(2));
  made.append(
    ...flat
      .filter((child) => child !== false && child !== null && child !== undefined)
      .map((child) => (child instanceof Node ? child : String(child))),
  );
  return made;
}

/** A handler whose answer means nothing: `false` would stop the browser, so that Tab or a link does nothing. @param {unknown} handler */
const heard = (handler) => (typeof handler === "function" ? (/** @type {Event} */ event) => void handler(event) : null);

/** Custom properties and styles, set as the Content-Security-Policy allows it. @param {HTMLElement} made @param {Given} styles */
function styled(made, styles) {
  for (const [name, value] of Object.entries(styles)) made.style.setProperty(name, String(value));
}

/**
 * An HTML element. `on…` is a handler, `key` its identity, `style` an object.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Given | null} [given] @param {Children[]} children @returns {HTMLElementTagNameMap[Tag]}
 */
export const h = (tag, given = null, ...children) =>
  /** @type {any} */ (filled(document.createElement(tag), given, children));

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag @param {Given | null} [given] @param {Children[]} children @returns {SVGElementTagNameMap[Tag]}
 */
export const s = (tag, given = null, ...children) =>
  /** @type {any} */ (filled(document.createElementNS(SVG, tag), given, children));

/** What is seen, and the words that a screen reader says in its place. @param {string} words @param {Children[]} seen */
export const spoken = (words, ...seen) => [
  h("span", { class: "unseen" }, words),
  h("span", { class: "seen", "aria-hidden": "true" }, ...seen),
];

/** Make what is in an element look like these. @param {Element} host @param {Children[]} fresh */
export function show(host, ...fresh) {
  const wanted = filled(document.createElement(host.localName), null, fresh);
  children(host, wanted);
}

/** Make an element look like another of its kind. @param {Element} old @param {Element} fresh */
function patch(old, fresh) {
  for (const { name } of [...old.attributes])
    if (!fresh.hasAttribute(name) && !THEIRS.includes(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes)
    if (old.getAttribute(name) !== value && !THEIRS.includes(name)) put(old, name, value);
  const [before, after] = /** @type {[any, any]} */ ([old, fresh]);
  for (const name of HANDLERS) if (before[name] !== after[name]) before[name] = after[name] ?? null;
  if (old !== document.activeElement) {
    for (const name of LIVE)
      if (name in before && old.namespaceURI !== SVG && before[name] !== after[name]) before[name] = after[name];
  }
  children(old, fresh);
}

/** Set an attribute; styles in a way that the Content-Security-Policy allows. @param {Element} old @param {string} name @param {string} value */
function put(old, name, value) {
  if (name === "style" && (old instanceof HTMLElement || old instanceof SVGElement)) old.style.cssText = value;
  else old.setAttribute(name, value);
}

/** @param {Element} old @param {Element} fresh */
function children(old, fresh) {
  /** @type {Map<string, Element>} */
  const keyed = new Map();
  for (const child of old.children)
    if (child instanceof Element && child.hasAttribute("data-key")) keyed.set(keyOf(child), child);
  let place = old.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    const known = wanted instanceof Element ? keyed.get(keyOf(wanted)) : undefined;
    const same = (known?.nodeName === wanted.nodeName ? known : null) ?? (place && alike(place, wanted) ? place : null);
    if (!same) {
      old.insertBefore(wanted, place);
      continue;
    }
    if (same === place) place = place.nextSibling;
    else old.insertBefore(same, place);
    if (same instanceof Element) patch(same, /** @type {Element} */ (wanted));
    else if (same.nodeValue !== wanted.nodeValue) same.nodeValue = wanted.nodeValue;
  }
  while (place) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
}

/** @param {Element} element */
const keyOf = (element) => element.getAttribute("data-key") ?? "";

/** @param {Node} one @param {Node} other */
const alike = (one, other) =>
  one.nodeType === other.nodeType &&
  one.nodeName === other.nodeName &&
  (!(one instanceof Element) || keyOf(one) === keyOf(/** @type {Element} */ (other)));
