/** `/new/<slug>`: a table with its seats, its options and its clock. */

/** @import { Page } from "../types.js" */

import { api, go } from "../main.js";
import { OWN, picture, style } from "../games/index.js";
import { h, show } from "../ui/dom.js";
import { form } from "../ui/options_form.js";
import { mark } from "../ui/seat_icons.js";
import * as memory from "../ui/storage.js";
import { excuse } from "../ui/notifications.js";
import { learn, t } from "../ui/i18n.js";
import { opened } from "../table/tokens.js";

const CLOCKS = [30, 60, 180, 600, 86_400, 259_200];
const KINDS = ["me", "device", "open", "random", "greedy", "search"];

/** @type {Page} */
export function page(host, slug) {
  /** @type {any} */
  let engine = null;
  /** @type {{ kind: string, name: string }[]} */
  let seats = [];
  /** @type {{ [name: string]: unknown }} */
  const options = {};
  let clock = 0;
  let listed = false;
  let busy = false;

  const draw = () =>
    show(
      host,
      engine &&
        h(
          "form",
          { class: "stack setup", onsubmit: start },
          h("header", { class: "top" }, h("h1", null, engine.title), h("a", { class: "button", href: "/" }, t("home"))),
          h("div", { class: "row about" }, picture(slug), h("p", { class: "soft" }, engine.summary)),
          h(
            "fieldset",
            { class: "panel stack" },
            h("legend", null, t("seats")),
            seats.map(place),
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
                onchange: (/** @type {any} */ { target }) => (clock = Number(target.value)),
              },
              [0, ...CLOCKS].map((seconds) =>
                h("option", { value: String(seconds), selected: seconds === clock }, clockWords(seconds)),
              ),
            ),
            h(
              "label",
              null,
              h("input", {
                type: "checkbox",
                checked: listed,
                onchange: (/** @type {any} */ { target }) => (listed = target.checked),
              }),
              t("public"),
            ),
          ),
          form(engine.options, options, seats.length, draw),
          h("button", { class: "main", disabled: busy }, t("start")),
        ),
    );

  /** @param {{ kind: string, name: string }} seat @param {number} number */
  const place = (seat, number) =>
    h(
      "div",
      { class: "row seat", key: number },
      mark(number),
      h(
        "select",
        {
          "aria-label": t("seat_n", { n: number + 1 }),
          value: seat.kind,
          onchange: (/** @type {any} */ { target }) => ((seat.kind = target.value), draw()),
        },
        KINDS.map((kind) => h("option", { value: kind, selected: kind === seat.kind }, t(`kind_${kind}`))),
      ),
      ["me", "device"].includes(seat.kind) &&
        h("input", {
          "aria-label": t("name"),
          placeholder: t("name"),
          maxlength: 60,
          value: seat.name,
          oninput: (/** @type {any} */ { target }) => (seat.name = target.value),
        }),
      seats.length > engine.players.min &&
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
  async function start(submit) {
    submit.preventDefault();
    busy = true;
    draw();
    const mine = seats.find(({ kind }) => kind === "me")?.name.trim();
    if (mine) memory.rename(mine);
    try {
      const body = {
        engine: slug,
        seats: seats.map(asked),
        options,
        public: listed,
        ...(clock && { turn_seconds: clock }),
      };
      go(opened(await api.createGame(/** @type {any} */ (body))));
    } catch (failure) {
      busy = false;
      excuse(failure);
      draw();
    }
  }

  Promise.all([api.getEngine(slug), OWN.includes(slug) && learn(slug, "options"), style("/web/pages/style.css")]).then(
    ([found]) => {
      engine = found;
      seats = [
        { kind: "me", name: memory.name() },
        ...Array.from({ length: engine.players.min - 1 }, () => ({ kind: "greedy", name: "" })),
      ];
      document.title = `${engine.title} – Ludotheque`;
      draw();
    },
    excuse,
  );
  return () => {};
}

/** A seat as the service takes it. @param {{ kind: string, name: string }} seat @param {number} number */
function asked({ kind, name }, number) {
  if (kind === "open") return { kind };
  if (kind === "me" || kind === "device") return { name: name.trim() || t("player_n", { n: number + 1 }) };
  return { kind: "bot", level: kind };
}

/** @param {number} seconds */
function clockWords(seconds) {
  if (seconds === 0) return t("clock_off");
  if (seconds >= 86_400) return t("clock_days", { n: seconds / 86_400 });
  return seconds > 60 ? t("clock_minutes", { n: seconds / 60 }) : t("clock_seconds", { n: seconds });
}
