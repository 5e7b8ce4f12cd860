/** A screen between players who share a device: nothing of the last player is left on the page behind it. */

import { h } from "../ui/dom.js";
import { t } from "../ui/i18n.js";

/** @param {string} name whose turn it is @param {() => void} onConfirm */
export const handover = (name, onConfirm) =>
  h(
    "section",
    { class: "handover", key: "handover" },
    h("h2", null, t("hand_over", { name })),
    h("p", { class: "soft" }, t("hand_over_text", { name })),
    h("button", { class: "main", onclick: onConfirm }, t("i_am", { name })),
  );
