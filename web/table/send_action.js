/** What the visitor puts together, and how it is sent. */

/** @import { ActionOf, LoadedTableState, TableState, ViewOf } from "../types.js" */

import { api, ApiError } from "../api.js";
import { t } from "../ui/i18n.js";
import { errorText, toast } from "../ui/notifications.js";

/** @typedef {ReturnType<typeof api.table>} LiveTable */

/** Change what is being put together. @param {TableState} state @param {object} changes */
export function changeSelection(state, changes) {
  state.selection = { ...state.selection, ...changes };
  state.draw();
}

/** Send an action, and show why if it fails. @param {LoadedTableState} state @param {ActionOf} action */
export async function sendAction(state, action) {
  // An older view may still be drawn while the events since then are shown: what is touched there is not meant for now.
  if (state.sending || state.view.version !== state.live.view?.version) return;
  state.sending = true;
  state.draw();
  const { live, view } = state;
  const error = await sendWithRetry(live, view, action).then(
    () => null,
    (thrown) => thrown,
  );
  if (state.live !== live) return; // another seat is shown by now
  state.sending = false;
  if (error) explain(error, view);
  else afterSuccess(state, view);
  state.draw();
}

/** Nothing is selected any more; who has reacted is not offered the rest of the same reactions again. @param {TableState} state @param {ViewOf} view the one that was acted on */
function afterSuccess(state, view) {
  state.selection = {};
  if (state.live.view?.legal?.actions.length)
    state.dismissedReactions = view.legal?.actions.map((action) => JSON.stringify(action)) ?? [];
}

/**
 * Send an action. If the table has changed, it is sent once more, as long as it is still legal.
 * @param {LiveTable} live @param {ViewOf} view @param {ActionOf} action
 */
async function sendWithRetry(live, view, action) {
  // Where several have to act at once, or somebody may react, the newest state decides.
  const alone = view.awaiting.length === 1 && view.awaiting[0] === view.viewer && view.may_react.length === 0;
  try {
    return await live.act(action, { ifMatch: alone ? view : null });
  } catch (error) {
    const newest = error instanceof ApiError && error.code === "stale_version" && (await viewAfter(live, error));
    if (!newest || !isOffered(newest, action)) throw error;
    return live.act(action, { ifMatch: newest });
  }
}

/** The view that made an action stale, as soon as it is here. @param {LiveTable} live @param {ApiError} error */
async function viewAfter(live, { version = 0 }) {
  for await (const view of live.views()) if (view.version >= version) return view;
  return null;
}

/** Whether an action is legal in a view. Of some types not all actions are listed: then the service has to decide. @param {ViewOf} view @param {ActionOf} action */
export function isOffered({ legal }, action) {
  if (!legal) return false;
  const actions = /** @type {ActionOf[]} */ (legal.actions).filter(({ type }) => type === action.type);
  const complete = actions.length > 0 && !legal.truncated;
  if (complete) return actions.some((one) => isEqual(one, action));
  return /** @type {string[]} */ (legal.types).includes(action.type);
}

/** @typedef {{ [key: string]: unknown }} Json */

/** Whether two JSON values are equal. @param {unknown} one @param {unknown} other @returns {boolean} */
export function isEqual(one, other) {
  if (Object(one) !== one || Object(other) !== other) return one === other;
  const [left, right] = [/** @type {Json} */ (one), /** @type {Json} */ (other)];
  return [...Object.keys(left), ...Object.keys(right)].every((key) => isEqual(left[key], right[key]));
}

/** Show why nothing was done; and if another was quicker, that it is no mistake of the visitor. @param {unknown} error @param {ViewOf} view what they saw */
function explain(error, view) {
  const changed = error instanceof ApiError && error.status === 409 && (error.version ?? 0) > view.version;
  toast(changed ? t("overtaken", { text: errorText(error) }) : errorText(error));
}
