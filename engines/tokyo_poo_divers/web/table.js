/** The table of Tokyo Poo Divers: a street at night from above. */

/** @import { Scene, State, Table } from "./types.js" */

import { classes, h } from "/web/kit.js";
import { street } from "./board.js";
import { bank, buttons, contest, purseIcons, stake } from "./hand.js";
import { describeAction, describeEvent, prompt, purseText, text } from "./labels.js";

/** The columns from which on there is no room beside the street. */
const WIDE = 12;

/** @param {Scene} scene */
const draw = (scene) =>
  h(
    "div",
    { class: "tpd" },
    h(
      "div",
      { class: classes("tpd-table", (scene.state.board[0]?.length ?? 0) > WIDE && "tpd-flat") },
      h("div", { class: "tpd-ground" }, street(scene)),
      h("div", { class: "tpd-dock" }, buttons(scene), contest(scene), stake(scene), bank(scene)),
    ),
  );

/** Points and pieces of a seat. @param {State["purses"][number] | undefined} purse */
const purseSummary = (purse) =>
  purse &&
  h(
    "p",
    { class: "tpd-plate", role: "img", "aria-label": text("plate", { n: purse.points, what: purseText(purse) }) },
    h("b", null, purse.points),
    purseIcons(purse),
  );

/** @type {Table} */
export const table = {
  draw,
  describeEvent,
  describeAction,
  prompt,
  seatSummary: (seat, { state }) => state && purseSummary(state.purses[seat]),
  scorePart: (name) => text(`part_${name}`),
  loadReducer: () => import("./reducer.js"),
  loadAnimations: () => import("./animations.js"),
  loadDeal: () => import("./deal.js"),
};
