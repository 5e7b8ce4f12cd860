/** Short notes to the visitor, seen and heard. */

import { h, show } from "./dom.js";
import { has, t } from "./words.js";
import { Refusal } from "../ludotheque.js";

const SHOWN = 6000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Say something for a moment. @param {string} text */
export function toast(text) {
  const place = /** @type {HTMLElement} */ (document.getElementById("toast"));
  show(place, text && h("p", null, text));
  clearTimeout(timer);
  timer = setTimeout(() => show(place), SHOWN);
}

/** Say what went wrong, in words. @param {unknown} failure */
export function excuse(failure) {
  if (!(failure instanceof Refusal)) return toast(t("lost"));
  const own = `problem_${failure.code}`;
  return toast(has(own) ? t(own) : (failure.detail ?? failure.message));
}

/** Tell a screen reader what happened, without showing it again. @param {string} text */
export function tell(text) {
  const place = /** @type {HTMLElement} */ (document.getElementById("told"));
  place.append(h("p", null, text));
  while (place.childElementCount > 6) place.firstElementChild?.remove();
}
