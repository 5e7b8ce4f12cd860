/** How events are shown at the place of a player. */

/** @import { Event, Scene } from "./types.js" */

import { flash } from "/web/kit.js";

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
/** The animation of each type of event that has one. @type {{ [type: string]: Keyframe[] }} */
const FRAMES = {
  turn_skipped: SHAKE,
  asset_lost: SHAKE,
  ex_turned_up: SHAKE,
  hungover: SHAKE,
  thrown_out: SHAKE,
  hand_opened: SHAKE,
  card_laid: GLOW,
  defended: GLOW,
  called_out: GLOW,
  asset_poached: GLOW,
};

/** @param {Event} event @param {Scene} _ @param {HTMLElement} board */
export function animate(event, _, board) {
  const seat = event.type === "card_laid" ? event.data.target : event.seat;
  const frames = isAttack(event) ? SHAKE : FRAMES[event.type];
  return frames && flash(board.querySelector(`[data-seat="${seat}"]`), frames);
}

/** Whether the card of an event is an attack. @param {Event} event */
const isAttack = ({ data }) =>
  "card" in data && Boolean(/** @type {{ card?: { attack?: unknown } }} */ (data).card?.attack);
