/** The window: what can be reacted to, by whom and for how long; and the reactions, where the game waits for them. */

/** @import { LaidCard, OpenWindow, Reaction, ReactionAction, Scene } from "./types.js" */

import { classes, formatList, h, seatIcon, t } from "/web/kit.js";
import { cardFace, cardNameOf, cardText, effectText } from "./cards.js";
import { reactionActions } from "./selection.js";

/** @param {Scene} scene */
export function windowPanel(scene) {
  const { window: open } = scene.state;
  const [reactions, [pass]] = [reactionActions(scene), scene.legalOf("pass")];
  return (
    (open || pass) &&
    h(
      "section",
      {
        class: classes("tp-window", (pass || reactions.length > 0) && "tp-awaited"),
        key: "window",
        "aria-label": t("tapecho.window"),
      },
      open?.cards.map((laid) => windowCard(scene, open, laid)),
      open &&
        h(
          "p",
          { class: "tp-next" },
          open.held_up ? t("tapecho.held_up") : t("tapecho.next", { name: scene.name(open.next_player) }),
          timeToReact(scene),
        ),
      scene.view.awaiting.includes(scene.me ?? -1) && // else the bar for reactions offers them
        (pass || reactions.length > 0) &&
        h(
          "div",
          { class: "row" },
          distinct(scene, reactions).map((action) => reactionButton(scene, action, reactions)),
          pass &&
            h(
              "button",
              { key: "pass", "data-legal": "pass", onclick: () => scene.send(pass) },
              t(open ? "tapecho.do.pass" : "tapecho.pass_turn"),
            ),
          open && reactions.length === 0 && h("small", null, t("tapecho.no_answer")),
        ),
    )
  );
}

/** A card, what becomes of it, and who may react. @param {Scene} scene @param {OpenWindow} open @param {LaidCard} laid */
function windowCard(scene, open, { card, target, asset, defended, out_of_context: doubt, out_of_context_by: by }) {
  const { context } = scene.state;
  const reaction = open.reactions.find(({ against }) => against === (doubt ?? card).id);
  return h(
    "div",
    { class: classes("tp-laid", defended && "tp-undone"), key: `laid-${card.id}` },
    h(
      "span",
      { class: `tp-card tp-${card.kind}`, role: "img", "aria-label": cardText(card, context) },
      cardFace(card, context),
    ),
    h(
      "span",
      { class: "tp-fate" },
      h("b", null, scene.name(open.by), open.by !== target && ` → ${scene.name(target)}`),
      card.attack && h("small", null, effectText(scene.state, card, asset)),
      defended && h("small", { class: "tp-mark" }, t("tapecho.undone")),
      doubt && h("small", { class: "tp-mark" }, t("tapecho.doubted", { name: scene.name(by) })),
      reaction && reactingSeats(scene, reaction, open.passed),
    ),
  );
}

/** Who may react; a tick says who has passed. @param {Scene} scene @param {Reaction} reaction @param {number[]} passed */
function reactingSeats(scene, { type, seats }, passed) {
  const names = (/** @type {number[]} */ some) => formatList(some.map((seat) => scene.name(seat)));
  const done = seats.filter((seat) => passed.includes(seat));
  const text = [
    t(`tapecho.may_${type}`, { names: names(seats) }),
    done.length > 0 && t("tapecho.have_passed", { names: names(done) }),
  ]
    .filter(Boolean)
    .join(". ");
  return h(
    "span",
    { class: "tp-answering", role: "img", "aria-label": text, title: text },
    h("small", null, t(`tapecho.may_${type}`, { names: "" })),
    seats.map((seat) => h("i", null, seatIcon(seat), passed.includes(seat) && "✓")),
  );
}

/** Seconds until the next player may act. @param {Scene} scene */
export const secondsToWait = ({ view, now }) =>
  view.not_before ? Math.max(0, Math.ceil((Date.parse(view.not_before) - now()) / 1000)) : 0;

/** The time there is to react. @param {Scene} scene */
const timeToReact = (scene) =>
  secondsToWait(scene) > 0 && [
    h("progress", {
      value: secondsToWait(scene),
      max: scene.view.options.reaction_seconds,
      "aria-hidden": "true",
    }),
    h("span", { role: "timer" }, t("tapecho.seconds", { n: secondsToWait(scene) })),
  ];

/** Of cards with the same name, one is enough. @param {Scene} scene @param {ReactionAction[]} actions */
const distinct = ({ state }, actions) => [
  ...new Map(actions.map((one) => [`${one.against} ${cardNameOf(state, one.card)}`, one])).values(),
];

/** A button; it says what it is against if there is a choice. @param {Scene} scene @param {ReactionAction} action @param {ReactionAction[]} all */
export const reactionButton = ({ state, send }, action, all) =>
  h(
    "button",
    {
      class: "main",
      key: `${action.type}-${action.card}-${action.against}`,
      "data-legal": action.type,
      onclick: () => send(action),
    },
    t(`tapecho.answer.${action.type}`, { card: cardNameOf(state, action.card) }),
    all.some(({ against }) => against !== action.against) && ` → ${cardNameOf(state, action.against)}`,
  );
