/** What a game's table is drawn from: a view, what may be done, and what is being put together. */

/** @import { ActionOf, LoadedTableState, Scene, StateOf, ViewOf } from "../types.js" */

import { t } from "../ui/i18n.js";
import { toast } from "../ui/notifications.js";
import { changeSelection, sendAction } from "./send_action.js";

/**
 * @param {LoadedTableState} state @param {ViewOf} [view] the one that is drawn, or the newest
 * @param {StateOf} [gameState] the state in it, or that of a replay @returns {Scene}
 */
export function createScene(state, view = state.view, gameState = /** @type {StateOf} */ (view.state)) {
  const replaying = state.replay !== null;
  // While events are shown, the board is older than the game: what was legal then is not offered.
  const sending = state.sending || view.version !== state.live.view?.version;
  const { actions = [], types = [], truncated = false } = (!sending && !replaying && view.legal) || {};
  const legal = /** @type {ActionOf[]} */ (actions);
  return {
    view,
    state: gameState,
    legal,
    types,
    truncated,
    sending,
    selection: state.selection,
    me: replaying ? null : view.viewer,
    select: (changes) => changeSelection(state, changes),
    send: (action) => void sendAction(state, action),
    legalOf: (type) =>
      /** @type {Extract<ActionOf, { type: typeof type }>[]} */ (legal.filter((action) => action.type === type)),
    name: (seat) => (seat === null ? "" : (view.seats[seat]?.name ?? t("seat_n", { n: seat + 1 }))),
    now: () => state.live.now(),
    notify: toast,
  };
}
