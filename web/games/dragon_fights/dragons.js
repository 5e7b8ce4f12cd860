/** The dragons face to face: what each of them shows, and my own gesture. */

/** @import { Tomb } from "./selection.js" */

import { h, s } from "../../ui/dom.js";
import { mark } from "../../ui/seat_icons.js";
import { t } from "../../ui/i18n.js";
import { claw, covered, dragon, spark, thinking } from "./icons.js";
import { GESTURES, gestureWord, going, verdict } from "./selection.js";

/** All dragons: I, or the first half of them for a spectator, look to the right, and the others to the left. @param {Tomb} scene */
export function arena(scene) {
  const { dragons } = scene.state;
  const me = scene.me ?? 0;
  const order = dragons.map(
    (_, number) => /** @type {typeof dragons[number]} */ (dragons[(me + number) % dragons.length]),
  );
  const half = scene.me === null ? Math.ceil(dragons.length / 2) : 1;
  return h(
    "section",
    { class: `df-arena${dragons.length > 3 ? " df-many" : ""}`, "aria-label": t("dragon_fights.arena") },
    h(
      "ol",
      { class: "bare df-dragons" },
      order.map((one, number) => card(scene, one, number < half)),
    ),
    h("p", { class: "df-verdict" }, verdict(scene)),
  );
}

/** What a dragon is doing. @param {Tomb} scene @param {Tomb["state"]["dragons"][number]} dragon */
function doing({ state }, { seat, choosing, chosen }) {
  if (state.phase === "over") return "rest";
  if (going(state)) return seat === state.player ? "go" : "lost";
  return !choosing ? "out" : chosen ? "chosen" : "thinking";
}

/** @param {Tomb} scene @param {Tomb["state"]["dragons"][number]} one @param {boolean} right whether it looks to the right */
function card(scene, one, right) {
  const { state, name } = scene;
  const { seat, fireflies } = one;
  const shown = state.last_throw.find((throw_) => throw_.seat === seat)?.gesture;
  const does = doing(scene, one);
  const secret = does === "thinking" || does === "chosen";
  const status = t(`dragon_fights.is_${does}`);
  const words = [
    `${name(seat)}: ${t("dragon_fights.fireflies", { n: fireflies })}`,
    status,
    shown && t(secret ? "dragon_fights.before" : "dragon_fights.shows", { gesture: gestureWord(shown) }),
  ];
  return h(
    "li",
    { key: `df-dragon-${seat}`, class: `df-card df-is-${does} df-${right ? "right" : "left"}` },
    h("span", { class: "unseen" }, words.filter(Boolean).join(", ")),
    s(
      "svg",
      { viewBox: "0 0 104 60", class: "df-face", "aria-hidden": "true" },
      s(
        "g",
        { transform: right ? "translate(2 3)" : "translate(102 3) scale(-1 1)" },
        dragon(`var(--seat-${seat % 10})`),
      ),
      s(
        "g",
        { class: "df-hand", transform: right ? "translate(62 14) scale(.9)" : "translate(42 14) scale(-.9 .9)" },
        does === "chosen" ? covered() : does === "thinking" ? thinking() : shown && claw(shown),
      ),
      secret &&
        shown &&
        s(
          "g",
          { class: "df-before", transform: right ? "translate(82 0) scale(.42)" : "translate(22 0) scale(-.42 .42)" },
          claw(shown),
        ),
    ),
    h(
      "span",
      { class: "df-who", "aria-hidden": "true" },
      h("span", { class: "df-name" }, mark(seat), h("span", null, name(seat))),
      h("b", null, spark(), fireflies),
    ),
    h("span", { class: "df-status", "aria-hidden": "true" }, status),
  );
}

/** My gesture: three large buttons. @param {Tomb} scene */
export function gestures(scene) {
  const { state, me, hand, sending, can, put, send } = scene;
  if (me === null) return null;
  const legal = new Set(can("gesture").map(({ gesture }) => gesture));
  const pressed = state.your_gesture ?? (sending ? hand.sent : null);
  return h(
    "section",
    { class: "df-mine", key: "df-gestures", "aria-label": t("dragon_fights.gestures") },
    h(
      "div",
      { class: "df-gestures" },
      GESTURES.map((gesture) =>
        h(
          "button",
          {
            key: `df-gesture-${gesture}`,
            class: `df-gesture${legal.has(gesture) ? " lit" : ""}${pressed === gesture ? " df-pressed" : ""}`,
            "data-legal": legal.has(gesture),
            "aria-pressed": String(pressed === gesture),
            "aria-label":
              pressed === gesture
                ? t("dragon_fights.chosen_gesture", { gesture: t(`dragon_fights.${gesture}`) })
                : t(`dragon_fights.${gesture}`),
            onclick: () => (put({ sent: gesture }), send(/** @type {any} */ ({ type: "gesture", gesture }))),
          },
          s("svg", { viewBox: "0 0 48 48", "aria-hidden": "true" }, claw(gesture)),
          h("span", null, t(`dragon_fights.${gesture}`), pressed === gesture && " ✓"),
        ),
      ),
    ),
  );
}
