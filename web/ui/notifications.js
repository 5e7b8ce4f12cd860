/** Short notes to the visitor, seen and heard. */

import { h, show } from "./dom.js";
import { has, t } from "./i18n.js";
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

/** What went wrong. @param {unknown} failure */
export function inWords(failure) {
  if (!(failure instanceof Refusal)) return t("lost");
  const own = `problem_${failure.code}`;
  return has(own) ? t(own) : (failure.detail ?? failure.message);
}

/** Say what went wrong. @param {unknown} failure */
export const excuse = (failure) => toast(inWords(failure));

/** Tell a screen reader what happened, without showing it again. @param {string} text */
export function tell(text) {
  const place = told();
  place.append(h("p", null, text));
  while (place.childElementCount > 6) place.firstElementChild?.remove();
}

/** Take back all that was told: the next player at this device may not know it. */
export const hush = () => show(told());

const told = () => /** @type {HTMLElement} */ (document.getElementById("told"));
