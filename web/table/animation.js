/** How pieces travel: from where they were in the last drawing to where they are in the new one. */

const TIME = 280;

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Draw anew, and let every element with `data-moves` and a key travel. @param {HTMLElement} board @param {() => void} redraw */
export function travelling(board, redraw) {
  if (still()) return redraw();
  const before = new Map(pieces(board).map((piece) => [key(piece), piece.getBoundingClientRect()]));
  redraw();
  if (before.size === 0) return;
  for (const piece of pieces(board)) {
    const [from, to] = [before.get(key(piece)), piece.getBoundingClientRect()];
    if (!from) piece.animate([{ opacity: 0 }, { opacity: 1 }], TIME);
    else if (Math.hypot(from.x - to.x, from.y - to.y) > 1) {
      const scale = scaleOf(piece);
      const far = `${(from.x - to.x) / scale}px ${(from.y - to.y) / scale}px`;
      piece.animate([{ translate: far }, { translate: "0px 0px" }], { duration: TIME, easing: "ease-out" });
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

/** Show for a moment that something happened to an element. @param {Element | null | undefined} piece @param {Keyframe[]} frames @param {number} [time] */
export function flash(piece, frames, time = TIME) {
  return piece && !still()
    ? piece.animate(frames, { duration: time, easing: "ease-out" }).finished.catch(() => {})
    : Promise.resolve();
}
