/** What may be touched now, and what is being put together. */

/** @import { Scene, State } from "./types.js" */

/** Whether stones are being turned over or put back. @param {State} state */
export const isFlipping = ({ phase }) => ["flip", "decide", "relocate"].includes(phase);

/** Whether the viewer turns over stones or puts them back. @param {Scene} scene */
export const isMyGo = ({ state, me, view }) =>
  me !== null && view.status === "active" && isFlipping(state) && state.player === me;

/** What may be touched: stones to turn over, stones to put back, squares to put them on; and the stone that is chosen. @param {Scene} scene */
export function targets(scene) {
  const { state, types, selection, legalOf } = scene;
  const turned = state.phase === "relocate" && isMyGo(scene) ? state.turned : [];
  const only = turned.length === 1 ? turned[0] : null;
  return {
    flips: new Set(legalOf("flip").map(({ square }) => square)),
    // Every stone of the go may go to every free square. So the list, even if it is cut off, names all free squares.
    lifts: new Set(types.includes("relocate") ? turned : []),
    drops: new Set(legalOf("relocate").map(({ to }) => to)),
    from: turned.find((square) => square === selection.from) ?? only ?? null,
  };
}

/** Touch a square of the map: turn its stone over, choose the stone to put back, or put it here. @param {Scene} scene @param {number} square @param {number | null} from the stone that is to be put back @param {string} chooseFirst what to say if none is chosen */
export function touchSquare({ state, selection, me, select, send, notify }, square, from, chooseFirst) {
  const relocating = state.phase === "relocate" && state.player === me;
  if (relocating && state.turned.includes(square)) return select({ from: selection.from === square ? null : square });
  if (relocating && from === null) return notify(chooseFirst);
  select({ sent: square });
  send(relocating && from !== null ? { type: "relocate", from, to: square } : { type: "flip", square });
}
