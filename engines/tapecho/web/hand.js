/** The viewer's own things, within reach of a thumb: the window, what is being put together, and the hand. */

/** @import { Action, Card, Lay, Scene } from "./types.js" */

import { classes, h, seatIcon, t, withSpokenText } from "/web/kit.js";
import {
  cardFace,
  cardLabel,
  cardPill,
  cardText,
  effectText,
  formatSigned,
  getCard,
  hasValue,
  isOutOfContext,
  pillFace,
  sortCards,
  useText,
} from "./cards.js";
import {
  addLay,
  assetsToTake,
  isReplacedByOne,
  isUsable,
  layAction,
  myCards,
  planned,
  reactionActions,
  targetSeats,
  touchCard,
  touchSeat,
} from "./selection.js";
import { reactionButton, secondsToWait, windowPanel } from "./window.js";

/** @param {Scene} scene */
export const hand = (scene) =>
  h(
    "section",
    { class: "tp-own", key: "own", "aria-label": t("tapecho.hand") },
    windowPanel(scene),
    drawnCards(scene),
    planPanel(scene),
    scene.me !== null && cardsInHand(scene),
  );

/** The two cards drawn, of which one is kept. @param {Scene} scene */
const drawnCards = ({ state: { drawn_cards: cards, context }, send }) =>
  cards &&
  h(
    "div",
    { class: "tp-drawn row", key: "drawn" },
    h("p", null, t("tapecho.keep_one")),
    cards.map((card) =>
      h(
        "button",
        {
          class: `tp-card tp-${card.kind} lit`,
          key: `card-${card.id}`,
          "data-moves": true,
          "data-legal": "keep",
          onclick: () => send({ type: "keep", card: card.id }),
        },
        withSpokenText(t("tapecho.do.keep", { card: cardText(card, context) }), cardFace(card, context)),
      ),
    ),
  );

/** What is being put together, and how to send it. @param {Scene} scene */
function planPanel(scene) {
  const { lays, card } = planned(scene);
  const [first, second] = [...lays.map((one) => one.card), ...(card === null ? [] : [card])];
  return (
    (lays.length > 0 || card !== null) &&
    h(
      "div",
      { class: classes("tp-plan", scene.sending && "tp-sent"), key: "plan" },
      lays.map((one) => planLine(scene, one)),
      card !== null && targetChoices(scene, card),
      h(
        "div",
        { class: "row" },
        card === null &&
          h(
            "button",
            {
              class: "main",
              key: "send",
              "data-legal": !scene.sending && "send",
              onclick: () => beginTurn(scene, layAction(scene, lays)),
            },
            t("tapecho.send", { n: lays.length }),
          ),
        first !== undefined &&
          second === undefined &&
          scene.types.includes("exchange") &&
          h(
            "button",
            {
              key: "exchange",
              "data-legal": "exchange",
              onclick: () => beginTurn(scene, { type: "exchange", card: first }),
            },
            t(isReplacedByOne(scene, first) ? "tapecho.exchange_last" : "tapecho.exchange"),
          ),
        h(
          "button",
          { key: "back", onclick: () => scene.select({ lays: card === null ? [] : lays, card: null, target: null }) },
          t("tapecho.take_back"),
        ),
      ),
    )
  );
}

/** Send an action, unless the others still have time to react. @param {Scene} scene @param {Action} action */
const beginTurn = (scene, action) =>
  secondsToWait(scene) > 0 ? scene.notify(t("tapecho.wait", { n: secondsToWait(scene) })) : scene.send(action);

/** One card with its target, and what it does. @param {Scene} scene @param {Lay} one */
function planLine({ state, me, name }, { card, target, asset }) {
  const selected = getCard(state, card);
  return h(
    "p",
    { class: "tp-line", key: `line-${card}` },
    cardPill(selected, state.context),
    "→",
    h("b", null, seatIcon(target), target === me ? t("you") : name(target)),
    !hasValue(selected) && effectText(state, selected, asset),
    isOutOfContext(selected, state.context) && h("span", { class: "tp-mark" }, t("tapecho.risky")),
  );
}

/** What a card may react to, whom it may go to, or what it may take. @param {Scene} scene @param {number} card */
function targetChoices(scene, card) {
  const { target } = planned(scene);
  const selected = getCard(scene.state, card);
  const reactions = reactionActions(scene).filter((one) => one.card === card);
  return h(
    "div",
    { class: "row", key: `choosing-${card}` },
    h("p", null, h("b", null, cardLabel(selected)), !hasValue(selected) && ` ${useText(selected)}`),
    reactions.map((one) => reactionButton(scene, one, reactions)),
    target === null
      ? targetSeats(scene, card).map((seat) =>
          chip(`to-${seat}`, () => touchSeat(scene, card, seat), [
            seatIcon(seat),
            seat === scene.me ? t("you") : scene.name(seat),
          ]),
        )
      : assetsToTake(scene, card, target).map((id) =>
          chip(`prize-${id}`, () => addLay(scene, card, target, id), pillFace(getCard(scene.state, id))),
        ),
  );
}

/** @param {string} key @param {() => void} onclick @param {import("/web/types.js").Children} inner */
const chip = (key, onclick, inner) => h("button", { class: "tp-chip lit", key, "data-legal": key, onclick }, inner);

/** @param {Scene} scene */
function cardsInHand(scene) {
  const cards = sortCards(myCards(scene));
  const penalty = cards.filter(hasValue).reduce((sum, { value }) => sum - Math.abs(value ?? 0), 0);
  return h(
    "div",
    { key: "hand" },
    h(
      "p",
      { class: "tp-rest" },
      h("b", null, t("tapecho.your_hand", { n: cards.length })),
      h("small", null, t("tapecho.left", { points: formatSigned(penalty) })),
    ),
    h(
      "div",
      { class: "tp-cards" },
      cards.map((card) => handCard(scene, card)),
    ),
  );
}

/** A card in the hand. @param {Scene} scene @param {Card} card */
function handCard(scene, card) {
  const { lays, card: chosen } = planned(scene);
  const taken = chosen === card.id || lays.some((lay) => lay.card === card.id);
  const lit = !taken && isUsable(scene, card.id);
  const text = cardText(card, scene.state.context);
  return h(
    "button",
    {
      class: classes("tp-card", `tp-${card.kind}`, taken && "tp-taken", lit && "tp-able", !taken && !lit && "tp-dark"),
      key: `card-${card.id}`,
      "data-moves": true,
      "data-legal": lit && "card",
      "aria-pressed": String(taken),
      title: text,
      onclick: () => touchCard(scene, card.id),
    },
    withSpokenText(
      lit ? t(lays.length ? "tapecho.can_be_second" : "tapecho.can_be_used", { card: text }) : text,
      cardFace(card, scene.state.context),
      lit && lays.length > 0 && h("span", { class: "tp-plus" }, "+"),
    ),
  );
}
