/** `/new/<slug>`: a table with its seats, its options and its clock. */

/** @import { Page, Schemas } from "../types.js" */

import { api, BOT_PACE } from "../api.js";
import { gamePicture, loadStyle } from "../game_files.js";
import { navigate } from "../router.js";
import { saveCreatedTable } from "../table/tokens.js";
import { h, inputOf, selectOf, show } from "../ui/dom.js";
import { loadMessages, t } from "../ui/i18n.js";
import { showError } from "../ui/notifications.js";
import { optionsForm } from "../ui/options_form.js";
import { seatIcon } from "../ui/seat_icons.js";
import * as storage from "../ui/storage.js";

/** @typedef {{ kind: string, name: string }} SeatInput a row of the form */

const CLOCKS = [30, 60, 180, 600, 86_400, 259_200];
const KINDS = ["me", "device", "open", "random", "greedy", "search"];

/** @import { Schema } from "../ui/options_form.js" */

/** @type {Page} */
export function page(host, slug) {
  /** @type {Schemas["EngineDetail"] | null} */
  let engine = null;
  /** @type {SeatInput[]} */
  let seats = [];
  /** @type {{ [name: string]: unknown }} */
  const options = {};
  let clock = 0;
  let isPublic = false;
  let sending = false;

  const draw = () => void show(host, engine && form(engine));

  /** @param {Schemas["EngineDetail"]} engine */
  const form = (engine) =>
    h(
      "form",
      { class: "stack setup", onsubmit: create },
      h("header", { class: "top" }, h("h1", null, engine.title), h("a", { class: "button", href: "/" }, t("home"))),
      h("div", { class: "row about" }, gamePicture(slug), h("p", { class: "soft" }, engine.summary)),
      h(
        "fieldset",
        { class: "panel stack" },
        h("legend", null, t("seats")),
        seats.map((seat, number) => seatRow(seat, number, seats.length > engine.players.min)),
        seats.length < engine.players.max &&
          h(
            "button",
            { type: "button", onclick: () => (seats.push({ kind: "greedy", name: "" }), draw()) },
            t("add_seat"),
          ),
      ),
      h(
        "fieldset",
        { class: "panel stack" },
        h("legend", null, t("clock")),
        h(
          "select",
          {
            "aria-label": t("clock"),
            value: String(clock),
            onchange: (event) => (clock = Number(selectOf(event).value)),
          },
          [0, ...CLOCKS].map((seconds) =>
            h("option", { value: String(seconds), selected: seconds === clock }, clockText(seconds)),
          ),
        ),
        h(
          "label",
          null,
          h("input", {
            type: "checkbox",
            checked: isPublic,
            onchange: (event) => (isPublic = inputOf(event).checked),
          }),
          t("public"),
        ),
      ),
      optionsForm(/** @type {Schema} */ (engine.options), options, seats.length, draw),
      h("button", { class: "main", disabled: sending }, t("start")),
    );

  /** @param {SeatInput} seat @param {number} number @param {boolean} removable */
  const seatRow = (seat, number, removable) =>
    h(
      "div",
      { class: "row seat", key: number },
      seatIcon(number),
      h(
        "select",
        {
          "aria-label": t("seat_n", { n: number + 1 }),
          value: seat.kind,
          onchange: (event) => ((seat.kind = selectOf(event).value), draw()),
        },
        KINDS.map((kind) => h("option", { value: kind, selected: kind === seat.kind }, t(`kind_${kind}`))),
      ),
      ["me", "device"].includes(seat.kind) &&
        h("input", {
          "aria-label": t("name"),
          placeholder: t("name"),
          maxlength: 60,
          value: seat.name,
          oninput: (event) => (seat.name = inputOf(event).value),
        }),
      removable &&
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            "aria-label": t("remove_seat", { n: number + 1 }),
            onclick: () => (seats.splice(number, 1), draw()),
          },
          "✕",
        ),
    );

  /** @param {SubmitEvent} submit */
  async function create(submit) {
    submit.preventDefault();
    sending = true;
    draw();
    const name = seats.find(({ kind }) => kind === "me")?.name.trim();
    if (name) storage.saveName(name);
    try {
      const game = {
        engine: slug,
        seats: seats.map(newSeat),
        options,
        public: isPublic,
        ...(clock && { turn_seconds: clock }),
        bot_pace: BOT_PACE,
      };
      navigate(saveCreatedTable(await api.createGame(/** @type {Schemas["NewGame"]} */ (game))));
    } catch (error) {
      sending = false;
      showError(error);
      draw();
    }
  }

  Promise.all([
    api.getEngine(slug),
    loadMessages("pages/messages"),
    loadMessages(`games/${slug}/options`),
    loadStyle("/web/pages/style.css"),
  ]).then(([detail]) => {
    engine = detail;
    seats = [
      { kind: "me", name: storage.loadName() },
      ...Array.from({ length: engine.players.min - 1 }, () => ({ kind: "greedy", name: "" })),
    ];
    document.title = `${engine.title} – Ludotheque`;
    draw();
  }, showError);
  return () => {};
}

/** A seat as the API takes it. @param {SeatInput} seat @param {number} number */
function newSeat({ kind, name }, number) {
  if (kind === "open") return { kind };
  if (kind === "me" || kind === "device") return { name: name.trim() || t("player_n", { n: number + 1 }) };
  return { kind: "bot", level: kind };
}

/** @param {number} seconds */
function clockText(seconds) {
  if (seconds === 0) return t("clock_off");
  if (seconds >= 86_400) return t("clock_days", { n: seconds / 86_400 });
  return seconds > 60 ? t("clock_minutes", { n: seconds / 60 }) : t("clock_seconds", { n: seconds });
}
