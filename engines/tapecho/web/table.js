/** Le Tapécho: a party table, the players around it, the context in its middle, the window and the hand below. */

/** @import { Scene, Table } from "./types.js" */

import { classes, h, t } from "/web/kit.js";
import { center } from "./board.js";
import { formatSigned, suitorAt } from "./cards.js";
import { hand } from "./hand.js";
import { describeAction, describeEvent, prompt } from "./labels.js";
import { playerPlace, seatsBySide } from "./players.js";
import { scoreSheet } from "./score_sheet.js";

/** @param {Scene} scene */
function draw(scene) {
  const { games, phase, seats } = scene.state;
  return [
    h(
      "div",
      {
        class: classes("tp-table", `tp-of-${seats.length}`, seats.length % 2 === 1 && "tp-odd-seats"),
        key: "table",
      },
      seatsBySide(scene).map(([side, there]) =>
        h(
          "div",
          { class: `tp-${side}`, key: side },
          there.map((seat) => playerPlace(scene, seat)),
        ),
      ),
      center(scene),
      h("div", { class: "tp-bottom", key: "bottom" }, playerPlace(scene, scene.me ?? 0)),
    ),
    phase === "over"
      ? games > 1 && h("section", { class: "panel tp-scroll" }, h("h2", null, t("tapecho.sheet")), scoreSheet(scene))
      : hand(scene),
  ];
}

/** @type {Table} */
export const table = {
  draw,
  describeEvent,
  describeAction,
  prompt,
  loadReducer: () => import("./reducer.js"),
  loadAnimations: () => import("./animations.js"),
  seatSummary: (seat, { state }) =>
    state && h("small", null, t("points", { n: formatSigned(suitorAt(state, seat).score) })),
  scorePart: (name) => t(`tapecho.part.${name}`),
};
