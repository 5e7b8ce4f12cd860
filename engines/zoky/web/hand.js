/** The viewer's own things, at the bottom: Lieutenants, and the button that sends what is put together. */

/** @import { Action, Lieutenant, Scene } from "./types.js" */

import { classes, h, seatIcon, t } from "/web/kit.js";
import { quartierFace, zokuFigure } from "./icons.js";
import { lieutenantText, throwText } from "./labels.js";
import {
  chooseTarget,
  countPlanned,
  deselectCard,
  lieutenantActions,
  lieutenantChoice,
  placeAction,
  placementLimit,
  plan,
} from "./selection.js";

/** @param {Scene} scene */
export const hand = (scene) =>
  scene.me !== null &&
  scene.state.phase !== "over" &&
  h(
    "section",
    { class: "zk-dock" },
    lookoutNotice(scene),
    scene.state.hand !== null &&
      scene.state.hand.length > 0 &&
      h(
        "div",
        { class: "zk-hand" },
        scene.state.hand.map((card) => lieutenantCard(scene, card)),
      ),
    scene.selection.card ? selectedCard(scene) : turnControls(scene),
  );

/** What the lookout saw, until that Day begins. @param {Scene} scene */
function lookoutNotice({ state }) {
  const seen = state.lookout;
  return (
    seen &&
    seen.day > state.day &&
    h(
      "p",
      { class: "zk-ahead" },
      h("b", null, t("zoky.ahead", { n: seen.day })),
      seen.quartiers.map((quartier) => {
        const { name, value, ward } = quartierFace(state, quartier);
        return h("span", { class: ward.paint }, `${name} ${value}`);
      }),
    )
  );
}

/** A Lieutenant in the hand; a touch shows it, and begins to play it. @param {Scene} scene @param {Lieutenant} card */
function lieutenantCard(scene, card) {
  const selected = scene.selection.card === card.lieutenant;
  const lit = lieutenantActions(scene, card.lieutenant).length > 0;
  const when = t(lit ? "zoky.now" : `zoky.window.${card.window}`);
  return h(
    "button",
    {
      class: classes("zk-lieutenant", lit && "zk-lit", selected && "zk-chosen"),
      key: card.lieutenant,
      "data-legal": lit && !selected,
      "aria-pressed": String(selected),
      onclick: () => (selected ? deselectCard(scene) : scene.select({ card: card.lieutenant, targets: {} })),
    },
    h("b", null, card.name),
    h("small", { class: "zk-wide" }, card.text),
    h("small", { class: "zk-when" }, lit && "▶ ", when),
  );
}

/** The Lieutenant that is looked at: its text, the next choice, and the button that plays it. @param {Scene} scene */
function selectedCard(scene) {
  const choice = lieutenantChoice(scene);
  if (!choice) return null;
  const { card, legal, field, action, options } = choice;
  const send = () => scene.send(action ?? { type: "lieutenant", lieutenant: card.lieutenant });
  return h(
    "div",
    { class: "zk-play" },
    h(
      "p",
      null,
      h("b", null, card.name),
      " ",
      card.text,
      " ",
      h("small", null, t(legal ? "zoky.kept" : `zoky.window.${card.window}`)),
    ),
    field === "gang" &&
      h(
        "div",
        { class: "row" },
        scene.state.chiefs.map(
          ({ seat }) =>
            seat !== scene.me &&
            h(
              "button",
              {
                class: options.has(seat) ? "zk-lit" : "",
                "data-legal": options.has(seat),
                onclick: () => chooseTarget(scene, seat),
              },
              seatIcon(seat),
              scene.name(seat),
            ),
        ),
      ),
    h(
      "div",
      { class: "zk-send" },
      h("span", { class: "zk-ask", role: "status" }, field && legal && t(`zoky.ask.${field}`)),
      h(
        "button",
        { "data-legal": !legal && scene.legal.length > 0, onclick: () => deselectCard(scene) },
        t("zoky.put_back"),
      ),
      (action || !legal) &&
        sendButton(legal, t("zoky.play", { what: legal && action ? lieutenantText(scene, action) : card.name }), send),
    ),
  );
}

/** The button that sends an action. A dark one sends too, and the service says why not. @param {boolean} lit @param {string} text @param {() => void} send */
const sendButton = (lit, text, send) =>
  h("button", { class: lit ? "main" : "zk-dark", "data-legal": lit, onclick: send }, text);

/** What the viewer has to do, besides Lieutenants. @param {Scene} scene */
function turnControls(scene) {
  const {
    state: { turn, fight, phase },
    me,
  } = scene;
  if (me === null) return null;
  if (turn?.seat === me) return placementControls(scene);
  if (!fight?.involved.includes(me)) return null;
  if (phase === "throw") return actionRow(scene, { type: "throw" }, throwText(scene));
  if (phase === "landed") return actionRow(scene, { type: "ready" }, t("zoky.ready"));
  return fight.kicker === me && actionRow(scene, { type: "decline_kick" }, t("zoky.decline_kick"));
}

/** @param {Scene} scene @param {Action} action @param {string} text */
const actionRow = (scene, action, text) =>
  h(
    "div",
    { class: "zk-send" },
    h("span", null, action.type === "decline_kick" && t("zoky.kick_how")),
    sendButton(scene.types.includes(action.type), text, () => scene.send(action)),
  );

/** How many of this turn's Zokus are planned, and the button that places them. @param {Scene} scene */
function placementControls(scene) {
  const [n, limit] = [countPlanned(scene), placementLimit(scene)];
  return h(
    "div",
    { class: "zk-send" },
    h(
      "span",
      { class: "zk-limit" },
      Array.from({ length: limit }, (_, number) =>
        h("i", { class: number < n ? "planned" : "" }, zokuFigure(scene.me ?? 0, "stands")),
      ),
      h("b", null, t("zoky.used", { n, limit })),
    ),
    n > 0 &&
      h(
        "button",
        { "aria-label": t("zoky.take_back"), onclick: () => scene.select({ plan: {} }) },
        "↶",
        h("span", { class: "zk-wide" }, t("zoky.take_back")),
      ),
    sendButton(scene.types.includes("place"), n > 0 ? t("zoky.place", { n }) : t("zoky.place_none"), () =>
      scene.send(placeAction(plan(scene))),
    ),
  );
}
