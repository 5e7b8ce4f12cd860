/** A table for every game that has none of its own: the state as a tree, and the legal actions as buttons. */

/** @import { GameTable } from "/web/types.js" */

import { h, t } from "/web/kit.js";

/** A JSON value in words. @param {unknown} value @returns {string} */
export function formatValue(value) {
  if (Array.isArray(value)) return value.map(formatValue).join(", ");
  if (!value || typeof value !== "object") return String(value);
  return Object.entries(value)
    .map(([name, one]) => `${readable(name)} ${formatValue(one)}`)
    .join(", ");
}

/** @param {string} slug */
const readable = (slug) => slug.replaceAll("_", " ");

/** A branch of the tree. @param {string} name @param {unknown} value @returns {Node} */
function branch(name, value) {
  if (!value || typeof value !== "object")
    return h("div", null, `${readable(name)}: `, h("b", null, formatValue(value)));
  const inner = Object.entries(value);
  if (inner.every(([, one]) => !one || typeof one !== "object"))
    return h("div", null, `${readable(name)}: `, h("b", null, formatValue(value) || "–"));
  return h(
    "details",
    { open: true },
    h("summary", null, readable(name)),
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
          h("button", { "data-legal": "", onclick: () => scene.send(action) }, table.describeAction(action, scene)),
        ),
      ),
  ],
  describeEvent: (event, scene) =>
    [scene.name(event.seat), readable(event.type), formatValue(event.data)].filter(Boolean).join(" "),
  describeAction: ({ type, ...rest }) => [readable(type), formatValue(rest)].filter(Boolean).join(": "),
};
