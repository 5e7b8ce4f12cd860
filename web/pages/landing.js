/** `/`: what this is, the games, my tables, and the tables of others. */

/** @import { Page, Schemas } from "../types.js" */

import { api, BOT_PACE } from "../api.js";
import { gamePicture, loadStyle } from "../game_files.js";
import { navigate } from "../router.js";
import { saveCreatedTable } from "../table/tokens.js";
import { h, s, show } from "../ui/dom.js";
import { language, loadMessages, t } from "../ui/i18n.js";
import { languageSwitch } from "../ui/language_switch.js";
import { showError } from "../ui/notifications.js";
import { seatShape } from "../ui/seat_icons.js";
import * as storage from "../ui/storage.js";

const REFRESH_MS = 15_000;

/** @type {Page} */
export function page(host) {
  /** @type {Schemas["EngineSummary"][]} */
  let engines = [];
  /** @type {Schemas["GameSummary"][]} */
  let tables = [];
  let left = false;
  let starting = false;

  /** The titles of the games by slug. @returns {{ [slug: string]: string }} */
  const titles = () => Object.fromEntries(engines.map(({ slug, title }) => [slug, title]));

  const draw = () =>
    left ||
    show(
      host,
      h(
        "header",
        { class: "hero" },
        logo(),
        h("div", null, h("h1", null, "Ludotheque"), h("p", { class: "soft" }, t("claim"))),
        languageSwitch(),
      ),
      h(
        "div",
        { class: "stack" },
        myTables(titles()),
        h(
          "section",
          { class: "games" },
          engines.map(gameCard),
          h(
            "div",
            { class: "panel stack lists", key: "lists" },
            tableList("open_tables", "no_tables", "open", "join"),
            tableList("running_tables", "none_running", "active", "watch"),
          ),
        ),
        h("footer", { class: "row end" }, h("a", { class: "button", href: "/docs/" }, t("api"))),
      ),
    );

  /** @param {Schemas["EngineSummary"]} engine */
  const gameCard = ({ slug, title, summary, players }) =>
    h(
      "article",
      { class: "panel game", key: slug },
      gamePicture(slug),
      h(
        "div",
        { class: "row" },
        h(
          "div",
          null,
          h("h2", null, title),
          h(
            "small",
            { class: "soft" },
            players.min === players.max ? t("players", { n: players.min }) : t("players_between", players),
          ),
        ),
        h("a", { href: `/v1/engines/${slug}/rules?lang=${language}`, target: "_blank", rel: "noopener" }, t("rules")),
      ),
      h("p", { class: "soft" }, summary),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          {
            class: "main",
            "aria-label": t("play_now_of", { game: title }),
            disabled: starting,
            onclick: () => playNow(slug, players.min),
          },
          t("play_now"),
        ),
        h("a", { class: "button", href: `/new/${slug}` }, t("set_up")),
      ),
    );

  /** The tables with a status. @param {string} heading @param {string} none @param {string} wanted @param {string} action */
  const tableList = (heading, none, wanted, action) => {
    const matching = tables.filter(({ status }) => status === wanted);
    return h(
      "section",
      { class: "stack", key: heading },
      h("h2", null, t(heading)),
      matching.length === 0 && h("p", { class: "soft" }, t(none)),
      h(
        "ul",
        { class: "bare stack" },
        matching.map(({ id, engine, seats }) =>
          h(
            "li",
            { class: "row", key: id },
            h("a", { class: "button", href: `/table/${id}` }, t(action)),
            h(
              "span",
              null,
              `${titles()[engine] ?? engine}: ${seats.map(({ name }) => name ?? t("free_seat")).join(", ")}`,
            ),
          ),
        ),
      ),
    );
  };

  /** Start a table against bots. @param {string} slug @param {number} seats the fewest that can play */
  async function playNow(slug, seats) {
    starting = true;
    draw();
    try {
      const bots = Array.from({ length: seats - 1 }, () => ({
        kind: /** @type {const} */ ("bot"),
        level: /** @type {const} */ ("greedy"),
      }));
      const name = storage.loadName() || t("player_n", { n: 1 });
      const players = [{ name }, ...bots];
      const game = /** @type {Schemas["NewGame"]} */ ({ engine: slug, seats: players, bot_pace: BOT_PACE });
      navigate(saveCreatedTable(await api.createGame(game)));
    } catch (error) {
      starting = false;
      showError(error);
      draw();
    }
  }

  async function load() {
    try {
      const [list, open, active] = await Promise.all([
        api.listEngines(),
        api.listGames({ status: "open", limit: 20 }),
        api.listGames({ status: "active", limit: 20 }),
        ready,
      ]);
      engines = list.engines;
      tables = [...open.games, ...active.games];
      draw();
    } catch (error) {
      showError(error);
    }
  }

  const ready = Promise.all([loadMessages("pages/messages"), loadStyle("/web/pages/style.css")]);
  ready.then(draw, showError);
  void load();
  const timer = setInterval(() => document.hidden || void load(), REFRESH_MS);
  return () => {
    left = true;
    clearInterval(timer);
  };
}

/** The tables this browser sits at. @param {{ [slug: string]: string }} titles */
function myTables(titles) {
  const saved = storage.loadTables().slice(0, 8);
  return (
    saved.length > 0 &&
    h(
      "section",
      { class: "panel stack" },
      h("h2", null, t("my_tables")),
      h(
        "ul",
        { class: "bare my-tables" },
        saved.map(({ id, engine, at }) =>
          h(
            "li",
            { key: id },
            h(
              "a",
              { class: "button", href: `/table/${id}` },
              h("b", null, titles[engine] ?? engine),
              h(
                "small",
                { class: "soft" },
                new Date(at).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" }),
              ),
            ),
          ),
        ),
      ),
    )
  );
}

/** The logo: a house with the icons of four seats in its windows. */
const logo = () =>
  s(
    "svg",
    { viewBox: "0 0 64 64", "aria-hidden": "true" },
    s("path", { d: "M32 2 63 27l-3 4-4-3v33H8V28l-4 3-3-4Z" }),
    [0, 1, 2, 3].map((seat) =>
      s(
        "g",
        { transform: `translate(${seat % 2 ? 34 : 14} ${seat < 2 ? 25 : 43})` },
        s("rect", { width: 16, height: 15, rx: 2 }),
        s("path", { d: seatShape(seat), transform: "translate(2.4 1.9) scale(.7)", fill: `var(--seat-${seat})` }),
      ),
    ),
  );
