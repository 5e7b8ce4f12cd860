/** `/table/<id>`: the table, for players and spectators alike. */

/** @import { GameTable, Page } from "../types.js" */

import { api, go } from "../main.js";
import { tableOf } from "../games/index.js";
import { confirmed, dialog } from "../ui/dialog.js";
import { h, show } from "../ui/dom.js";
import * as memory from "../ui/memory.js";
import { excuse, tell, toast } from "../ui/notes.js";
import { has, t } from "../ui/words.js";
import { Refusal } from "../ludotheque.js";
import { asked, banner, herald } from "../table/banner.js";
import { curtain } from "../table/curtain.js";
import { finish } from "../table/finish.js";
import { lobby } from "../table/lobby.js";
import { travelling } from "../table/motion.js";
import { joined } from "../table/opened.js";
import { languages } from "../ui/languages.js";
import { actions, invite, log, rules } from "../table/panels.js";
import { plates } from "../table/plates.js";
import { queue } from "../table/queue.js";
import { replayed } from "../table/replay.js";
import { scene } from "../table/scene.js";

const LOOK_AROUND = 30_000;

/** @type {Page} */
export function page(host, id) {
  /** The table that is followed, for one seat at a time. @type {import("../ludotheque.js").Table} */
  let live;
  /** Which of the tokens that this browser holds is used; -1: none, a spectator. */
  let shown = memory.table(id)?.held.length ? 0 : -1;
  /** The seat of each of these tokens, where there are several. @type {number[]} */
  let seats = [];
  /** @type {GameTable | null} */
  let game = null;
  /** @type {any} */
  let engine = null;
  /** The view that is drawn; older than the newest while events are told. @type {any} */
  let view = null;
  /** @type {{ seq: number, seat: number | null, text: string }[]} */
  let lines = [];
  let hand = {};
  let sending = false;
  let dismissed = 0;
  /** @type {{ step: number, states: any[] } | null} */
  let replay = null;

  const held = () => memory.table(id)?.held ?? [];

  /** Follow the table with the token that is used now. */
  function connect() {
    live?.close();
    [view, lines, hand, replay] = [null, [], {}, null];
    const mine = api.table(id, { token: held()[shown]?.token });
    const events = queue(told, settle);
    live = mine;
    mine.on("event", (event) => live === mine && events.event(event));
    mine.on("view", () => live === mine && void prepare().then(events.view));
    mine.on("state", () => live === mine && draw());
    mine.on("end", (refusal) => live === mine && ended(refusal));
  }

  /** Load what this game needs, once. */
  async function prepare() {
    const slug = live.view?.engine ?? "";
    if (!game) [game, engine] = await Promise.all([tableOf(slug), api.showEngine(slug)]);
    if (live.view?.status === "active" && held().length > 1 && seats.length < held().length) {
      const views = await Promise.all(held().map(({ token }) => api.showGame(id, { token, omit: "content" })));
      seats = views.map(({ viewer }) => viewer ?? -1);
    }
  }

  /** Tell one event in words, and show it on the board. @param {any} event @param {boolean} quick */
  function told(event, quick) {
    const now = drawnFrom(live.view);
    const words =
      has(event.type) && !event.type.startsWith("turn") ? t(event.type, { name: now.name(event.seat) }) : "";
    const own = ["seat_taken", "seat_left", "game_created", "game_started", "game_finished", "game_abandoned"].includes(
      event.type,
    );
    const text = own ? words : (game?.tell(event, now) ?? "");
    if (text) {
      const line = event.timeout ? t("timed_out", { text }) : text;
      lines.push({ seq: event.seq, seat: event.seat, text: line });
      if (!quick) tell(line);
    }
    const board = host.querySelector(".board");
    return quick || !view?.state || !(board instanceof HTMLElement)
      ? undefined
      : (game?.play?.(event, drawnFrom(view), board) ?? undefined);
  }

  /** Draw the newest view. */
  function settle() {
    // What is being put together stays as long as the same may be done: others may react meanwhile.
    if (JSON.stringify(view?.legal?.actions) !== JSON.stringify(live.view?.legal?.actions)) hand = {};
    view = live.view;
    draw();
  }

  /** @param {any} from @param {any} [state] */
  const drawnFrom = (from, state = from.state) =>
    // While events are told, the table is older than the game: what was legal then is not offered.
    scene(from, state, {
      sending: sending || from.version !== live.view?.version,
      hand,
      replaying: replay !== null,
      put,
      send: (action) => void send(action),
      now: () => live.now(),
    });

  /** @param {object} news */
  function put(news) {
    hand = { ...hand, ...news };
    draw();
  }

  /** @param {any} action */
  async function send(action) {
    if (sending) return;
    sending = true;
    draw();
    // Where several are asked at once, or somebody reacts, the newest state decides.
    const alone = view.awaiting.length === 1 && view.awaiting[0] === view.viewer && view.may_react.length === 0;
    try {
      await live.act(action, alone ? { ifMatch: view } : {});
      hand = {};
    } catch (failure) {
      if (!(failure instanceof Refusal && failure.code === "stale_version")) excuse(failure);
    }
    sending = false;
    draw();
  }

  /** @param {Refusal | null} refusal */
  function ended(refusal) {
    if (refusal?.status === 401 && shown >= 0) {
      toast(t("no_longer"));
      memory.keep(id, { held: held().filter((_, number) => number !== shown) });
      shown = held().length - 1;
      connect();
    } else if (refusal) {
      if (refusal.status === 404) memory.forget(id);
      show(
        host,
        h("p", null, refusal.status === 404 ? t("not_found") : refusal.detail),
        h("a", { class: "button", href: "/" }, t("home")),
      );
    } else draw();
  }

  /** Whether the host has set up a rematch; nobody tells, as a finished game has no events any more. */
  async function askForRematch() {
    if (document.hidden || view?.status !== "finished" || view.next_game) return;
    const { next_game: next } = await api.showGame(id, { omit: "content" });
    if (!next || !view) return;
    view = { ...view, next_game: next };
    draw();
  }

  /** The next seat of this device that is asked, if the one that is shown is not. */
  function nextHere() {
    if (view.status !== "active" || seats.length < 2 || view.awaiting.includes(view.viewer)) return -1;
    return seats.findIndex((seat, number) => number !== shown && view.awaiting.includes(seat));
  }

  function draw() {
    if (!view || !game)
      return show(host, h("p", { class: "soft" }, t(live.state === "waiting" ? "waiting" : "loading")));
    const other = nextHere();
    const state = replay ? replay.states[replay.step] : view.state;
    const now = drawnFrom(view, state);
    host.className = "at-table";
    herald(now, engine.title);
    const behind = other >= 0;
    const redraw = () =>
      show(
        host,
        h(
          "div",
          { class: "column", key: "column", "data-version": view.version },
          h("header", { class: "top" }, h("h1", null, engine.title), h("a", { class: "button", href: "/" }, t("home"))),
          !behind && plates(now, /** @type {GameTable} */ (game)),
          banner(now, /** @type {GameTable} */ (game)),
          h("p", { class: "quiet-line", role: "status" }, quietLine(now)),
          !behind && lastLine(),
          behind
            ? curtain(now.name(seats[other] ?? null), () => ((shown = other), connect()))
            : h(
                "div",
                { class: "board", key: "board", tabindex: "-1" },
                view.status === "open" && lobby(view, engine.title, () => ((shown = held().length - 1), connect())),
                ["finished", "abandoned"].includes(view.status) &&
                  finish(now, /** @type {GameTable} */ (game), {
                    ending: engine.endings[view.outcome?.reason] ?? "",
                    step: replay?.step ?? null,
                    steps: steps(),
                    seek: (step) => void seek(step).catch(excuse),
                  }),
                state && game?.draw(now),
              ),
          !behind && reaction(now),
          bar(now, behind),
        ),
        !behind &&
          h(
            "aside",
            { class: "side stack", tabindex: "0", "aria-label": t("log") },
            h("h2", null, t("log")),
            log(lines),
          ),
      );
    const board = host.querySelector(".board");
    if (board instanceof HTMLElement) travelling(board, redraw);
    else redraw();
  }

  /** @param {import("../types.js").Scene} now */
  const quietLine = (now) =>
    live.state === "connecting" || live.state === "waiting"
      ? t(live.state)
      : sending
        ? t("sending")
        : now.view.viewer === null && view.status === "active"
          ? t("watching")
          : "";

  /** What happened last, where there is no room for the log. */
  const lastLine = () => h("p", { class: "last-line narrow" }, lines.at(-1)?.text ?? "");

  /** A small bar for who may act, though nobody waits for them. @param {import("../types.js").Scene} now */
  const reaction = (now) =>
    !asked(now) &&
    now.legal.length > 0 &&
    dismissed !== view.version &&
    h(
      "div",
      { class: "react", role: "status", key: "react" },
      h("span", null, t("you_may_react")),
      h(
        "span",
        { class: "row" },
        h("button", { onclick: () => void actions(now, /** @type {GameTable} */ (game)) }, t("all_actions")),
        h(
          "button",
          { class: "quiet", "aria-label": t("close"), onclick: () => ((dismissed = view.version), draw()) },
          "✕",
        ),
      ),
    );

  /** @param {import("../types.js").Scene} now @param {boolean} behind */
  const bar = (now, behind) =>
    h(
      "nav",
      { class: "bar", "aria-label": t("seats_and_table") },
      view.status === "active" &&
        now.me !== null &&
        !behind &&
        h(
          "button",
          { accesskey: "a", onclick: () => void actions(now, /** @type {GameTable} */ (game)) },
          t("actions_n", { n: `${now.legal.length}${now.truncated ? "+" : ""}` }),
        ),
      !behind && h("button", { class: "narrow", onclick: () => void openLog() }, t("log_short")),
      h("button", { onclick: () => rules(view.engine, engine.title).catch(excuse) }, t("rules")),
      h("button", { onclick: () => void affairs(now) }, t("table_short")),
      view.status === "active" &&
        now.me === null &&
        left() >= 0 &&
        h("button", { onclick: () => void back(left()) }, t("come_back", { n: left() + 1 })),
    );

  const openLog = () => dialog(t("log"), () => [log(lines)]);

  /** What concerns the table itself: inviting, leaving, taking it away. @param {import("../types.js").Scene} now */
  const affairs = (now) =>
    dialog(t("seats_and_table"), (close) => [
      h(
        "div",
        { class: "choices" },
        h("button", { onclick: () => (close(), void invite(engine.title)) }, t("share")),
        ["open", "active"].includes(view.status) &&
          now.me !== null &&
          h("button", { onclick: () => (close(), void leave()) }, t("leave")),
        memory.table(id)?.host && h("button", { onclick: () => (close(), void remove()) }, t("delete")),
      ),
      languages(),
    ]);

  async function remove() {
    if (!(await confirmed(t("delete_title"), t("delete_text"), t("delete")))) return;
    try {
      await api.deleteGame(id, { token: memory.table(id)?.host });
      if (view.status !== "active") (memory.forget(id), go("/"));
    } catch (failure) {
      excuse(failure);
    }
  }

  /** The seat that this browser has left, while it can still be taken again. */
  const left = () =>
    view.seats.findIndex((/** @type {any} */ seat) => seat.left && seat.name === memory.table(id)?.left?.name);

  async function leave() {
    if (!(await confirmed(t("leave_title"), t(view.status === "open" ? "leave_open_text" : "leave_text"), t("leave"))))
      return;
    const gone = held()[shown];
    try {
      await api.leaveSeat(id, view.viewer, { token: gone?.token });
    } catch (failure) {
      return excuse(failure);
    }
    memory.keep(id, { held: held().filter((_, number) => number !== shown), left: gone });
    shown = held().length - 1;
    connect();
  }

  /** @param {number} seat */
  async function back(seat) {
    const gone = memory.table(id)?.left;
    try {
      joined(await api.takeSeat(id, { name: gone?.name ?? "", seat }, { token: gone?.token }));
    } catch (failure) {
      return excuse(failure);
    }
    shown = held().length - 1;
    connect();
  }

  const steps = () =>
    game?.ear && view.status !== "open" && view.state
      ? live.events.filter(({ version }, number) => version !== live.events[number + 1]?.version).length - 1
      : 0;

  /** @param {number | null} step */
  async function seek(step) {
    const ear = step !== null && (await game?.ear?.());
    replay = ear
      ? { states: replay?.states ?? replayed(ear, live.events, view), step: /** @type {number} */ (step) }
      : null;
    if (replay) replay.step = Math.min(replay.step, replay.states.length - 1);
    draw();
  }

  /** Who is present changes without a new version. */
  async function lookAround() {
    if (document.hidden || view?.status !== "active") return;
    const { seats } = await api.showGame(id, { omit: "content" });
    view.seats.forEach(
      (/** @type {any} */ seat, /** @type {number} */ number) =>
        (seat.present = seats[number]?.present ?? seat.present),
    );
    draw();
  }

  connect();
  const looking = setInterval(() => void lookAround().catch(() => {}), LOOK_AROUND);
  const ticking = setInterval(() => (view?.deadline || view?.not_before) && draw(), 1000);
  const asking = setInterval(() => void askForRematch().catch(() => {}), 5000);
  return () => {
    clearInterval(looking);
    clearInterval(ticking);
    clearInterval(asking);
    live.close();
    document.querySelector("link[rel=icon]")?.setAttribute("href", "/docs/icon.svg");
  };
}
