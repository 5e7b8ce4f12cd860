/** The window: what may be answered, by whom and for how long; and my answers, where the game waits for them. */

/** @import { Laid, OpenWindow, Reaction, Scene } from "./types.js" */

import { h } from "../../ui/dom.js";
import { seatIcon } from "../../ui/seat_icons.js";
import { formatList, t } from "../../ui/i18n.js";
import { effect, face, inWords, titleOf } from "./cards.js";

/** @param {Scene} scene */
export function windowPanel(scene) {
  const { window: open } = scene.state;
  const [replies, [pass]] = [answers(scene), scene.legalOf("pass")];
  return (
    (open || pass) &&
    h(
      "section",
      {
        class: `tp-window ${pass || replies.length ? "tp-asked" : ""}`,
        key: "window",
        "aria-label": t("tapecho.window"),
      },
      open?.cards.map((laid) => inWindow(scene, open, laid)),
      open &&
        h(
          "p",
          { class: "tp-next" },
          open.held_up ? t("tapecho.held_up") : t("tapecho.next", { name: scene.name(open.next_player) }),
          pause(scene),
        ),
      scene.view.awaiting.includes(scene.me ?? -1) && // else the bar for reactions offers them
        (pass || replies.length > 0) &&
        h(
          "div",
          { class: "row" },
          distinct(scene, replies).map((action) => reply(scene, action, replies)),
          pass &&
            h(
              "button",
              { key: "pass", "data-legal": "pass", onclick: () => scene.send(pass) },
              t(open ? "tapecho.do.pass" : "tapecho.pass_turn"),
            ),
          open && replies.length === 0 && h("small", null, t("tapecho.no_answer")),
        ),
    )
  );
}

/** A card, what becomes of it, and who may answer. @param {Scene} scene @param {OpenWindow} open @param {Laid} laid */
function inWindow(scene, open, { card, target, asset, defended, out_of_context: doubt, out_of_context_by: by }) {
  const { context } = scene.state;
  const reaction = open.reactions.find(({ against }) => against === (doubt ?? card).id);
  return h(
    "div",
    { class: `tp-laid ${defended ? "tp-undone" : ""}`, key: `laid-${card.id}` },
    h(
      "span",
      { class: `tp-card tp-${card.kind}`, role: "img", "aria-label": inWords(card, context) },
      face(card, context),
    ),
    h(
      "span",
      { class: "tp-fate" },
      h("b", null, scene.name(open.by), open.by !== target && ` → ${scene.name(target)}`),
      card.attack && h("small", null, effect(scene.state, card, asset)),
      defended && h("small", { class: "tp-mark" }, t("tapecho.undone")),
      doubt && h("small", { class: "tp-mark" }, t("tapecho.doubted", { name: scene.name(by) })),
      reaction && answering(scene, reaction, open.passed),
    ),
  );
}

/** Who may answer; a tick says who has passed. @param {Scene} scene @param {Reaction} reaction @param {number[]} passed */
function answering(scene, { type, seats }, passed) {
  const names = (/** @type {number[]} */ some) => formatList(some.map((seat) => scene.name(seat)));
  const done = seats.filter((seat) => passed.includes(seat));
  const words = [
    t(`tapecho.may_${type}`, { names: names(seats) }),
    done.length > 0 && t("tapecho.have_passed", { names: names(done) }),
  ]
    .filter(Boolean)
    .join(". ");
  return h(
    "span",
    { class: "tp-answering", role: "img", "aria-label": words, title: words },
    h("small", null, t(`tapecho.may_${type}`, { names: "" })),
    seats.map((seat) => h("i", null, seatIcon(seat), passed.includes(seat) && "✓")),
  );
}

/** Seconds until the next player may act. @param {Scene} scene */
export const waiting = ({ view, now }) =>
  view.not_before ? Math.max(0, Math.ceil((Date.parse(view.not_before) - now()) / 1000)) : 0;

/** The time there is to react. @param {Scene} scene */
const pause = (scene) =>
  waiting(scene) > 0 && [
    h("progress", {
      value: waiting(scene),
      max: /** @type {any} */ (scene.view.options).reaction_seconds,
      "aria-hidden": "true",
    }),
    h("span", { role: "timer" }, t("tapecho.seconds", { n: waiting(scene) })),
  ];

/** My cards that answer something. @param {Scene} scene */
export const answers = (scene) => [...scene.legalOf("defend"), ...scene.legalOf("out_of_context")];

/** Of cards with the same name, one will do. @param {Scene} scene @param {any[]} actions */
const distinct = ({ state }, actions) => [
  ...new Map(actions.map((one) => [`${one.against} ${titleOf(state, one.card)}`, one])).values(),
];

/** A button; it says what it is against if there is a choice. @param {Scene} scene @param {any} action @param {any[]} all */
export const reply = ({ state, send }, action, all) =>
  h(
    "button",
    {
      class: "main",
      key: `${action.type}-${action.card}-${action.against}`,
      "data-legal": action.type,
      onclick: () => send(action),
    },
    t(`tapecho.answer.${action.type}`, { card: titleOf(state, action.card) }),
    all.some(({ against }) => against !== action.against) && ` → ${titleOf(state, action.against)}`,
  );
