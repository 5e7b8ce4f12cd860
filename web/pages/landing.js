/** `/`: what this is, the games, my tables, and the tables of others. */

/** @import { Page } from "../types.js" */

import { api, go } from "../main.js";
import { picture, style } from "../games/index.js";
import { h, s, show } from "../ui/dom.js";
import { shape } from "../ui/seat_icons.js";
import * as memory from "../ui/storage.js";
import { excuse } from "../ui/notifications.js";
import { language, t } from "../ui/i18n.js";
import { languages } from "../ui/language_switch.js";
import { opened } from "../table/tokens.js";

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
        { class: "hero" },
        house(),
        h("div", null, h("h1", null, "Ludotheque"), h("p", { class: "soft" }, t("claim"))),
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
          h(
            "div",
            { class: "panel stack lists", key: "lists" },
            listed("open_tables", "no_tables", "open", "join"),
            listed("running_tables", "none_running", "active", "watch"),
          ),
        ),
        h("footer", { class: "row end" }, h("a", { class: "button", href: "/docs/" }, t("api"))),
      ),
    );

  /** @param {any} engine */
  const card = ({ slug, title, summary, players }) =>
    h(
      "article",
      { class: "panel game", key: slug },
      picture(slug),
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
            disabled: starting !== "",
            onclick: () => play(slug, players.min),
          },
          t("play_now"),
        ),
        h("a", { class: "button", href: `/new/${slug}` }, t("set_up")),
      ),
    );

  /** The tables that stand like this. @param {string} heading @param {string} none @param {string} wanted @param {string} word */
  const listed = (heading, none, wanted, word) => {
    const found = tables.filter(({ status }) => status === wanted);
    return h(
      "section",
      { class: "stack", key: heading },
      h("h2", null, t(heading)),
      found.length === 0 && h("p", { class: "soft" }, t(none)),
      h(
        "ul",
        { class: "bare stack" },
        found.map(({ id, engine, seats }) =>
          h(
            "li",
            { class: "row", key: id },
            h("a", { class: "button", href: `/table/${id}` }, t(word)),
            h(
              "span",
              null,
              `${titles()[engine] ?? engine}: ${seats.map((/** @type {any} */ seat) => seat.name ?? t("free_seat")).join(", ")}`,
            ),
          ),
        ),
      ),
    );
  };

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
        styled,
      ]);
      engines = shelf.engines;
      tables = [...open.games, ...active.games];
      draw();
    } catch (failure) {
      excuse(failure);
    }
  }

  const styled = Promise.resolve(style("/web/pages/style.css"));
  void styled.then(draw);
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
        { class: "bare kept" },
        kept.map(({ id, engine, at }) =>
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

/** The house of the games: the marks of four players look out of its windows. */
const house = () =>
  s(
    "svg",
    { viewBox: "0 0 64 64", "aria-hidden": "true" },
    s("path", { d: "M32 2 63 27l-3 4-4-3v33H8V28l-4 3-3-4Z" }),
    [0, 1, 2, 3].map((seat) =>
      s(
        "g",
        { transform: `translate(${seat % 2 ? 34 : 14} ${seat < 2 ? 25 : 43})` },
        s("rect", { width: 16, height: 15, rx: 2 }),
        s("path", { d: shape(seat), transform: "translate(2.4 1.9) scale(.7)", fill: `var(--seat-${seat})` }),
      ),
    ),
  );
