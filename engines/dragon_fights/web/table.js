/** The table of Dragon Fights: the dragons face to face, and the tomb with its stones. */

/** @import { Scene, Table } from "./types.js" */

import { h } from "/web/kit.js";
import { tomb } from "./board.js";
import { dragonCards, takenStones, tally } from "./dragons.js";
import { hand } from "./hand.js";
import { describeAction, describeEvent, prompt, scorePart } from "./labels.js";

/** @param {Scene} scene */
const draw = (scene) =>
  h(
    "div",
    { class: "df" },
    h(
      "div",
      { class: "df-table" },
      dragonCards(scene),
      h("div", { class: "df-tomb" }, tally(scene), tomb(scene)),
      hand(scene),
      takenStones(scene),
    ),
  );

/** @type {Table} */
export const table = {
  draw,
  prompt,
  describeAction,
  describeEvent,
  scorePart,
  loadReducer: () => import("./reducer.js"),
  loadAnimations: () => import("./animations.js"),
};
