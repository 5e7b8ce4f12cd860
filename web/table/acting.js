/** Acting: what the visitor puts together, and what is sent. */

/** @import { Sitting } from "../types.js" */

import { excuse } from "../ui/notes.js";
import { Refusal } from "../ludotheque.js";

/** Change what is being put together. @param {Sitting} at @param {object} news */
export function put(at, news) {
  at.hand = { ...at.hand, ...news };
  at.draw();
}

/** @param {Sitting} at @param {any} action */
export async function send(at, action) {
  if (at.sending) return;
  at.sending = true;
  at.draw();
  const { view } = at;
  // Where several are asked at once, or somebody reacts, the newest state decides.
  const alone = view.awaiting.length === 1 && view.awaiting[0] === view.viewer && view.may_react.length === 0;
  try {
    await at.live.act(action, alone ? { ifMatch: view } : {});
    at.hand = {};
  } catch (failure) {
    if (!(failure instanceof Refusal && failure.code === "stale_version")) excuse(failure);
  }
  at.sending = false;
  at.draw();
}
