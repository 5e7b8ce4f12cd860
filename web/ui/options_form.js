/** A form made from the JSON Schema of a game's options. Only what was changed is put into `chosen`. */

import { h } from "./dom.js";
import { has, t } from "./i18n.js";

/** @typedef {{ [name: string]: unknown }} Chosen */

/** What an option, or a choice, is called: there are words for it, or its slug is one. @param {string} slug @param {string} [option] */
const spoken = (slug, option) => {
  const key = option ? `option.${option}.${slug}` : `option.${slug}`;
  return has(key) ? t(key) : slug.replaceAll("_", " ");
};

/** What a field means, for people: JSON's null is a field that is left empty. @param {any} field */
const meaning = ({ description = "" }) => description.replace(/\u00a0?; null\u00a0?: .*$/, "").replaceAll("`", "");

/** @param {any} schema @param {Chosen} chosen @param {number} seats @param {() => void} changed */
export const form = (schema, chosen, seats, changed) =>
  h(
    "details",
    { class: "panel" },
    h("summary", null, t("options")),
    h(
      "div",
      { class: "stack" },
      Object.entries(schema.properties).map(([name, field]) =>
        row(name, name === "first_player" ? { ...field, seats } : field, chosen, changed),
      ),
    ),
  );

/** @param {string} name @param {any} field @param {Chosen} chosen @param {() => void} changed @returns {Node} */
function row(name, field, chosen, changed) {
  /** @param {unknown} value */
  const choose = (value) => {
    if (value === undefined || value === field.default) delete chosen[name];
    else chosen[name] = value;
    changed();
  };
  const now = chosen[name] ?? field.default;
  const types = [field.type].flat();
  const listed = field.items?.type === "string";
  const words = field.enum ?? field.anyOf?.find((/** @type {any} */ one) => one.enum)?.enum;
  const control = field.seats
    ? pick(
        [...Array(field.seats).keys()].map((seat) => ({ value: seat, text: t("seat_n", { n: seat + 1 }) })),
        chosen[name],
        choose,
        t("option_drawn"),
      )
    : types.includes("boolean")
      ? check(now, types.includes("null") ? (chosen[name] ?? null) : now, choose)
      : words
        ? pick(
            words.map((/** @type {string} */ word) => ({ value: word, text: spoken(word, name) })),
            now,
            choose,
            field.enum ? undefined : t("option_usual"),
          )
        : types.includes("integer")
          ? number(field, now, choose)
          : field.properties
            ? null
            : text(listed, chosen[name], choose);
  if (field.properties) return group(name, field, chosen, changed);
  return h(
    "div",
    null,
    h("label", null, spoken(name) + (control?.localName === "textarea" ? ` (${t("option_json")})` : ""), control),
    h("small", { class: "soft" }, meaning(field)),
  );
}

/** Several numbers that belong together. @param {string} name @param {any} field @param {Chosen} chosen @param {() => void} changed */
function group(name, field, chosen, changed) {
  const inner = { .../** @type {Chosen} */ (chosen[name] ?? field.default) };
  const put = () => {
    chosen[name] = inner;
    changed();
  };
  return h(
    "fieldset",
    { class: "stack" },
    h("legend", null, spoken(name)),
    h("small", { class: "soft" }, meaning(field)),
    Object.entries(field.properties).map(([part, one]) => row(part, one, inner, put)),
  );
}

/** @param {unknown} value @param {unknown} given null: as usual @param {(value: unknown) => void} choose */
const check = (value, given, choose) =>
  given === null
    ? pick(
        [
          { value: true, text: t("option_on") },
          { value: false, text: t("option_off") },
        ],
        undefined,
        choose,
        t("option_usual"),
      )
    : h("input", {
        type: "checkbox",
        checked: Boolean(value),
        onchange: (/** @type {any} */ { target }) => choose(target.checked),
      });

/** @param {{ value: any, text: string }[]} offered @param {unknown} value @param {(value: unknown) => void} choose @param {string} [none] */
const pick = (offered, value, choose, none) =>
  h(
    "select",
    { onchange: (/** @type {any} */ { target }) => choose(offered[target.selectedIndex - (none ? 1 : 0)]?.value) },
    none && h("option", { selected: value === undefined || value === null }, none),
    offered.map((one) => h("option", { selected: one.value === value }, one.text)),
  );

/** @param {any} field @param {unknown} value @param {(value: unknown) => void} choose */
const number = (field, value, choose) =>
  h("input", {
    type: "number",
    min: field.minimum,
    max: field.maximum,
    value: value ?? "",
    placeholder: t("option_usual"),
    onchange: (/** @type {any} */ { target }) => choose(target.value === "" ? undefined : Number(target.value)),
  });

/** Words with commas between them, or anything else as JSON. @param {boolean} words @param {any} value @param {(value: unknown) => void} choose */
function text(words, value, choose) {
  /** @param {string} written */
  const read = (written) =>
    words
      ? written
          .split(",")
          .map((word) => word.trim())
          .filter(Boolean)
      : JSON.parse(written);
  return h(words ? "input" : "textarea", {
    value: value === undefined ? "" : words ? value.join(", ") : JSON.stringify(value),
    placeholder: t(words ? "option_words" : "option_usual"),
    onchange: (/** @type {any} */ { target }) => {
      target.setCustomValidity("");
      try {
        choose(target.value.trim() === "" ? undefined : read(target.value));
      } catch {
        target.setCustomValidity(t("wrong_json"));
        target.reportValidity();
      }
    },
  });
}
