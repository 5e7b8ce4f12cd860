/** What a game's table is drawn from: the newest view, what may be done, and what is being put together. */

/** @import { Scene } from "../types.js" */

import { toast } from "../ui/notes.js";
import { t } from "../ui/words.js";

/**
 * @param {any} view @param {any} state the state in it, or that of a replay
 * @param {{ sending: boolean, hand: object, replaying: boolean, put: (news: object) => void, send: (action: any) => void, now: () => number }} how
 * @returns {Scene}
 */
export function scene(view, state, { sending, hand, replaying, put, send, now }) {
  const legal = sending || replaying ? [] : (view.legal?.actions ?? []);
  return {
    view,
    state,
    legal,
    hand,
    sending,
    put,
    send,
    now,
    me: replaying ? null : view.viewer,
    types: sending || replaying ? [] : (view.legal?.types ?? []),
    truncated: view.legal?.truncated ?? false,
    can: (type) => legal.filter((/** @type {any} */ action) => action.type === type),
    name: (seat) => (seat === null ? "" : (view.seats[seat]?.name ?? t("seat_n", { n: seat + 1 }))),
    note: toast,
  };
}
