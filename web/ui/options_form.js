/**
 * A form made from the JSON Schema of a game's options. Only what was changed is put into the values.
 *
 * @typedef {{
 *   type?: string | string[], default?: unknown, description?: string, enum?: string[], anyOf?: { enum?: string[] }[],
 *   items?: { type?: string }, minimum?: number, maximum?: number, properties?: { [name: string]: Field },
 * }} Field an option in JSON Schema
 * @typedef {{ properties: { [name: string]: Field } }} Schema
 * @typedef {{ [name: string]: unknown }} Values
 * @typedef {{ name: string, field: Field, value: unknown, set: (value: unknown) => void }} Option `value`: what was chosen, if anything
 * @typedef {{ value: unknown, text: string }} Choice
 */

import { h, inputOf, selectOf } from "./dom.js";
import { hasMessage, t } from "./i18n.js";

/** What an option, or one of its values, is called: there is a text for it, or its slug is one. @param {string} slug @param {string} [option] */
function optionLabel(slug, option) {
  const key = option ? `option.${option}.${slug}` : `option.${slug}`;
  return hasMessage(key) ? t(key) : slug.replaceAll("_", " ");
}

/** What a field means, for people: JSON's null is a field that is left empty. @param {Field} field */
const meaning = ({ description = "" }) => description.replace(/\u00a0?; null\u00a0?: .*$/, "").replaceAll("`", "");

/** @param {Schema} schema @param {Values} values @param {number} seats @param {() => void} onChange */
export const optionsForm = (schema, values, seats, onChange) =>
  h(
    "details",
    { class: "panel" },
    h("summary", null, t("options")),
    h(
      "div",
      { class: "stack" },
      Object.entries(schema.properties).map(([name, field]) => row(name, field, values, onChange, seats)),
    ),
  );

/** @param {string} name @param {Field} field @param {Values} values @param {() => void} onChange @param {number} [seats] @returns {Node} */
function row(name, field, values, onChange, seats = 0) {
  if (field.properties) return group(name, field, field.properties, values, onChange);
  /** @param {unknown} value */
  const set = (value) => {
    if (value === undefined || value === field.default) delete values[name];
    else values[name] = value;
    onChange();
  };
  const control = createControl({ name, field, value: values[name], set }, seats);
  const suffix = control.localName === "textarea" ? ` (${t("option_json")})` : "";
  return h(
    "div",
    null,
    h("label", null, optionLabel(name) + suffix, control),
    h("small", { class: "soft" }, meaning(field)),
  );
}

/** The control that fits the type of an option. @param {Option} option @param {number} seats */
function createControl(option, seats) {
  const { name, field } = option;
  const types = [field.type].flat();
  const names = field.enum ?? field.anyOf?.find((one) => one.enum)?.enum;
  if (name === "first_player" && seats) return seatControl(option, seats);
  if (types.includes("boolean")) return booleanControl(option, types.includes("null"));
  if (names) return enumControl(option, names);
  if (types.includes("integer")) return numberControl(option);
  return field.items?.type === "string" ? listControl(option) : jsonControl(option);
}

/** Several options that belong together. @param {string} name @param {Field} field @param {Schema["properties"]} properties @param {Values} values @param {() => void} onChange */
function group(name, field, properties, values, onChange) {
  const inner = { .../** @type {Values} */ (values[name] ?? field.default) };
  const onInnerChange = () => {
    values[name] = inner;
    onChange();
  };
  return h(
    "fieldset",
    { class: "stack" },
    h("legend", null, optionLabel(name)),
    h("small", { class: "soft" }, meaning(field)),
    Object.entries(properties).map(([part, one]) => row(part, one, inner, onInnerChange)),
  );
}

/** @param {Choice[]} choices @param {unknown} value @param {(value: unknown) => void} set @param {string} [none] what choosing nothing is called */
const choiceControl = (choices, value, set, none) =>
  h(
    "select",
    { onchange: (event) => set(choices[selectOf(event).selectedIndex - (none ? 1 : 0)]?.value) },
    none && h("option", { selected: value === undefined || value === null }, none),
    choices.map((choice) => h("option", { selected: choice.value === value }, choice.text)),
  );

/** @param {Option} option @param {number} seats */
function seatControl({ value, set }, seats) {
  const choices = Array.from({ length: seats }, (_, seat) => ({ value: seat, text: t("seat_n", { n: seat + 1 }) }));
  return choiceControl(choices, value, set, t("option_drawn"));
}

/** @param {Option} option @param {string[]} names */
function enumControl({ name, field, value, set }, names) {
  const choices = names.map((one) => ({ value: one, text: optionLabel(one, name) }));
  return choiceControl(choices, value ?? field.default, set, field.enum ? undefined : t("option_usual"));
}

/** A check box; on, off or as usual if the option may be null and nothing was chosen. @param {Option} option @param {boolean} nullable */
function booleanControl({ field, value, set }, nullable) {
  const current = value ?? field.default;
  const undecided = nullable ? (value ?? null) === null : current === null;
  if (!undecided)
    return h("input", {
      type: "checkbox",
      checked: Boolean(current),
      onchange: (event) => set(inputOf(event).checked),
    });
  const choices = [
    { value: true, text: t("option_on") },
    { value: false, text: t("option_off") },
  ];
  return choiceControl(choices, undefined, set, t("option_usual"));
}

/** @param {Option} option */
const numberControl = ({ field, value, set }) =>
  h("input", {
    type: "number",
    min: field.minimum,
    max: field.maximum,
    value: value ?? field.default ?? "",
    placeholder: t("option_usual"),
    onchange: (event) => set(inputOf(event).value === "" ? undefined : Number(inputOf(event).value)),
  });

/** Texts with commas between them. @param {Option} option */
const listControl = ({ value, set }) =>
  h("input", {
    value: Array.isArray(value) ? value.join(", ") : "",
    placeholder: t("option_words"),
    onchange: (event) => set(splitList(inputOf(event).value)),
  });

/** The texts between commas; undefined if there is none. @param {string} text */
function splitList(text) {
  if (text.trim() === "") return undefined;
  return text
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);
}

/** Anything else, as JSON. @param {Option} option */
const jsonControl = ({ value, set }) =>
  h("textarea", {
    value: value === undefined ? "" : JSON.stringify(value),
    placeholder: t("option_usual"),
    onchange: (event) => {
      const control = inputOf(event);
      control.setCustomValidity("");
      try {
        set(control.value.trim() === "" ? undefined : JSON.parse(control.value));
      } catch {
        control.setCustomValidity(t("wrong_json"));
        control.reportValidity();
      }
    },
  });
