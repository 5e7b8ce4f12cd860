/** A table for every game that has none of its own: the state as a tree, and the legal actions as buttons. */

/** @import { GameTable, Scene } from "../../types.js" */

import { h } from "../../ui/dom.js";
import { t } from "../../ui/i18n.js";

/** A value of JSON in words. @param {unknown} value @returns {string} */
const inWords = (value) =>
  Array.isArray(value)
    ? value.map(inWords).join(", ")
    : value && typeof value === "object"
      ? Object.entries(value)
          .map(([name, one]) => `${spoken(name)} ${inWords(one)}`)
          .join(", ")
      : String(value);

/** @param {string} slug */
const spoken = (slug) => slug.replaceAll("_", " ");

/** @param {string} name @param {any} value @returns {Node} */
function branch(name, value) {
  if (!value || typeof value !== "object") return h("div", null, `${spoken(name)}: `, h("b", null, inWords(value)));
  const inner = Object.entries(value);
  if (inner.every(([, one]) => !one || typeof one !== "object"))
    return h("div", null, `${spoken(name)}: `, h("b", null, inWords(value) || "–"));
  return h(
    "details",
    { open: true },
    h("summary", null, spoken(name)),
    inner.map(([key, one]) => branch(key, one)),
  );
}

/** @type {GameTable} */
export const table = {
  draw: (scene) => [
    h(
      "section",
      { class: "panel tree", "aria-label": t("state_tree") },
      Object.entries(scene.state).map(([name, value]) => branch(name, value)),
    ),
    scene.legal.length > 0 &&
      h(
        "div",
        { class: "choices" },
        scene.legal.map((action) =>
          h("button", { "data-legal": "", onclick: () => scene.send(action) }, table.label(action, scene)),
        ),
      ),
  ],
  tell: (event, scene) => [scene.name(event.seat), spoken(event.type), inWords(event.data)].filter(Boolean).join(" "),
  label: ({ type, ...rest }) => [spoken(type), inWords(rest)].filter(Boolean).join(": "),
};
