/** After the game: who won and why, the replay, the check of the shuffle, and the rematch. */

/** @import { GameTable, LoadedTableState, Scene, ViewOf } from "../types.js" */

import { api } from "../api.js";
import { navigate } from "../router.js";
import { dialog } from "../ui/dialog.js";
import { h, inputOf } from "../ui/dom.js";
import { formatList, t } from "../ui/i18n.js";
import { errorText, showError } from "../ui/notifications.js";
import * as storage from "../ui/storage.js";
import { countSteps, showStep } from "./replay.js";
import { saveJoinedSeat } from "./tokens.js";

/** @param {LoadedTableState} state @param {Scene} scene */
export function gameOver(state, scene) {
  const { engine, game, replay, view } = state;
  const steps = countSteps(state);
  const show = (/** @type {number | null} */ step) => void showStep(state, step).catch(showError);
  if (replay)
    return h("section", { class: "panel stack ending", key: "ending" }, replayControls(replay.step, steps, show));
  return h(
    "section",
    { class: "panel stack ending", key: "ending" },
    h("h2", null, result(scene)),
    h("p", null, view.status === "abandoned" ? t("abandoned_text") : engine.endings[view.outcome?.reason ?? ""]),
    view.outcome && scores(scene, game),
    h(
      "div",
      { class: "row" },
      rematchButton(view),
      steps > 0 && h("button", { onclick: () => show(0) }, t("replay")),
      h("button", { onclick: () => void openRecordCheck(view, game) }, t("check")),
      h("a", { class: "button", href: "/" }, t("home")),
    ),
  );
}

/** To the rematch, or for the host: create it. @param {ViewOf} view */
function rematchButton(view) {
  const host = storage.loadTable(view.id)?.host;
  const { next_game: next, status } = view;
  if (next) return h("button", { class: "main", onclick: () => void joinRematch(view, next) }, t("to_rematch"));
  if (!host || status !== "finished") return null;
  return h("button", { class: "main", onclick: () => void createRematch(view, host) }, t("rematch"));
}

/** Who won. @param {Scene} scene */
function result({ view, name }) {
  const winners = view.outcome?.winners ?? [];
  if (view.status === "abandoned") return t("abandoned");
  if (winners.length === 0) return t("nobody_won");
  if (winners.length === view.seats.length) return t("all_won");
  if (winners.length === 1 && winners[0] === view.viewer) return t("you_won");
  return t(winners.length === 1 ? "won_by_one" : "won_by", { names: formatList(winners.map(name)) });
}

/** @param {Scene} scene @param {GameTable} game */
const scores = ({ view, name }, game) =>
  h(
    "table",
    { class: "scores" },
    h(
      "tbody",
      null,
      (view.outcome?.scores ?? []).map(({ seat, score, detail }) =>
        h(
          "tr",
          { key: `score-${seat}` },
          h("th", { scope: "row" }, name(seat)),
          h("td", { class: "number" }, t("points", { n: score })),
          h(
            "td",
            { class: "soft" },
            Object.entries(detail)
              .map(([what, part]) => `${game.scorePart?.(what) ?? what.replaceAll("_", " ")} ${part}`)
              .join(" · "),
          ),
        ),
      ),
    ),
  );

/** @param {number} step @param {number} steps @param {(step: number | null) => void} show */
const replayControls = (step, steps, show) =>
  h(
    "div",
    { class: "stack", role: "group", "aria-label": t("replay") },
    h(
      "label",
      null,
      t("replay_step", { n: step, all: steps }),
      h("input", {
        type: "range",
        min: 0,
        max: steps,
        value: String(step),
        oninput: (event) => show(Number(inputOf(event).value)),
      }),
    ),
    h(
      "div",
      { class: "row" },
      h("button", { disabled: step <= 0, onclick: () => show(step - 1) }, t("step_back")),
      h("button", { disabled: step >= steps, onclick: () => show(step + 1) }, t("step_on")),
      h("button", { onclick: () => show(null) }, t("back_to_end")),
    ),
  );

/** Create the rematch as its host, and join it. @param {ViewOf} view @param {string} host */
async function createRematch(view, host) {
  try {
    const { id } = await api.createRematch(view.id, { token: host });
    storage.saveTable(id, { engine: view.engine, host });
    await joinRematch(view, id);
  } catch (error) {
    showError(error);
  }
}

/** Claim in the rematch every seat this browser held, and go there. @param {ViewOf} view @param {string} id */
async function joinRematch(view, id) {
  try {
    for (const { token, name } of storage.loadTable(view.id)?.tokens ?? [])
      saveJoinedSeat(await api.joinGame(id, { name }, { token }));
  } catch (error) {
    showError(error); // somebody has claimed them before; the table is there all the same
  }
  navigate(`/table/${id}`);
}

/** Check the record in a dialog. @param {ViewOf} view @param {GameTable} game */
const openRecordCheck = (view, game) =>
  dialog(t("check_title"), () => {
    const list = h("ul", { class: "stack", role: "status" }, h("li", null, t("check_busy")));
    const showLines = (/** @type {string[]} */ lines) =>
      list.replaceChildren(...lines.map((line) => h("li", null, line)));
    import("./record_check.js")
      .then(({ checkRecord }) => checkRecord(view, game))
      .then(
        (lines) => showLines(lines.map(({ good, text }) => `${good ? "✓" : "✗"} ${text}`)),
        (error) => showLines([errorText(error)]), // a note on the page would be under the dialog
      );
    return [list];
  });
