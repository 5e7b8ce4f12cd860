/** How events are shown on the board as it was before. */

/** @import { Event, Scene } from "./types.js" */
/** @import { Handlers } from "/web/types.js" */

import { dispatch, flash } from "/web/kit.js";
import { describeEvent } from "./labels.js";

/** @param {HTMLElement} board @param {number} number */
const zokuElement = (board, number) => board.querySelector(`[data-zoku="${number}"]`);

/** @type {Handlers<Event, [board: HTMLElement], Promise<unknown> | void>} */
const ANIMATIONS = {
  landed: (_, board) =>
    Promise.all(
      [...board.querySelectorAll(".zk-thug:not(.zk-is-belly) .zk-fig")].map((one) =>
        flash(one, [{}, { transform: "translateY(-1.4em) rotate(200deg)" }, { transform: "rotate(360deg)" }], 380),
      ),
    ),
  kicked({ data }, board) {
    const kicker = zokuElement(board, data.zoku);
    const [from, to] = [kicker, zokuElement(board, data.target)].map((zoku) => zoku?.getBoundingClientRect());
    if (!from || !to) return undefined;
    const offset = `translate(${(to.x - from.x) * 0.8}px, ${(to.y - from.y) * 0.8}px)`;
    return flash(kicker, [{}, { transform: offset }, {}], 320);
  },
  quartier_claimed: ({ data }, board) =>
    flash(
      board.querySelector(`[data-key="q${data.quartier}"]`),
      [{}, { transform: "scale(1.06)", filter: "brightness(1.6)" }, { transform: "scale(.9)", opacity: 0 }],
      340,
    ),
  jailed: (_, board) =>
    flash(
      board.querySelector(".zk"),
      [{}, { boxShadow: "inset 0 0 5rem #38f" }, { boxShadow: "inset 0 0 5rem #f24" }, {}],
      400,
    ),
};

/** Animate an event; a Lieutenant of somebody else is shown as a message too. @param {Event} event @param {Scene} scene @param {HTMLElement} board */
export function animate(event, scene, board) {
  if (event.type === "lieutenant_played" && event.seat !== scene.me) scene.notify(describeEvent(event, scene));
  return Promise.resolve(dispatch(ANIMATIONS, event, board));
}
