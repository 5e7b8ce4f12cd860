/** What touching a place means, and what is aimed at or sent. */

/** @import { Action, Cell, Scene } from "./types.js" */

import { directionTo } from "./rules.js";

/** Whether two actions are the same. @param {Action | null | undefined} one @param {Action | null | undefined} other */
export const isSameAction = (one, other) =>
  one?.type === other?.type &&
  directionOf(one) === directionOf(other) &&
  cellOf(one) === cellOf(other) &&
  winnerOf(one) === winnerOf(other);

/** @param {Action | null | undefined} action */
const directionOf = (action) => (action && "direction" in action ? (action.direction ?? null) : null);

/** @param {Action | null | undefined} action */
const cellOf = (action) => String(action && "cell" in action ? action.cell : undefined);

/** @param {Action | null | undefined} action */
const winnerOf = (action) => (action && "winner" in action ? (action.winner ?? null) : null);

/** What touching a place would do now, legal or not. @param {Scene} scene @param {Cell} cell @returns {Action} */
export function actionAt({ state, me, view }, cell) {
  const [mine, from] = [view.awaiting.includes(me ?? -1), state.last_find];
  if (mine && state.phase === "peek") return { type: "peek", cell };
  const direction = mine && state.phase === "decide" && from ? directionTo(from, cell) : undefined;
  if (!direction) return { type: "dive", cell };
  return direction === state.diver?.facing ? { type: "risk" } : { type: "risk", direction };
}

/** Whether an action is legal now. @param {Scene} scene @param {Action} action */
export const isLegal = ({ legal }, action) => legal.some((one) => isSameAction(one, action));

/** Take an action, and show which it is until the response is there. @param {Scene} scene @param {Action} action */
export function send(scene, action) {
  scene.select({ sent: action });
  scene.send(action);
}

/** Whether an action waits for its response. @param {Scene} scene @param {Action} action */
export const isPending = ({ sending, selection }, action) => sending && isSameAction(selection.sent, action);

/** Touch a place: a small one is aimed at first, and opened by the second touch. @param {Scene} scene @param {Action} action @param {boolean} small */
export function touch(scene, action, small) {
  if (small && isLegal(scene, action) && !isSameAction(scene.selection.aim, action)) scene.select({ aim: action });
  else send(scene, action);
}
