/** Short messages to the visitor: on the screen, and for screen readers. */

import { ApiError } from "../api.js";
import { h, show } from "./dom.js";
import { hasMessage, t } from "./i18n.js";

const TOAST_MS = 6000;
/** How many announcements stay in the page for a screen reader. */
const MOST_ANNOUNCEMENTS = 6;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Show a message for some seconds. @param {string} text */
export function toast(text) {
  const place = /** @type {HTMLElement} */ (document.getElementById("toast"));
  show(place, text && h("p", null, text));
  clearTimeout(timer);
  timer = setTimeout(() => show(place), TOAST_MS);
}

/** What went wrong, in words. @param {unknown} error */
export function errorText(error) {
  if (!(error instanceof ApiError)) return t("lost");
  const key = `problem_${error.code}`;
  return hasMessage(key) ? t(key) : (error.detail ?? error.message);
}

/** Show what went wrong. @param {unknown} error */
export const showError = (error) => toast(errorText(error));

/** Have a screen reader say what happened, without showing it again. @param {string} text */
export function announce(text) {
  const place = announcements();
  place.append(h("p", null, text));
  while (place.childElementCount > MOST_ANNOUNCEMENTS) place.firstElementChild?.remove();
}

/** Remove all announcements: the next player at this device may not know them. */
export const clearAnnouncements = () => show(announcements());

const announcements = () => /** @type {HTMLElement} */ (document.getElementById("announcements"));
