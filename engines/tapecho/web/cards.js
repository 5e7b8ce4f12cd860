/** A card: its name, what it means, and its face. */

/** @import { Card, State, Suitor } from "./types.js" */

import { h, hasMessage, language, t } from "/web/kit.js";
import { icon } from "./icons.js";

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
export const suitorAt = (state, seat) => /** @type {Suitor} */ (state.seats[seat]);

/** A card that the viewer can see somewhere, by its number. @param {State} state @param {number | null | undefined} id */
export const findCard = ({ seats, pit, attacks, drawn_cards: drawn, window: open }, id) =>
  [
    ...seats.flatMap(({ assets, handicaps, hand }) => [...assets, ...handicaps, ...(hand ?? [])]),
    ...pit,
    ...attacks.map(({ card }) => card),
    ...(drawn ?? []),
    ...(open?.cards ?? []).flatMap(({ card, out_of_context: doubt }) => [card, doubt ?? card]),
  ].find((card) => card.id === id);

/** A card that the viewer certainly sees. @param {State} state @param {number} id */
export const getCard = (state, id) => /** @type {Card} */ (findCard(state, id));

/** @param {Card} card */
export const cardName = (card) => card.name ?? "";

/** @param {State} state @param {number} id */
export const cardNameOf = (state, id) => cardName(getCard(state, id));

/** A number with its sign. @param {number | null | undefined} value */
export const formatSigned = (value) =>
  new Intl.NumberFormat(language, { signDisplay: "exceptZero" }).format(value ?? 0).replace("-", "−");

/** Whether a card has a value. @param {Card} card */
export const hasValue = ({ kind }) => kind === "asset" || kind === "handicap";

/** A card's name, and its value if it hasMessage one. @param {Card} card */
export const cardLabel = (card) =>
  hasValue(card) ? `${cardName(card)} (${formatSigned(card.value)})` : cardName(card);

/** What a card can do, in a few words. @param {Card} card */
export const useText = (card) => t(card.attack ? `tapecho.effect.${card.attack}` : `tapecho.use.${card.kind}`);

/** What an attack will do; one that takes an asset names it. @param {State} state @param {Card} card @param {number | null} asset */
export const effectText = (state, card, asset) =>
  asset === null ? useText(card) : t("tapecho.takes", { card: cardLabel(getCard(state, asset)) });

/** Cards in the order of their kinds, those that count most first. @param {Card[]} cards */
export const sortCards = (cards) =>
  [...cards].sort(
    (one, other) =>
      KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) ||
      Math.abs(other.value ?? 0) - Math.abs(one.value ?? 0) ||
      one.id - other.id,
  );

/** Whether a card may be called out of context here. @param {Card} card @param {Card} context */
export const isOutOfContext = (card, context) => hasValue(card) && Boolean(card.spot) && card.spot !== context.spot;

/** @param {string} spot */
const spotName = (spot) => (hasMessage(`tapecho.spot.${spot}`) ? t(`tapecho.spot.${spot}`) : spot);

/** Whether a card is for men, for women or mixed. @param {Card} card */
const hasRole = ({ kind }) => KINDS.indexOf(kind) < 4;

/** All of a card in words. @param {Card} card @param {Card} context */
export const cardText = (card, context) =>
  [
    cardName(card),
    t(`tapecho.kind.${card.kind}`),
    hasValue(card) && formatSigned(card.value),
    hasRole(card) && t(`tapecho.for.${card.role ?? "mixed"}`),
    card.attack && useText(card),
    card.spot &&
      t(isOutOfContext(card, context) ? "tapecho.spot_out" : "tapecho.spot_in", { spot: spotName(card.spot) }),
  ]
    .filter(Boolean)
    .join(", ");

/** A spot with its name, and a mark if it does not fit. @param {Card} card @param {Card} context */
export const spotLabel = (card, context) =>
  card.spot &&
  h(
    "span",
    { class: "tp-spot", style: { "--spot": SPOTS[card.spot] ?? card.spot } },
    h("i"),
    h("span", null, spotName(card.spot)),
    isOutOfContext(card, context) && h("b", null, "≠"),
  );

/** The whole face. @param {Card} card @param {Card} context */
export const cardFace = (card, context) => [
  h(
    "span",
    { class: "tp-head" },
    icon(card.attack ?? card.kind),
    hasValue(card) && h("b", null, formatSigned(card.value)),
    hasRole(card) && icon(card.role ?? "mixed"),
  ),
  h("span", { class: "tp-name" }, cardName(card)),
  spotLabel(card, context),
];

/** A card that lies somewhere, as a label. @param {Card} card @param {Card} context @param {object} [attributes] */
export const cardPill = (card, context, attributes) =>
  h(
    "span",
    {
      class: `tp-pill tp-${card.kind}`,
      title: cardText(card, context),
      role: "img",
      "aria-label": cardText(card, context),
      ...attributes,
    },
    pillFace(card),
  );

/** @param {Card} card */
export const pillFace = (card) => [
  icon(card.attack ?? card.kind),
  hasValue(card) && h("b", null, formatSigned(card.value)),
  h("span", { class: "tp-label" }, cardName(card)),
];
