/** My own things, within reach of a thumb: the window, what I am putting together, and my hand. */

/** @import { Card, Lay, Scene } from "./types.js" */

import { h, withSpokenText } from "../../ui/dom.js";
import { seatIcon } from "../../ui/seat_icons.js";
import { t } from "../../ui/i18n.js";
import { cardOf, clashes, effect, face, inWords, named, pill, pillFace, priced, signed, sorted, use } from "./cards.js";
import { action, lay, myCards, planned, prizes, targets, touchCard, touchSeat, useful } from "./selection.js";
import { answers, reply, waiting, windowPanel } from "./window.js";

/** @param {Scene} scene */
export const mine = (scene) =>
  h(
    "section",
    { class: "tp-own", key: "own", "aria-label": t("tapecho.hand") },
    windowPanel(scene),
    drawn(scene),
    plan(scene),
    scene.me !== null && hand(scene),
  );

/** The two cards drawn, of which one is kept. @param {Scene} scene */
const drawn = ({ state: { drawn_cards: cards, context }, send }) =>
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
        withSpokenText(t("tapecho.do.keep", { card: inWords(card, context) }), face(card, context)),
      ),
    ),
  );

/** What is being put together, and how to send it. @param {Scene} scene */
function plan(scene) {
  const { lays, card } = planned(scene);
  const [first, second] = [...lays.map((one) => one.card), ...(card === null ? [] : [card])];
  return (
    (lays.length > 0 || card !== null) &&
    h(
      "div",
      { class: `tp-plan ${scene.sending ? "tp-sent" : ""}`, key: "plan" },
      lays.map((one) => planLine(scene, one)),
      card !== null && choosing(scene, card),
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
              onclick: () => begin(scene, action(scene, lays)),
            },
            t("tapecho.send", { n: lays.length }),
          ),
        second === undefined &&
          scene.types.includes("exchange") &&
          h(
            "button",
            {
              key: "exchange",
              "data-legal": "exchange",
              onclick: () => begin(scene, { type: "exchange", card: first }),
            },
            t("tapecho.exchange"),
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

/** Begin my turn, unless the others still have time to react. @param {Scene} scene @param {any} turn */
const begin = (scene, turn) =>
  waiting(scene) > 0 ? scene.notify(t("tapecho.wait", { n: waiting(scene) })) : scene.send(turn);

/** One card with its target, and what it brings. @param {Scene} scene @param {Lay} one */
function planLine({ state, me, name }, { card, target, asset }) {
  const held = cardOf(state, card);
  return h(
    "p",
    { class: "tp-line", key: `line-${card}` },
    pill(held, state.context),
    "→",
    h("b", null, seatIcon(target), target === me ? t("you") : name(target)),
    !priced(held) && effect(state, held, asset),
    clashes(held, state.context) && h("span", { class: "tp-mark" }, t("tapecho.risky")),
  );
}

/** What a card may answer, whom it may go to, or what it may take. @param {Scene} scene @param {number} card */
function choosing(scene, card) {
  const { target } = planned(scene);
  const held = cardOf(scene.state, card);
  const replies = answers(scene).filter((one) => one.card === card);
  return h(
    "div",
    { class: "row", key: `choosing-${card}` },
    h("p", null, h("b", null, named(held)), !priced(held) && ` ${use(held)}`),
    replies.map((one) => reply(scene, one, replies)),
    target === null
      ? targets(scene, card).map((seat) =>
          chip(`to-${seat}`, () => touchSeat(scene, card, seat), [
            seatIcon(seat),
            seat === scene.me ? t("you") : scene.name(seat),
          ]),
        )
      : prizes(scene, card, target).map((id) =>
          chip(`prize-${id}`, () => lay(scene, card, target, id), pillFace(cardOf(scene.state, id))),
        ),
  );
}

/** @param {string} key @param {() => void} onclick @param {import("../../ui/dom.js").Children} inner */
const chip = (key, onclick, inner) => h("button", { class: "tp-chip lit", key, "data-legal": key, onclick }, inner);

/** @param {Scene} scene */
function hand(scene) {
  const cards = sorted(myCards(scene));
  const left = cards.filter(priced).reduce((sum, { value }) => sum - Math.abs(value ?? 0), 0);
  return h(
    "div",
    { key: "hand" },
    h(
      "p",
      { class: "tp-rest" },
      h("b", null, t("tapecho.your_hand", { n: cards.length })),
      h("small", null, t("tapecho.left", { points: signed(left) })),
    ),
    h(
      "div",
      { class: "tp-cards" },
      cards.map((card) => held(scene, card)),
    ),
  );
}

/** A card of my hand. @param {Scene} scene @param {Card} card */
function held(scene, card) {
  const { lays, card: chosen } = planned(scene);
  const taken = chosen === card.id || lays.some((lay) => lay.card === card.id);
  const lit = !taken && useful(scene, card.id);
  const words = inWords(card, scene.state.context);
  return h(
    "button",
    {
      class: `tp-card tp-${card.kind} ${taken ? "tp-taken" : lit ? "tp-able" : "tp-dark"}`,
      key: `card-${card.id}`,
      "data-moves": true,
      "data-legal": lit && "card",
      "aria-pressed": String(taken),
      title: words,
      onclick: () => touchCard(scene, card.id),
    },
    withSpokenText(
      lit ? t(lays.length ? "tapecho.can_be_second" : "tapecho.can_be_used", { card: words }) : words,
      face(card, scene.state.context),
      lit && lays.length > 0 && h("span", { class: "tp-plus" }, "+"),
    ),
  );
}
