/** A small bar for who may act, though nobody waits for them. */

/** @import { Scene, Sitting } from "../types.js" */

import { h } from "../ui/dom.js";
import { t } from "../ui/words.js";
import { asked } from "./banner.js";
import { actions } from "./panels.js";

/** @param {Sitting} at @param {Scene} now */
export const reaction = (at, now) =>
  !asked(now) &&
  now.legal.length > 0 &&
  at.dismissed !== at.view.version &&
  h(
    "div",
    { class: "react", role: "status", key: "react" },
    h("span", null, t("you_may_react")),
    h(
      "span",
      { class: "row" },
      h("button", { onclick: () => void actions(now, at.game) }, t("all_actions")),
      h(
        "button",
        { class: "quiet", "aria-label": t("close"), onclick: () => ((at.dismissed = at.view.version), at.draw()) },
        "✕",
      ),
    ),
  );
