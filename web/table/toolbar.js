/** The bar at the bottom: what is one tap away from the board, and above it the reactions. */

/** @import { LoadedTableState, Scene } from "../types.js" */

import { h } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { showError } from "../ui/notifications.js";
import * as storage from "../ui/storage.js";
import { openActions, openLog, openRules, openTableMenu } from "./dialogs.js";
import { reactionBar } from "./reactions.js";

/** @param {LoadedTableState} state @param {Scene} scene @param {boolean} hidden whether the hand-over screen hides the table */
export function toolbar(state, scene, hidden) {
  const { engine, game, log, view } = state;
  const leftSeat = view.status === "active" && scene.me === null ? findLeftSeat(state) : -1;
  const count = `${scene.legal.length}${scene.truncated ? "+" : ""}`;
  return h(
    "nav",
    { class: "bar", "aria-label": t("seats_and_table") },
    !hidden && reactionBar(state, scene),
    h(
      "div",
      { class: "buttons", key: "buttons" },
      view.status === "active" &&
        scene.me !== null &&
        !hidden &&
        h("button", { accesskey: "a", onclick: () => openActions(scene, game) }, t("actions_n", { n: count })),
      !hidden && h("button", { class: "narrow", onclick: () => openLog(log) }, t("log_short")),
      h("button", { onclick: () => openRules(view.engine, engine.title) }, t("rules")),
      h("button", { onclick: () => openTableMenu(state) }, t("table_short")),
      leftSeat >= 0 &&
        h(
          "button",
          { onclick: () => returnToSeat(state, leftSeat).catch(showError) },
          t("come_back", { n: leftSeat + 1 }),
        ),
    ),
  );
}

/** The seat that this browser has left, while it can still be taken again; -1 if there is none. @param {LoadedTableState} state */
const findLeftSeat = ({ id, view }) =>
  view.seats.findIndex((seat) => seat.left && seat.name === storage.loadTable(id)?.left?.name);

/** Take the seat again that was left. @param {LoadedTableState} state @param {number} seat */
async function returnToSeat(state, seat) {
  await (await import("./tokens.js")).rejoin(state.id, seat);
  state.showSeat();
}
