/**
 * Elements, and how a new drawing takes the place of an old one.
 *
 * A page draws itself completely whenever something changes. `patch` then changes only what is different. An element
 * with a `key` stays the same element wherever it moves, so that it keeps the focus and can be animated.
 *
 * @typedef {Node | string | number | false | null | undefined} Child
 * @typedef {Child | Child[] | Child[][]} Children
 * @typedef {{ handle(event: Event): unknown }["handle"]} Handler also for a function that takes only some kind of event
 * @typedef {{ [handler: `on${string}`]: Handler | null | undefined, [name: string]: unknown }} Attributes
 */

const SVG = "http://www.w3.org/2000/svg";
/** The handlers that elements of the page have; one that is not here would stay as it was first drawn. */
const HANDLERS = ["onclick", "oninput", "onchange", "onsubmit", "onkeydown", "onpointerdown", "ontouchstart"];
const PROPERTIES = ["value", "checked", "selected"]; // what the visitor changes is no attribute
const UNPATCHED = ["open"]; // only the visitor opens and closes

/** Set the attributes of a new element, and append its children. @template {Element} Target @param {Target} element @param {Attributes | null} attributes @param {Children[]} children */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith("on")) Object.assign(element, { [name.toLowerCase()]: withoutResult(value) });
    else if (name === "key") element.setAttribute("data-key", String(value));
    else if (name === "style" && element instanceof HTMLElement) setStyles(element, /** @type {object} */ (value));
    else if (PROPERTIES.includes(name) && name in element && element.namespaceURI !== SVG)
      Object.assign(element, { [name]: value ?? "" });
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  const flat = /** @type {Child[]} */ (children.flat(2));
  element.append(
    ...flat
      .filter((child) => child !== false && child !== null && child !== undefined)
      .map((child) => (child instanceof Node ? child : String(child))),
  );
  return element;
}

/** A handler that returns nothing: `false` would stop the browser, so that Tab or a link does nothing. @param {unknown} handler */
const withoutResult = (handler) =>
  typeof handler === "function" ? (/** @type {Event} */ event) => void handler(event) : null;

/** Custom properties and styles, set as the Content-Security-Policy allows it. @param {HTMLElement} element @param {object} styles */
function setStyles(element, styles) {
  for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, String(value));
}

/**
 * An HTML element. `on…` is a handler, `key` its identity, `style` an object.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Attributes | null} [attributes] @param {Children[]} children @returns {HTMLElementTagNameMap[Tag]}
 */
export const h = (tag, attributes = null, ...children) => fill(document.createElement(tag), attributes, children);

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag @param {Attributes | null} [attributes] @param {Children[]} children @returns {SVGElementTagNameMap[Tag]}
 */
export const s = (tag, attributes = null, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

/** What is seen, and the text that a screen reader says in its place. @param {string} text @param {Children[]} seen */
export const withSpokenText = (text, ...seen) => [
  h("span", { class: "unseen" }, text),
  h("span", { class: "seen", "aria-hidden": "true" }, ...seen),
];

/** Make the children of an element look like these. @param {Element} host @param {Children[]} fresh */
export function show(host, ...fresh) {
  patchChildren(host, fill(document.createElement(host.localName), null, fresh));
}

/** Make an element look like another of its kind. @param {Element} old @param {Element} fresh */
function patch(old, fresh) {
  for (const { name } of [...old.attributes])
    if (!fresh.hasAttribute(name) && !UNPATCHED.includes(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes)
    if (old.getAttribute(name) !== value && !UNPATCHED.includes(name)) setAttribute(old, name, value);
  const [before, after] = [properties(old), properties(fresh)];
  for (const name of HANDLERS) if (before[name] !== after[name]) before[name] = after[name] ?? null;
  if (old !== document.activeElement) {
    for (const name of PROPERTIES)
      if (name in before && old.namespaceURI !== SVG && before[name] !== after[name]) before[name] = after[name];
  }
  patchChildren(old, fresh);
}

/** The handlers and properties of an element, by name. @param {Element} element */
const properties = (element) => /** @type {{ [name: string]: unknown }} */ (/** @type {unknown} */ (element));

/** Set an attribute; styles in a way that the Content-Security-Policy allows. @param {Element} old @param {string} name @param {string} value */
function setAttribute(old, name, value) {
  if (name === "style" && (old instanceof HTMLElement || old instanceof SVGElement)) old.style.cssText = value;
  else old.setAttribute(name, value);
}

/** Reuse the children that are alike, insert those that are new, and remove the rest. @param {Element} old @param {Element} fresh */
function patchChildren(old, fresh) {
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

/** The form control that an event comes from. @param {Event} event */
export const inputOf = (event) => /** @type {HTMLInputElement} */ (event.target);

/** The select that an event comes from. @param {Event} event */
export const selectOf = (event) => /** @type {HTMLSelectElement} */ (event.target);

/** Class names without those that do not apply. @param {(string | false | null | undefined)[]} names */
export const classes = (...names) => names.filter(Boolean).join(" ");
