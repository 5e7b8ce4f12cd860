/** A card: its name, what it means in words, and its face. */

/** @import { Card, State, Suitor } from "./types.js" */

import { h } from "../../ui/dom.js";
import { hasMessage, language, t } from "../../ui/i18n.js";
import { sign } from "./icons.js";

const KINDS = ["asset", "handicap", "attack", "defence", "out_of_context", "context"];
/** The spots of the game's own deck; another deck may name any. @type {{ [spot: string]: string }} */
const SPOTS = {
  yellow: "#f2c21a",
  purple: "#8a3fc7",
  silver: "#a9b1bb",
  red: "#d5303e",
  green: "#2f9a4a",
  orange: "#f0832a",
};

/** A player. @param {State} state @param {number} seat */
export const at = (state, seat) => /** @type {Suitor} */ (state.seats[seat]);

/** A card that the viewer can see somewhere, by its number. @param {State} state @param {number | null} id */
export const cardOf = ({ seats, pit, attacks, drawn_cards: drawn, window: open }, id) =>
  /** @type {Card} */ (
    [
      ...seats.flatMap(({ assets, handicaps, hand }) => [...assets, ...handicaps, ...(hand ?? [])]),
      ...pit,
      ...attacks.map(({ card }) => card),
      ...(drawn ?? []),
      ...(open?.cards ?? []).flatMap(({ card, out_of_context: doubt }) => [card, doubt ?? card]),
    ].find((card) => card.id === id)
  );

/** @param {Card} card */
export const title = (card) => card.name ?? "";

/** @param {State} state @param {number} id */
export const titleOf = (state, id) => title(cardOf(state, id));

/** A number with its sign. @param {number | null | undefined} value */
export const signed = (value) =>
  new Intl.NumberFormat(language, { signDisplay: "exceptZero" }).format(value ?? 0).replace("-", "−");

/** @param {Card} card */
export const priced = ({ kind }) => kind === "asset" || kind === "handicap";

/** A card's name, and its value if it hasMessage one. @param {Card} card */
export const named = (card) => (priced(card) ? `${title(card)} (${signed(card.value)})` : title(card));

/** What a card can do, in a few words. @param {Card} card */
export const use = (card) => t(card.attack ? `tapecho.effect.${card.attack}` : `tapecho.use.${card.kind}`);

/** What an attack will do; one that takes an asset names it. @param {State} state @param {Card} card @param {number | null} asset */
export const effect = (state, card, asset) =>
  asset === null ? use(card) : t("tapecho.takes", { card: named(cardOf(state, asset)) });

/** Cards in the order of their kinds, those that count most first. @param {Card[]} cards */
export const sorted = (cards) =>
  [...cards].sort(
    (one, other) =>
      KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) ||
      Math.abs(other.value ?? 0) - Math.abs(one.value ?? 0) ||
      one.id - other.id,
  );

/** Whether a card may be called out of context here. @param {Card} card @param {Card} context */
export const clashes = (card, context) => priced(card) && Boolean(card.spot) && card.spot !== context.spot;

/** @param {string} spot */
const colour = (spot) => (hasMessage(`tapecho.spot.${spot}`) ? t(`tapecho.spot.${spot}`) : spot);

/** Whether a card is for men, for women or mixed. @param {Card} card */
const aimed = ({ kind }) => KINDS.indexOf(kind) < 4;

/** All of a card in words. @param {Card} card @param {Card} context */
export const inWords = (card, context) =>
  [
    title(card),
    t(`tapecho.kind.${card.kind}`),
    priced(card) && signed(card.value),
    aimed(card) && t(`tapecho.for.${card.role ?? "mixed"}`),
    card.attack && use(card),
    card.spot && t(clashes(card, context) ? "tapecho.spot_out" : "tapecho.spot_in", { spot: colour(card.spot) }),
  ]
    .filter(Boolean)
    .join(", ");

/** A spot with its name, and a mark if it does not fit. @param {Card} card @param {Card} context */
export const spot = (card, context) =>
  card.spot &&
  h(
    "span",
    { class: "tp-spot", style: { "--spot": SPOTS[card.spot] ?? card.spot } },
    h("i"),
    h("span", null, colour(card.spot)),
    clashes(card, context) && h("b", null, "≠"),
  );

/** The whole face. @param {Card} card @param {Card} context */
export const face = (card, context) => [
  h(
    "span",
    { class: "tp-head" },
    sign(card.attack ?? card.kind),
    priced(card) && h("b", null, signed(card.value)),
    aimed(card) && sign(card.role ?? "mixed"),
  ),
  h("span", { class: "tp-name" }, title(card)),
  spot(card, context),
];

/** A card that lies somewhere, as a label. @param {Card} card @param {Card} context @param {object} [more] */
export const pill = (card, context, more) =>
  h(
    "span",
    {
      class: `tp-pill tp-${card.kind}`,
      title: inWords(card, context),
      role: "img",
      "aria-label": inWords(card, context),
      ...more,
    },
    pillFace(card),
  );

/** @param {Card} card */
export const pillFace = (card) => [
  sign(card.attack ?? card.kind),
  priced(card) && h("b", null, signed(card.value)),
  h("span", { class: "tp-label" }, title(card)),
];
