/** `/`: what this is, the games, my tables, and the tables of others. */

/** @import { Page } from "../types.js" */

import { api, go } from "../main.js";
import { picture } from "../games/index.js";
import { h, show } from "../ui/dom.js";
import * as memory from "../ui/memory.js";
import { excuse } from "../ui/notes.js";
import { language, t } from "../ui/words.js";
import { languages } from "../ui/languages.js";
import { opened } from "../table/opened.js";

const REFRESH = 15_000;

/** @type {Page} */
export function page(host) {
  /** @type {any[]} */
  let engines = [];
  /** @type {any[]} */
  let tables = [];
  let over = false;
  let starting = "";

  const titles = () => Object.fromEntries(engines.map(({ slug, title }) => [slug, title]));

  const draw = () =>
    over ||
    show(
      host,
      h(
        "header",
        { class: "hero stack" },
        h("h1", null, "Ludotheque"),
        h("p", null, t("claim")),
        h("p", { class: "row" }, h("a", { href: "/docs/" }, t("api"))),
        languages(),
      ),
      h(
        "div",
        { class: "stack" },
        mine(titles()),
        h(
          "section",
          { class: "games" },
          engines.map((engine) => card(engine)),
        ),
        listed(
          t("open_tables"),
          t("no_tables"),
          tables.filter(({ status }) => status === "open"),
          t("join"),
        ),
        listed(
          t("running_tables"),
          t("none_running"),
          tables.filter(({ status }) => status === "active"),
          t("watch"),
        ),
      ),
    );

  /** @param {any} engine */
  const card = ({ slug, title, summary, players }) =>
    h(
      "article",
      { class: "panel game", key: slug },
      picture(slug),
      h("h2", null, title),
      h("p", { class: "soft" }, summary),
      h(
        "p",
        { class: "soft" },
        players.min === players.max ? t("players", { n: players.min }) : t("players_between", players),
      ),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          {
            class: "main",
            "aria-label": t("play_now_of", { game: title }),
            disabled: starting !== "",
            onclick: () => play(slug, players.min),
          },
          t("play_now"),
        ),
        h("a", { class: "button", href: `/new/${slug}` }, t("set_up")),
        h("a", { href: `/v1/engines/${slug}/rules?lang=${language}`, target: "_blank", rel: "noopener" }, t("rules")),
      ),
    );

  /** @param {string} heading @param {string} none @param {any[]} found @param {string} word */
  const listed = (heading, none, found, word) =>
    h(
      "section",
      { class: "panel stack" },
      h("h2", null, heading),
      found.length === 0 && h("p", { class: "soft" }, none),
      h(
        "ul",
        { class: "bare stack" },
        found.map(({ id, engine, seats }) =>
          h(
            "li",
            { class: "row", key: id },
            h("a", { class: "button", href: `/table/${id}` }, word),
            h(
              "span",
              null,
              `${titles()[engine] ?? engine}: ${seats.map((/** @type {any} */ seat) => seat.name ?? t("free_seat")).join(", ")}`,
            ),
          ),
        ),
      ),
    );

  /** @param {string} slug @param {number} seats the fewest that can play */
  async function play(slug, seats) {
    starting = slug;
    draw();
    try {
      const bots = Array.from({ length: seats - 1 }, () => ({
        kind: /** @type {const} */ ("bot"),
        level: /** @type {const} */ ("greedy"),
      }));
      const name = memory.name() || t("player_n", { n: 1 });
      const view = await api.createGame(/** @type {any} */ ({ engine: slug, seats: [{ name }, ...bots] }));
      go(opened(view));
    } catch (failure) {
      starting = "";
      excuse(failure);
      draw();
    }
  }

  async function load() {
    try {
      const [shelf, open, active] = await Promise.all([
        api.listEngines(),
        api.listGames({ status: "open", limit: 20 }),
        api.listGames({ status: "active", limit: 20 }),
      ]);
      engines = shelf.engines;
      tables = [...open.games, ...active.games];
      draw();
    } catch (failure) {
      excuse(failure);
    }
  }

  draw();
  void load();
  const timer = setInterval(() => document.hidden || void load(), REFRESH);
  return () => {
    over = true;
    clearInterval(timer);
  };
}

/** The tables I sit at. @param {{ [slug: string]: string }} titles */
function mine(titles) {
  const kept = memory.tables().slice(0, 8);
  return (
    kept.length > 0 &&
    h(
      "section",
      { class: "panel stack" },
      h("h2", null, t("my_tables")),
      h(
        "ul",
        { class: "bare stack" },
        kept.map(({ id, engine, at }) =>
          h(
            "li",
            { class: "row", key: id },
            h("a", { class: "button", href: `/table/${id}` }, t("back_to_it")),
            h(
              "span",
              null,
              `${titles[engine] ?? engine}, ${new Date(at).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" })}`,
            ),
          ),
        ),
      ),
    )
  );
}
