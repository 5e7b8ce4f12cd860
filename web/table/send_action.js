/** Acting: what the visitor puts together, and what is sent. */

/** @import { Sitting } from "../types.js" */

import { inWords, toast } from "../ui/notifications.js";
import { t } from "../ui/i18n.js";
import { Refusal } from "../ludotheque.js";

/** Change what is being put together. @param {Sitting} at @param {object} news */
export function put(at, news) {
  at.hand = { ...at.hand, ...news };
  at.draw();
}

/** @param {Sitting} at @param {any} action */
export async function send(at, action) {
  // An older view may still be drawn while the events since then are told: what is touched there is not meant for now.
  if (at.sending || at.view.version !== at.live.view?.version) return;
  at.sending = true;
  at.draw();
  const { live, view } = at;
  const failure = await tried(live, view, action).then(
    () => null,
    (thrown) => thrown,
  );
  if (at.live !== live) return; // another seat is shown by now
  at.sending = false;
  if (failure) explain(failure, view);
  else {
    at.hand = {};
    // Who has answered is not offered the rest of the same answers again, as long as there are any.
    if (live.view?.legal?.actions.length)
      at.dismissed = view.legal.actions.map((/** @type {any} */ one) => JSON.stringify(one));
  }
  at.draw();
}

/**
 * Send an action. If the table has changed, it is sent once more, as long as it is still on offer.
 * @param {Sitting["live"]} live @param {any} view @param {any} action
 */
async function tried(live, view, action) {
  // Where several are asked at once, or somebody reacts, the newest state decides.
  const alone = view.awaiting.length === 1 && view.awaiting[0] === view.viewer && view.may_react.length === 0;
  try {
    return await live.act(action, alone ? { ifMatch: view } : {});
  } catch (failure) {
    const newest = failure instanceof Refusal && failure.code === "stale_version" && (await caughtUp(live, failure));
    if (!newest || !offered(newest, action)) throw failure;
    return live.act(action, { ifMatch: newest });
  }
}

/** The view that was the newest when something was refused, as soon as it is here. @param {Sitting["live"]} live @param {Refusal} refusal */
async function caughtUp(live, { version = 0 }) {
  for await (const view of live.views()) if (view.version >= version) return view;
  return null;
}

/** Whether an action is legal in a view. Of some types not all actions are listed: then the service has to judge. @param {any} view @param {any} action */
function offered({ legal }, action) {
  const listed = legal?.actions.filter((/** @type {any} */ { type }) => type === action.type) ?? [];
  const whole = listed.length > 0 && !legal.truncated;
  return whole ? listed.some((/** @type {any} */ one) => same(one, action)) : legal?.types.includes(action.type);
}

/** @param {any} one @param {any} other @returns {boolean} */
const same = (one, other) =>
  Object(one) === one && Object(other) === other
    ? [...Object.keys(one), ...Object.keys(other)].every((key) => same(one[key], other[key]))
    : one === other;

/** Say why nothing was done; and if another was quicker, that it is no mistake of the visitor. @param {unknown} failure @param {any} view what they saw */
function explain(failure, view) {
  const changed = failure instanceof Refusal && failure.status === 409 && (failure.version ?? 0) > view.version;
  toast(changed ? t("overtaken", { text: inWords(failure) }) : inWords(failure));
}
