/** Le Tapécho: a party table, the players around it, the context in its middle, the window and my hand below. */

/** @import { GameTable } from "../../types.js" */
/** @import { Scene } from "./types.js" */

import { h } from "../../ui/dom.js";
import { t } from "../../ui/i18n.js";
import { flash } from "../../table/animation.js";
import { at, signed } from "./cards.js";
import { planned } from "./selection.js";
import { middle, scoreSheet } from "./board.js";
import { mine } from "./hand.js";
import { around, place } from "./players.js";
import { label, tell } from "./labels.js";
import { waiting } from "./window.js";

/** @param {Scene} scene */
function draw(scene) {
  const { games, phase, seats } = scene.state;
  return [
    h(
      "div",
      { class: `tp-table tp-of-${seats.length} ${seats.length % 2 ? "tp-odd-seats" : ""}`, key: "table" },
      around(scene).map(([side, there]) =>
        h(
          "div",
          { class: `tp-${side}`, key: side },
          there.map((seat) => place(scene, seat)),
        ),
      ),
      middle(scene),
      h("div", { class: "tp-bottom", key: "bottom" }, place(scene, scene.me ?? 0)),
    ),
    phase === "over"
      ? games > 1 && h("section", { class: "panel tp-scroll" }, h("h2", null, t("tapecho.sheet")), scoreSheet(scene))
      : mine(scene),
  ];
}

/** What I am asked to do now. @param {Scene} scene */
function prompt(scene) {
  const {
    state: { phase, window: open },
    me,
  } = scene;
  const { lays, card, target } = planned(scene);
  if (phase === "keep") return t("tapecho.keep_one");
  if (card !== null) return t(target === null ? "tapecho.choose_target" : "tapecho.choose_prize");
  if (lays.length > 0)
    return t(lays.length === 1 && lays[0]?.type !== "asset" ? "tapecho.ready_for_two" : "tapecho.ready");
  if (open && (open.held_up || open.next_player !== me)) return t("tapecho.react");
  if (open) return waiting(scene) > 0 ? t("tapecho.wait", { n: waiting(scene) }) : t("tapecho.closes_window");
  return t("tapecho.choose_card");
}

const SHAKE = [
  { translate: "0" },
  { translate: "-5px" },
  { translate: "5px" },
  { translate: "-3px" },
  { translate: "0" },
];
const GLOW = [
  { boxShadow: "0 0 0 0 var(--seat)" },
  { boxShadow: "0 0 0 .5rem var(--seat)" },
  { boxShadow: "0 0 0 0 transparent" },
];
/** Events that show at the place of their player. */
const SUFFERED = ["turn_skipped", "asset_lost", "ex_turned_up", "hungover", "thrown_out", "hand_opened"];
const DONE = ["defended", "called_out", "asset_poached"];

/** @param {any} event @param {Scene} scene @param {HTMLElement} board */
function play({ type, seat, data }, scene, board) {
  const laid = type === "card_laid";
  const frames = SUFFERED.includes(type) || data.card?.attack ? SHAKE : laid || DONE.includes(type) ? GLOW : null;
  return frames ? flash(board.querySelector(`[data-seat="${laid ? data.target : seat}"]`), frames) : undefined;
}

/** @type {GameTable} */
export const table = {
  draw,
  tell,
  label,
  prompt,
  play,
  ear: () => import("./reducer.js"),
  plate: (seat, { state }) => state && h("small", null, t("points", { n: signed(at(state, seat).score) })),
  part: (name) => t(`tapecho.part.${name}`),
};
