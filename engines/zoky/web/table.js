/** Zoky: the wards of Tokyo at night, and the gangs that fight over them. */

/** @import { Scene, Table } from "./types.js" */

import { h, t } from "/web/kit.js";
import { dayStatus, quartiers } from "./board.js";
import { street } from "./fight.js";
import { hand } from "./hand.js";
import { holdings, seatSummary } from "./holdings.js";
import { describeAction, describeEvent, latestText, prompt } from "./labels.js";

/** @param {Scene} scene */
function draw(scene) {
  const { turn, fight, latest } = scene.state;
  return h(
    "div",
    { class: "zk", key: "zoky" },
    dayStatus(scene),
    turn && latest && h("p", { class: "zk-latest" }, latestText(scene)),
    fight && street(scene, fight),
    quartiers(scene),
    holdings(scene),
    hand(scene),
  );
}

/** @type {Table} */
export const table = {
  draw,
  describeEvent,
  describeAction,
  prompt,
  seatSummary,
  loadReducer: () => import("./reducer.js"),
  loadAnimations: () => import("./animations.js"),
  scorePart: (name) => t(`zoky.part.${name}`),
  isReaction: () => false, // a Lieutenant that may be played now is lit in the hand
};
