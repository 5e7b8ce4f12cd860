/** The viewer's own controls: the three gestures, or the stones of this go and the button that takes them. */

/** @import { Gesture, Scene } from "./types.js" */

import { classes, h, s, t } from "/web/kit.js";
import { claw, smallFirefly, stone } from "./icons.js";
import { faceText, oddsText, placeText } from "./labels.js";
import { isFlipping, isMyGo, targets } from "./selection.js";

/** @type {Gesture[]} */
const GESTURES = ["rock", "paper", "scissors"];

/** @param {Scene} scene */
export function hand(scene) {
  if (isFlipping(scene.state)) return turnedStones(scene);
  return scene.state.phase === "gesture" && scene.view.status === "active" ? gestureButtons(scene) : null;
}

/** Three large buttons. @param {Scene} scene */
function gestureButtons(scene) {
  const { state, me, selection, sending, legalOf } = scene;
  if (me === null) return null;
  const legal = new Set(legalOf("gesture").map(({ gesture }) => gesture));
  const pressed = state.your_gesture ?? (sending ? selection.sent : null);
  return h(
    "section",
    { class: "df-mine", key: "df-gestures", "aria-label": t("dragon_fights.gestures") },
    h(
      "div",
      { class: "df-gestures" },
      GESTURES.map((gesture) => gestureButton(scene, gesture, legal.has(gesture), pressed === gesture)),
    ),
  );
}

/** @param {Scene} scene @param {Gesture} gesture @param {boolean} legal @param {boolean} pressed */
function gestureButton({ select, send }, gesture, legal, pressed) {
  const text = t(`dragon_fights.${gesture}`);
  const press = () => {
    select({ sent: gesture });
    send({ type: "gesture", gesture });
  };
  return h(
    "button",
    {
      key: `df-gesture-${gesture}`,
      class: classes("df-gesture", legal && "lit", pressed && "df-pressed"),
      "data-legal": legal,
      "aria-pressed": String(pressed),
      "aria-label": pressed ? t("dragon_fights.chosen_gesture", { gesture: text }) : text,
      onclick: press,
    },
    s("svg", { viewBox: "0 0 48 48", "aria-hidden": "true" }, claw(gesture)),
    h("span", null, text, pressed && " ✓"),
  );
}

/** What is at stake, the stones that were turned over, and taking them. @param {Scene} scene */
function turnedStones(scene) {
  const { state } = scene;
  const relocating = state.phase === "relocate";
  return h(
    "section",
    { class: classes("df-mine", relocating && "df-woken"), key: "df-go" },
    relocating
      ? h("b", { class: "df-awake" }, t("dragon_fights.awake", { n: state.turned.length }))
      : h("span", { class: "df-worth" }, smallFirefly(), h("b", null, state.at_stake), t("dragon_fights.at_stake")),
    h(
      "div",
      { class: "df-turned", role: "group", "aria-label": t("dragon_fights.turned") },
      state.turned.map((square) => turnedStone(scene, square)),
    ),
    !relocating && isMyGo(scene) && takeButton(scene),
    !relocating && h("span", { class: "soft df-odds" }, oddsText(state)),
  );
}

/** A stone of this go; while stones are put back, it can be chosen here as on the map. @param {Scene} scene @param {number} square */
function turnedStone(scene, square) {
  const face = scene.state.stones.find((one) => one.square === square)?.face ?? "animal";
  const { lifts, from } = targets(scene);
  const chosen = from === square;
  const what = t("dragon_fights.face_up", { place: placeText(scene.state, square), face: faceText(face) });
  const picture = s("svg", { viewBox: "-46 -46 92 92", "aria-hidden": "true" }, stone({ up: true, face }));
  if (!lifts.has(square))
    return h("span", { key: `df-turned-${square}`, class: "df-up-stone", role: "img", "aria-label": what }, picture);
  return h(
    "button",
    {
      key: `df-turned-${square}`,
      class: `df-up-stone ${chosen ? "df-pressed" : "lit"}`,
      "data-legal": !chosen,
      "aria-pressed": String(chosen),
      "aria-label": t(chosen ? "dragon_fights.lifted" : "dragon_fights.may_lift", { what }),
      onclick: () => scene.select({ from: chosen ? null : square }),
    },
    picture,
  );
}

/** @param {Scene} scene */
function takeButton({ state, types, send }) {
  const legal = types.includes("take");
  return h(
    "button",
    { class: classes("df-take", legal && "main"), "data-legal": legal, onclick: () => send({ type: "take" }) },
    legal ? t("dragon_fights.take_n", { n: state.at_stake }) : t("dragon_fights.take"),
  );
}
