/** A screen between players who share a device: nothing of the last player is left on the page behind it. */

import { h } from "../ui/dom.js";
import { t } from "../ui/i18n.js";

/** @param {string} name whose turn it is @param {() => void} open */
export const curtain = (name, open) =>
  h(
    "section",
    { class: "curtain", key: "curtain" },
    h("h2", null, t("hand_over", { name })),
    h("p", { class: "soft" }, t("hand_over_text", { name })),
    h("button", { class: "main", onclick: open }, t("i_am", { name })),
  );
