/** `/table/<id>`: the table, for players and spectators alike. */

/** @import { LoadedTableState, Page, Scene, StateOf, TableState } from "../types.js" */

import { banner, resetIcon, updateTitle } from "../table/banner.js";
import { animateMoves } from "../table/animation.js";
import { handover } from "../table/handover.js";
import { followTable } from "../table/live_table.js";
import { logList } from "../table/log.js";
import { startPolling } from "../table/polling.js";
import { createScene } from "../table/scene.js";
import { seatList } from "../table/seats.js";
import { createTableState, isLoaded, nextLocalToken } from "../table/table_state.js";
import { toolbar } from "../table/toolbar.js";
import { h, show } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { clearAnnouncements } from "../ui/notifications.js";

/** @type {Page} */
export function page(host, id) {
  const state = createTableState(host, id, { draw, follow: followTable });
  const stopPolling = startPolling(state);
  return () => {
    stopPolling();
    state.draw = () => {}; // a response may still come, and another page is shown
    state.live.close();
    clearAnnouncements();
    resetIcon();
  };
}

/** Draw the whole page. @param {TableState} state */
function draw(state) {
  const { engine, host, live, replay } = state;
  if (!isLoaded(state))
    return show(host, h("p", { class: "soft" }, t(live.state === "waiting" ? "waiting" : "loading")));
  const gameState = replay ? replay.states[replay.step] : state.view.state;
  const scene = createScene(state, state.view, /** @type {StateOf} */ (gameState));
  host.className = "at-table";
  updateTitle(scene, engine.title);
  const next = nextLocalToken(state);
  if (next >= 0) clearAnnouncements();
  const redraw = () => show(host, ...(next < 0 ? tablePage(state, scene) : handoverPage(state, scene, next)));
  const board = host.querySelector(".board");
  if (board instanceof HTMLElement) animateMoves(board, redraw);
  else redraw();
}

/** @param {LoadedTableState} state @param {(Node | false)[]} inner */
const column = ({ engine, view }, ...inner) =>
  h(
    "div",
    { class: "column", key: "column", "data-version": view.version },
    h("header", { class: "top" }, h("h1", null, engine.title), h("a", { class: "button", href: "/" }, t("home"))),
    inner,
  );

/** @param {LoadedTableState} state @param {Scene} scene */
const tablePage = (state, scene) => [
  column(
    state,
    seatList(scene, state.game),
    banner(scene, state.game),
    statusLine(state),
    // What happened last, where there is no room for the log.
    h("p", { class: "last-line narrow" }, state.log.at(-1)?.text ?? ""),
    board(state, scene),
    toolbar(state, scene, false),
  ),
  h(
    "aside",
    { class: "side stack", tabindex: "0", "aria-label": t("log") },
    h("h2", null, t("log")),
    logList(state.log),
  ),
];

/** The hand-over screen: nothing is left of what the last player knew. @param {LoadedTableState} state @param {Scene} scene @param {number} next */
const handoverPage = (state, scene, next) => [
  column(
    state,
    banner(scene, state.game),
    statusLine(state),
    handover(scene.name(state.localSeats[next] ?? null), () => state.showSeat(next)),
    toolbar(state, scene, true),
  ),
];

/** What the page is doing. @param {LoadedTableState} state */
const statusLine = (state) => h("p", { class: "quiet-line", role: "status" }, statusText(state));

/** @param {LoadedTableState} state */
function statusText({ live, sending, view }) {
  if (live.state === "connecting" || live.state === "waiting") return t(live.state);
  if (sending) return t("sending");
  return view.viewer === null && view.status === "active" ? t("watching") : "";
}

/** @param {LoadedTableState} state @param {Scene} scene */
const board = (state, scene) =>
  h(
    "div",
    { class: "board", key: "board", tabindex: "-1" },
    state.view.status === "open" && state.lobby?.(state.view, state.engine.title, () => state.showSeat()),
    ["finished", "abandoned"].includes(state.view.status) && state.gameOver?.(state, scene),
    scene.state && state.game.draw(scene),
  );
