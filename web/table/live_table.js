/** Follows the live table: shows its events one after another, and then draws its newest view. */

/** @import { ApiError } from "../api.js" */
/** @import { EventOf, LoadedTableState, TableState, ViewOf } from "../types.js" */

import { api } from "../api.js";
import { loadGameTable } from "../game_files.js";
import { h, show } from "../ui/dom.js";
import { t, withMessages } from "../ui/i18n.js";
import { announce, clearAnnouncements, showError, toast } from "../ui/notifications.js";
import * as storage from "../ui/storage.js";
import { eventQueue } from "./event_queue.js";
import { createScene } from "./scene.js";
import { dropSeat, isLoaded, nextLocalToken, seatTokens } from "./table_state.js";

/** Events of the table itself, which the page describes for every game. */
const TABLE_EVENTS = ["seat_taken", "seat_left", "game_created", "game_started", "game_finished", "game_abandoned"];

/** Follow the table with the token that is used now, and forget what was seen with another. @param {TableState} state */
export function followTable(state) {
  state.live?.close();
  clearAnnouncements();
  Object.assign(state, { view: null, log: [], selection: {}, sending: false, dismissedReactions: [], replay: null });
  const live = (state.live = api.table(state.id, { token: seatTokens(state)[state.tokenIndex]?.token }));
  /** Ignore what comes late, for a seat that is not shown any more. @template {unknown[]} Args @template Result @param {(...args: Args) => Result} listener */
  const ifShown =
    (listener) =>
    (/** @type {Args} */ ...args) =>
      state.live === live ? listener(...args) : undefined;
  const queue = eventQueue(
    ifShown((event, quick) => showEvent(state, event, quick)),
    ifShown(() => showNewestView(state)),
  );
  live.on("event", queue.addEvent);
  live.on(
    "view",
    ifShown(() => loadModules(state).then(queue.addView, showError)),
  );
  live.on(
    "state",
    ifShown(() => state.draw()),
  );
  live.on(
    "end",
    ifShown((error) => showEnd(state, error)),
  );
}

/** Load what the newest view needs, and each part only once: before a game and after it there is more than during it. @param {TableState} state */
async function loadModules(state) {
  const { engine: slug = "", status = "" } = state.live.view ?? {};
  if (!state.game) [state.game, state.engine] = await Promise.all([loadGameTable(slug), api.getEngine(slug)]);
  if (status === "open") state.lobby ??= (await withMessages(import("./lobby.js"), "table/messages")).lobby;
  if (["finished", "abandoned"].includes(status))
    state.gameOver ??= (await withMessages(import("./game_over.js"), "table/messages")).gameOver;
  const tokens = seatTokens(state);
  if (status === "active" && tokens.length > 1 && state.localSeats.length < tokens.length) {
    const views = await Promise.all(tokens.map(({ token }) => api.getGame(state.id, { token, omit: "content" })));
    state.localSeats = views.map(({ viewer }) => viewer ?? -1);
  }
}

/** Add an event to the log, announce it, and animate it on the board as it was before. @param {TableState} state @param {EventOf} event @param {boolean} quick */
function showEvent(state, event, quick) {
  const text = describeEvent(state, event);
  if (text) {
    state.log.push({ seq: event.seq, seat: event.seat, text });
    if (!quick && !(isLoaded(state) && nextLocalToken(state) >= 0)) announce(text); // not behind the hand-over screen
  }
  return quick || !isLoaded(state) || !state.view.state ? undefined : animateEvent(state, event).catch(() => {});
}

/** Animate an event, unless a newer view is drawn before the animations are loaded. @param {LoadedTableState} state @param {EventOf} event */
async function animateEvent(state, event) {
  const { view } = state;
  const animations = await state.game.loadAnimations?.();
  const board = state.host.querySelector(".board");
  if (state.view === view && board instanceof HTMLElement) await animations?.animate(event, createScene(state), board);
}

/** @param {TableState} state @param {EventOf} event */
function describeEvent(state, event) {
  const scene = createScene(/** @type {LoadedTableState} */ (state), /** @type {ViewOf} */ (state.live.view));
  const text = TABLE_EVENTS.includes(event.type)
    ? t(event.type, { name: scene.name(event.seat) })
    : state.game.describeEvent(event, scene);
  return text && event.timeout ? t("timed_out", { text }) : text;
}

/** Draw the newest view. @param {TableState} state */
function showNewestView(state) {
  const { view } = state.live;
  // What is being put together stays as long as the same actions are legal: others may react meanwhile.
  if (JSON.stringify(state.view?.legal?.actions) !== JSON.stringify(view?.legal?.actions)) state.selection = {};
  // An offer that has ended is forgotten: the same one is a new one later.
  if (!view?.legal?.actions.length) state.dismissedReactions = [];
  state.view = view;
  state.draw();
}

/** The table is over, or the service does not show it any more. @param {TableState} state @param {ApiError | null} error */
function showEnd(state, error) {
  if (!error) return state.draw();
  if (error.status === 401 && state.tokenIndex >= 0) {
    toast(t("no_longer"));
    return dropSeat(state);
  }
  const gone = error.status === 404;
  if (gone) storage.forgetTable(state.id);
  show(
    state.host,
    h("p", null, gone ? t("not_found") : error.detail),
    h("a", { class: "button", href: "/" }, t("home")),
  );
}
