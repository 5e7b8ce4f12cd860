/** How events are shown on the board as it was before. What eyes can follow is announced too, but not written down. */

/** @import { Event, Scene } from "./types.js" */
/** @import { Handlers } from "/web/types.js" */

import { announce, dispatch, flash, t } from "/web/kit.js";
import { placeText } from "./labels.js";

/** @type {Handlers<Event, [scene: Scene, board: HTMLElement], Promise<unknown>>} */
const ANIMATIONS = {
  thrown: (_, __, board) =>
    Promise.all(
      [...board.querySelectorAll(".df-hand")].map((hand) =>
        flash(
          hand,
          [0, -9, 0, -9, 0].map((y) => ({ translate: `0px ${y}px` })),
          380,
        ),
      ),
    ),
  stone_flipped: ({ data: { square } }, { state }, board) => {
    announce(t("dragon_fights.told_where", { place: placeText(state, square) }));
    return flash(stoneOn(board, square), [{ scale: "1 1" }, { scale: "0 1.1" }], 170);
  },
  stone_relocated: ({ data: { from, to } }, { state }, board) => {
    announce(t("dragon_fights.told_from_to", { from: placeText(state, from), to: placeText(state, to) }));
    return moveTo(stoneOn(board, from), board.querySelector(`[data-key="df-square-${to}"]`), 380);
  },
  stones_taken: ({ data: { squares }, seat }, _, board) =>
    Promise.all(
      squares.map((square) =>
        moveTo(stoneOn(board, square), board.querySelector(`[data-key="df-dragon-${seat}"]`), 350),
      ),
    ),
};

/** @param {Event} event @param {Scene} scene @param {HTMLElement} board */
export const animate = (event, scene, board) => dispatch(ANIMATIONS, event, scene, board);

/** @param {HTMLElement} board @param {number} square */
const stoneOn = (board, square) => board.querySelector(`[data-key="df-stone-${square}"]`);

/** Move a stone from where it lies to another element. @param {Element | null} piece @param {Element | null} goal @param {number} duration */
function moveTo(piece, goal, duration) {
  const drawing = piece instanceof SVGElement ? piece.ownerSVGElement : null;
  if (!piece || !goal || !drawing) return Promise.resolve();
  piece.parentElement?.parentElement?.append(piece.parentElement); // over all others
  const [from, to] = [piece.getBoundingClientRect(), goal.getBoundingClientRect()];
  const scale = drawing.getBoundingClientRect().width / drawing.viewBox.baseVal.width;
  const offset = [to.x + to.width / 2 - from.x - from.width / 2, to.y + to.height / 2 - from.y - from.height / 2].map(
    (length) => `${length / scale}px`,
  );
  return flash(piece, [{ translate: "0px 0px" }, { translate: offset.join(" ") }], duration);
}
