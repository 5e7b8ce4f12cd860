/** Following the live table: its events are told one after another, and then its newest view is drawn. */

/** @import { Sitting } from "../types.js" */

import { api } from "../main.js";
import { tableOf } from "../games/index.js";
import { h, show } from "../ui/dom.js";
import * as memory from "../ui/storage.js";
import { excuse, hush, tell, toast } from "../ui/notifications.js";
import { has, t } from "../ui/i18n.js";
import { queue } from "./event_queue.js";
import { scene } from "./scene.js";
import { held, nextHere, stand } from "./table_state.js";

/** Events of the table itself, which the page tells for every game. */
const OWN = ["seat_taken", "seat_left", "game_created", "game_started", "game_finished", "game_abandoned"];

/** Follow the table with the token that is used now, and forget what was seen with another. @param {Sitting} at */
export function follow(at) {
  at.live?.close();
  hush();
  Object.assign(at, { view: null, lines: [], hand: {}, sending: false, dismissed: [], replay: null });
  const mine = (at.live = api.table(at.id, { token: held(at)[at.shown]?.token }));
  /** What comes late, for a seat that is not shown any more, is not heard. @template {any[]} News @param {(...news: News) => any} hear */
  const heard =
    (hear) =>
    (/** @type {News} */ ...news) =>
      at.live === mine ? hear(...news) : undefined;
  const events = queue(
    heard((event, quick) => told(at, event, quick)),
    heard(() => settle(at)),
  );
  mine.on("event", events.event);
  mine.on(
    "view",
    heard(() => prepare(at).then(events.view, excuse)),
  );
  mine.on(
    "state",
    heard(() => at.draw()),
  );
  mine.on(
    "end",
    heard((refusal) => ended(at, refusal)),
  );
}

/** Load what the newest view needs, and each part only once: before a game and after it there is more than during it. @param {Sitting} at */
async function prepare(at) {
  const { engine: slug = "", status = "" } = at.live.view ?? {};
  if (!at.game) [at.game, at.engine] = await Promise.all([tableOf(slug), api.getEngine(slug)]);
  if (status === "open") at.lobby ??= (await import("./lobby.js")).lobby;
  if (["finished", "abandoned"].includes(status)) at.finish ??= (await import("./game_over.js")).finish;
  const tokens = held(at);
  if (status === "active" && tokens.length > 1 && at.seats.length < tokens.length) {
    const views = await Promise.all(tokens.map(({ token }) => api.getGame(at.id, { token, omit: "content" })));
    at.seats = views.map(({ viewer }) => viewer ?? -1);
  }
}

/** Tell one event in words, and show it on the board as it was before. @param {Sitting} at @param {any} event @param {boolean} quick */
function told(at, event, quick) {
  const text = inWords(at, event);
  if (text) {
    at.lines.push({ seq: event.seq, seat: event.seat, text });
    if (!quick && !(at.view && nextHere(at) >= 0)) tell(text); // not behind the curtain
  }
  const board = at.host.querySelector(".board");
  if (quick || !at.view?.state || !(board instanceof HTMLElement)) return undefined;
  return at.game.play?.(event, scene(at), board);
}

/** @param {Sitting} at @param {any} event */
function inWords(at, event) {
  const now = scene(at, at.live.view);
  const text = OWN.includes(event.type) ? t(event.type, { name: now.name(event.seat) }) : at.game.tell(event, now);
  return text && event.timeout ? t("timed_out", { text }) : text;
}

/** Draw the newest view. @param {Sitting} at */
function settle(at) {
  const { view } = at.live;
  // What is being put together stays as long as the same may be done: others may react meanwhile.
  if (JSON.stringify(at.view?.legal?.actions) !== JSON.stringify(view?.legal?.actions)) at.hand = {};
  // An offer that has ended is forgotten: the same one is a new one later.
  if (!view?.legal?.actions.length) at.dismissed = [];
  at.view = view;
  at.draw();
}

/** The table is over, or the service shows it no more. @param {Sitting} at @param {import("../ludotheque.js").Refusal | null} refusal */
function ended(at, refusal) {
  if (!refusal) return at.draw();
  if (refusal.status === 401 && at.shown >= 0) {
    toast(t("no_longer"));
    return stand(at);
  }
  const gone = refusal.status === 404;
  if (gone) memory.forget(at.id);
  show(
    at.host,
    h("p", null, gone ? t("not_found") : refusal.detail),
    h("a", { class: "button", href: "/" }, t("home")),
  );
}
