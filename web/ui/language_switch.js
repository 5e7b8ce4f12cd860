/** The switch between languages. */

import { h } from "./dom.js";
import { LANGUAGES, language, t } from "./i18n.js";
import * as storage from "./storage.js";

/** A button for each language. The page loads again in the chosen one. */
export const languageSwitch = () =>
  h(
    "div",
    { class: "row", role: "group", "aria-label": t("language") },
    Object.entries(LANGUAGES).map(([code, name]) =>
      h(
        "button",
        { class: "quiet", lang: code, "aria-pressed": String(code === language), onclick: () => switchTo(code) },
        name,
      ),
    ),
  );

/** @param {string} code */
function switchTo(code) {
  storage.saveLanguage(code);
  location.reload();
}
