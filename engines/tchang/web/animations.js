/** How events are shown on the board as it was before: a pawn walks step by step, what is turned over turns. */

/** @import { Event, Scene, Square } from "./types.js" */
/** @import { Handlers } from "/web/types.js" */

import { dispatch, flash } from "/web/kit.js";
import { translation } from "./board.js";

/** @param {HTMLElement} board @param {string} key */
const find = (board, key) => board.querySelector(`[data-key="${key}"]`);

/** A stone flies off. @param {HTMLElement} board @param {number} square */
const removeStone = (board, square) =>
  flash(find(board, `stone-${square}`), [{ opacity: 1 }, { opacity: 0, translate: "0 -30px" }], 260);

/** @type {Handlers<Event, [scene: Scene, board: HTMLElement], Promise<unknown>>} */
const ANIMATIONS = {
  moved: ({ data: { pawn, way } }, { state }, board) => {
    const squares = [state.pawns[pawn]?.square ?? 0, ...way].flatMap((id) => state.map.squares[id] ?? []);
    return walk(find(board, `pawn-${pawn}`), squares);
  },
  stone_turned: ({ data: { square } }, _, board) => removeStone(board, square),
  bitten: ({ data: { square } }, _, board) => removeStone(board, square),
  statue_turned: ({ data: { square } }, _, board) =>
    flash(find(board, `statue-${square}`), [{ scale: "1 1" }, { scale: "0 1" }], 220),
  shared: ({ data: { to } }, _, board) => flash(find(board, `tray-${to}`), [{ scale: 1.08 }, { scale: 1 }], 240),
};

/** @param {Event} event @param {Scene} scene @param {HTMLElement} board */
export const animate = (event, scene, board) => dispatch(ANIMATIONS, event, scene, board);

/** @param {Element | null} pawn @param {Square[]} squares */
async function walk(pawn, squares) {
  const [from] = squares;
  if (!from) return;
  await flash(
    pawn,
    squares.map(({ x, y }) => ({ translate: `${(x - from.x) * 100}px ${(y - from.y) * 100}px` })),
    Math.min(390, 130 * squares.length),
  );
  pawn?.setAttribute("transform", translation(squares.at(-1))); // so that it does not move a second time
}
