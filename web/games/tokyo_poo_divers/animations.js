/** What an event looks like while it happens, on the table as it was before. */

/** @import { Scene } from "../../types.js" */

import { h } from "../../ui/dom.js";
import { flash, still } from "../../table/animation.js";
import { heap, small } from "./icons.js";

const TIME = 340;
const MOST = 6;

/** @param {any} event @param {Scene} scene @param {HTMLElement} board @returns {Promise<unknown> | void} */
export function play({ type, seat, data }, scene, board) {
  const lid = data?.cell && board.querySelector(`[data-key="cover-${data.cell.join("-")}"] .tpd-lid`);
  if (type === "cover_opened")
    return Promise.all([lifted(lid), ...(data.star ?? []).map((/** @type {number[]} */ cell) => counted(board, cell))]);
  if (type === "peeked")
    return flash(
      lid,
      [{ transform: "none" }, { transform: "translate(18px, -22px) rotate(14deg)" }, { transform: "none" }],
      TIME,
    );
  if (type === "paid") return paid(board, seat, data, scene.state.purses[seat]);
}

/** The lid slides off. @param {Element | null} lid */
const lifted = (lid) =>
  flash(
    lid,
    [
      { transform: "none", opacity: 1 },
      { transform: "translate(70px, -30px) rotate(80deg)", opacity: 0 },
    ],
    TIME,
  );

/** A find in line beats once. @param {HTMLElement} board @param {number[]} cell */
const counted = (board, cell) =>
  flash(
    board.querySelector(`[data-key="cover-${cell.join("-")}"] .tpd-face`),
    [{ transform: "none" }, { transform: "scale(1.35)" }, { transform: "none" }],
    TIME,
  );

/** Pieces fly from the bank to the diver's plate. @param {HTMLElement} board @param {number} seat @param {any} now @param {any} before */
function paid(board, seat, now, before) {
  const from = board.querySelector(".tpd-shelf")?.getBoundingClientRect();
  const to = document.querySelector(`[data-key="plate-${seat}"]`)?.getBoundingClientRect();
  if (!from || !to || !before || still()) return;
  const kinds = /** @type {const} */ (["golden", "brown"]).flatMap((kind) =>
    Array(Math.max(0, now[kind] - before[kind])).fill(kind),
  );
  return Promise.all(kinds.slice(0, MOST).map((kind, n) => flown(board, small(heap(kind)), from, to, n)));
}

/** @param {HTMLElement} board @param {Element} piece @param {DOMRect} from @param {DOMRect} to @param {number} n */
function flown(board, piece, from, to, n) {
  const [x, y] = [from.x + from.width * (0.2 + 0.12 * n), from.y];
  const flying = h(
    "span",
    { class: "tpd-flying", "aria-hidden": "true", style: { left: `${x}px`, top: `${y}px` } },
    piece,
  );
  board.append(flying);
  const far = `translate(${to.x + to.width / 2 - x}px, ${to.y + to.height / 2 - y}px)`;
  return flash(
    flying,
    [{ transform: "none" }, { transform: far, opacity: 1, offset: 0.9 }, { transform: far, opacity: 0 }],
    TIME - (20 * (MOST - n)) / 2,
  ).then(() => flying.remove());
}
