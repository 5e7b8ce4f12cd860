/** After the game: who won and why, every step again, the shuffle checked, and the next game. */

/** @import { GameTable, Scene, Sitting } from "../types.js" */

import { api, go } from "../main.js";
import { h } from "../ui/dom.js";
import { dialog } from "../ui/dialog.js";
import * as memory from "../ui/storage.js";
import { excuse, inWords } from "../ui/notifications.js";
import { listed, t } from "../ui/i18n.js";
import { joined } from "./tokens.js";
import { seek, steps } from "./replay.js";

/** @param {Sitting} at @param {Scene} scene */
export function finish(at, scene) {
  const { engine, game, view } = at;
  const kept = memory.table(view.id);
  const [all, show] = [steps(at), (/** @type {number | null} */ step) => void seek(at, step).catch(excuse)];
  if (at.replay) return h("section", { class: "panel stack ending", key: "ending" }, replay(at.replay.step, all, show));
  return h(
    "section",
    { class: "panel stack ending", key: "ending" },
    h("h2", null, verdict(scene)),
    view.status === "abandoned"
      ? h("p", null, t("abandoned_text"))
      : h("p", null, engine.endings[view.outcome?.reason] ?? ""),
    view.outcome && scores(scene, game),
    h(
      "div",
      { class: "row" },
      view.next_game
        ? h("button", { class: "main", onclick: () => void next(view, view.next_game ?? "") }, t("to_rematch"))
        : kept?.host &&
            view.status === "finished" &&
            h("button", { class: "main", onclick: () => void again(view, kept.host ?? "") }, t("rematch")),
      all > 0 && h("button", { onclick: () => show(0) }, t("replay")),
      h("button", { onclick: () => void check(view) }, t("check")),
      h("a", { class: "button", href: "/" }, t("home")),
    ),
  );
}

/** @param {Scene} scene */
function verdict({ view, name }) {
  const winners = view.outcome?.winners ?? [];
  if (view.status === "abandoned") return t("abandoned");
  if (winners.length === 0) return t("nobody_won");
  if (winners.length === view.seats.length) return t("all_won");
  if (winners.length === 1 && winners[0] === view.viewer) return t("you_won");
  return t(winners.length === 1 ? "won_by_one" : "won_by", { names: listed(winners.map(name)) });
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
              .map(([what, part]) => `${game.part?.(what) ?? what.replaceAll("_", " ")} ${part}`)
              .join(" · "),
          ),
        ),
      ),
    ),
  );

/** @param {number} step @param {number} all @param {(step: number | null) => void} show */
const replay = (step, all, show) =>
  h(
    "div",
    { class: "stack", role: "group", "aria-label": t("replay") },
    h(
      "label",
      null,
      t("replay_step", { n: step, all }),
      h("input", {
        type: "range",
        min: 0,
        max: all,
        value: String(step),
        oninput: (/** @type {any} */ { target }) => show(Number(target.value)),
      }),
    ),
    h(
      "div",
      { class: "row" },
      h("button", { disabled: step <= 0, onclick: () => show(step - 1) }, t("step_back")),
      h("button", { disabled: step >= all, onclick: () => show(step + 1) }, t("step_on")),
      h("button", { onclick: () => show(null) }, t("back_to_end")),
    ),
  );

/** Set up the rematch as its host, and sit down there. @param {any} view @param {string} host */
async function again(view, host) {
  try {
    const { id } = await api.createRematch(view.id, { token: host });
    memory.keep(id, { engine: view.engine, host });
    await next(view, id);
  } catch (failure) {
    excuse(failure);
  }
}

/** Claim in the rematch every seat this browser held, and go there. @param {any} view @param {string} id */
async function next(view, id) {
  try {
    for (const { token, name } of memory.table(view.id)?.held ?? [])
      joined(await api.joinGame(id, { name }, { token }));
  } catch (failure) {
    excuse(failure); // somebody has claimed them before; the table is there all the same
  }
  go(`/table/${id}`);
}

/** @param {any} view */
const check = (view) =>
  dialog(t("check_title"), () => {
    const list = h("ul", { class: "stack", role: "status" }, h("li", null, t("check_busy")));
    const say = (/** @type {string[]} */ lines) => list.replaceChildren(...lines.map((line) => h("li", null, line)));
    import("./record_check.js")
      .then(({ checked }) => checked(view))
      .then(
        (lines) => say(lines.map(({ good, text }) => `${good ? "✓" : "✗"} ${text}`)),
        (failure) => say([inWords(failure)]), // a note on the page would be under the dialog
      );
    return [list];
  });
