/** `/table/<id>`: the table, for players and spectators alike. */

/** @import { Page, Scene, Sitting } from "../types.js" */

import { h, show } from "../ui/dom.js";
import { hush } from "../ui/notifications.js";
import { t } from "../ui/i18n.js";
import { lookAround } from "../table/polling.js";
import { banner, herald, unherald } from "../table/banner.js";
import { bar } from "../table/toolbar.js";
import { curtain } from "../table/handover.js";
import { follow } from "../table/live_table.js";
import { travelling } from "../table/animation.js";
import { log } from "../table/dialogs.js";
import { plates } from "../table/seats.js";
import { scene } from "../table/scene.js";
import { nextHere, sitting } from "../table/table_state.js";

/** @type {Page} */
export function page(host, id) {
  const at = sitting(host, id, { draw, follow });
  const rest = lookAround(at);
  return () => {
    rest();
    at.draw = () => {}; // an answer may still come, and another page is shown
    at.live.close();
    hush();
    unherald();
  };
}

/** Draw the whole page. @param {Sitting} at */
function draw(at) {
  const { engine, host, live, replay, view } = at;
  if (!view) return show(host, h("p", { class: "soft" }, t(live.state === "waiting" ? "waiting" : "loading")));
  const now = scene(at, view, replay ? replay.states[replay.step] : view.state);
  host.className = "at-table";
  herald(now, engine.title);
  const next = nextHere(at);
  if (next >= 0) hush();
  const redraw = () => show(host, ...(next < 0 ? opened(at, now) : closed(at, now, next)));
  const board = host.querySelector(".board");
  if (board instanceof HTMLElement) travelling(board, redraw);
  else redraw();
}

/** @param {Sitting} at @param {(Node | false)[]} inner */
const column = ({ engine, view }, ...inner) =>
  h(
    "div",
    { class: "column", key: "column", "data-version": view.version },
    h("header", { class: "top" }, h("h1", null, engine.title), h("a", { class: "button", href: "/" }, t("home"))),
    inner,
  );

/** @param {Sitting} at @param {Scene} now */
const opened = (at, now) => [
  column(
    at,
    plates(now, at.game),
    banner(now, at.game),
    quietLine(at),
    // What happened last, where there is no room for the log.
    h("p", { class: "last-line narrow" }, at.lines.at(-1)?.text ?? ""),
    board(at, now),
    bar(at, now, false),
  ),
  h("aside", { class: "side stack", tabindex: "0", "aria-label": t("log") }, h("h2", null, t("log")), log(at.lines)),
];

/** Behind the curtain nothing is left of what the last player knew. @param {Sitting} at @param {Scene} now @param {number} next */
const closed = (at, now, next) => [
  column(
    at,
    banner(now, at.game),
    quietLine(at),
    curtain(now.name(at.seats[next] ?? null), () => at.sit(next)),
    bar(at, now, true),
  ),
];

/** What the page is doing. @param {Sitting} at */
function quietLine({ live: { state }, sending, view }) {
  const watching = view.viewer === null && view.status === "active";
  const lost = state === "connecting" || state === "waiting";
  const text = lost ? t(state) : sending ? t("sending") : watching ? t("watching") : "";
  return h("p", { class: "quiet-line", role: "status" }, text);
}

/** @param {Sitting} at @param {Scene} now */
const board = (at, now) =>
  h(
    "div",
    { class: "board", key: "board", tabindex: "-1" },
    at.view.status === "open" && at.lobby?.(at.view, at.engine.title, () => at.sit()),
    ["finished", "abandoned"].includes(at.view.status) && at.finish?.(at, now),
    now.state && at.game.draw(now),
  );
