/** All legal actions as buttons: for keyboards, screen readers, and whatever a board does not offer. */

/** @import { GameTable, Scene } from "../types.js" */

import { dialog } from "../ui/dialog.js";
import { h } from "../ui/dom.js";
import { t } from "../ui/i18n.js";

const MOST_ACTIONS = 200;

/** Every legal action as a button. @param {Scene} scene @param {GameTable} game */
export function openActions(scene, game) {
  return dialog(t("all_actions"), (close) => [
    scene.legal.length === 0 && scene.types.length === 0 ? h("p", null, t("no_actions")) : "",
    h(
      "div",
      { class: "choices" },
      scene.legal
        .slice(0, MOST_ACTIONS)
        .map((action) =>
          h("button", { onclick: () => (close(), scene.send(action)) }, game.describeAction(action, scene)),
        ),
    ),
    scene.truncated || scene.legal.length > MOST_ACTIONS ? h("p", { class: "soft" }, t("more_actions")) : "",
  ]);
}
