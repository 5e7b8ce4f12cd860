/** The switch between languages. */

import { h } from "./dom.js";
import * as memory from "./storage.js";
import { LANGUAGES, language, t } from "./i18n.js";

/** A button for each language. The page comes back as it was, in the other one. */
export const languages = () =>
  h(
    "div",
    { class: "row", role: "group", "aria-label": t("language") },
    Object.entries(LANGUAGES).map(([code, name]) =>
      h(
        "button",
        { class: "quiet", lang: code, "aria-pressed": String(code === language), onclick: () => choose(code) },
        name,
      ),
    ),
  );

/** @param {string} code */
function choose(code) {
  memory.speak(code);
  location.reload();
}
