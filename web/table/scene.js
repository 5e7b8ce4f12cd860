/** What a game's table is drawn from: a view, what may be done, and what is being put together. */

/** @import { Scene, Sitting } from "../types.js" */

import { toast } from "../ui/notifications.js";
import { t } from "../ui/i18n.js";
import { put, send } from "./send_action.js";

/** @param {Sitting} at @param {any} [view] the one that is drawn, or the newest @param {any} [state] the state in it, or that of a replay @returns {Scene} */
export function scene(at, view = at.view, state = view.state) {
  const replaying = at.replay !== null;
  // While events are told, the table is older than the game: what was legal then is not offered.
  const sending = at.sending || view.version !== at.live.view?.version;
  const { actions = [], types = [], truncated = false } = (!sending && !replaying && view.legal) || {};
  return {
    view,
    state,
    legal: actions,
    types,
    truncated,
    sending,
    hand: at.hand,
    me: replaying ? null : view.viewer,
    put: (news) => put(at, news),
    send: (action) => void send(at, action),
    can: (type) => actions.filter((/** @type {any} */ action) => action.type === type),
    name: (seat) => (seat === null ? "" : (view.seats[seat]?.name ?? t("seat_n", { n: seat + 1 }))),
    now: () => at.live.now(),
    note: toast,
  };
}
