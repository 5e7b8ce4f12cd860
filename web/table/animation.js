/** Moves pieces from where they were in the last drawing to where they are in the new one. */

const DURATION_MS = 280;

/** Whether the visitor wants no motion. */
export const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Draw again, and move every element with `data-moves` and a key to its new place. @param {HTMLElement} board @param {() => void} redraw */
export function animateMoves(board, redraw) {
  if (prefersReducedMotion()) return redraw();
  const before = new Map(pieces(board).map((piece) => [key(piece), piece.getBoundingClientRect()]));
  redraw();
  if (before.size === 0) return;
  for (const piece of pieces(board)) {
    const [from, to] = [before.get(key(piece)), piece.getBoundingClientRect()];
    if (!from) piece.animate([{ opacity: 0 }, { opacity: 1 }], DURATION_MS);
    else if (Math.hypot(from.x - to.x, from.y - to.y) > 1) {
      const scale = scaleOf(piece);
      const offset = `${(from.x - to.x) / scale}px ${(from.y - to.y) / scale}px`;
      piece.animate([{ translate: offset }, { translate: "0px 0px" }], { duration: DURATION_MS, easing: "ease-out" });
    }
  }
}

/** @param {HTMLElement} board @returns {Element[]} */
const pieces = (board) => [...board.querySelectorAll("[data-moves][data-key]")];

/** @param {Element} piece */
const key = (piece) => piece.getAttribute("data-key");

/** Pixels of the screen in one unit of the drawing. @param {Element} piece */
function scaleOf(piece) {
  const drawing = piece instanceof SVGElement ? piece.ownerSVGElement : null;
  return drawing?.viewBox.baseVal.width ? drawing.getBoundingClientRect().width / drawing.viewBox.baseVal.width : 1;
}

/** Animate an element for a moment. @param {Element | null | undefined} piece @param {Keyframe[]} frames @param {number} [duration] */
export function flash(piece, frames, duration = DURATION_MS) {
  if (!piece || prefersReducedMotion()) return Promise.resolve();
  return piece.animate(frames, { duration, easing: "ease-out" }).finished.catch(() => {});
}
