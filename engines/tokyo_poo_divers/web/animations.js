/** How events are shown on the board as it was before. */

/** @import { Cell, Event, Purse, Scene } from "./types.js" */
/** @import { Handlers } from "/web/types.js" */

import { dispatch, flash, h, prefersReducedMotion } from "/web/kit.js";
import { heap, inline } from "./icons.js";

const DURATION_MS = 340;
const MOST_PIECES = 6;

/** @type {Handlers<Event, [scene: Scene, board: HTMLElement], Promise<unknown> | void>} */
const ANIMATIONS = {
  cover_opened: ({ data: { cell, star } }, _, board) =>
    Promise.all([slideOff(lidAt(board, cell)), ...star.map((counted) => pulse(board, counted))]),
  peeked: ({ data: { cell } }, _, board) =>
    flash(
      lidAt(board, cell),
      [{ transform: "none" }, { transform: "translate(18px, -22px) rotate(14deg)" }, { transform: "none" }],
      DURATION_MS,
    ),
  paid: ({ seat, data }, { state }, board) => payOut(board, seat, data, state.purses[seat ?? -1]),
};

/** @param {Event} event @param {Scene} scene @param {HTMLElement} board */
export const animate = (event, scene, board) => dispatch(ANIMATIONS, event, scene, board);

/** @param {HTMLElement} board @param {Cell} cell */
const lidAt = (board, cell) => board.querySelector(`[data-key="cover-${cell.join("-")}"] .tpd-lid`);

/** The lid slides off. @param {Element | null} lid */
const slideOff = (lid) =>
  flash(
    lid,
    [
      { transform: "none", opacity: 1 },
      { transform: "translate(70px, -30px) rotate(80deg)", opacity: 0 },
    ],
    DURATION_MS,
  );

/** A find in line beats once. @param {HTMLElement} board @param {Cell} cell */
const pulse = (board, cell) =>
  flash(
    board.querySelector(`[data-key="cover-${cell.join("-")}"] .tpd-face`),
    [{ transform: "none" }, { transform: "scale(1.35)" }, { transform: "none" }],
    DURATION_MS,
  );

/** Pieces move from the bank to the diver's seat. @param {HTMLElement} board @param {number | null} seat @param {Purse} now @param {Purse | undefined} before */
function payOut(board, seat, now, before) {
  const from = board.querySelector(".tpd-shelf")?.getBoundingClientRect();
  const to = document.querySelector(`[data-key="seat-${seat}"]`)?.getBoundingClientRect();
  if (!from || !to || !before || prefersReducedMotion()) return;
  const kinds = /** @type {const} */ (["golden", "brown"]).flatMap((kind) =>
    Array(Math.max(0, now[kind] - before[kind])).fill(kind),
  );
  return Promise.all(kinds.slice(0, MOST_PIECES).map((kind, n) => moveTo(board, inline(heap(kind)), from, to, n)));
}

/** @param {HTMLElement} board @param {Element} piece @param {DOMRect} from @param {DOMRect} to @param {number} n */
function moveTo(board, piece, from, to, n) {
  const [x, y] = [from.x + from.width * (0.2 + 0.12 * n), from.y];
  const element = h(
    "span",
    { class: "tpd-flying", "aria-hidden": "true", style: { left: `${x}px`, top: `${y}px` } },
    piece,
  );
  board.append(element);
  const offset = `translate(${to.x + to.width / 2 - x}px, ${to.y + to.height / 2 - y}px)`;
  return flash(
    element,
    [{ transform: "none" }, { transform: offset, opacity: 1, offset: 0.9 }, { transform: offset, opacity: 0 }],
    DURATION_MS - (20 * (MOST_PIECES - n)) / 2,
  ).then(() => element.remove());
}
