/** The dragons: what each of them shows, face to face, and the stones that each has taken. */

/** @import { Dragon, Scene } from "./types.js" */

import { classes, h, s, seatIcon, t } from "/web/kit.js";
import { claw, covered, dragon, smallFirefly, thinking } from "./icons.js";
import { countFaceDown, gestureText, lastThrowText } from "./labels.js";
import { isFlipping } from "./selection.js";

/** All dragons: the viewer, or the first half of them for a spectator, look to the right, and the others to the left. @param {Scene} scene */
export function dragonCards(scene) {
  const { dragons } = scene.state;
  const first = scene.me ?? 0;
  const order = [...dragons.slice(first), ...dragons.slice(0, first)];
  const half = scene.me === null ? Math.ceil(dragons.length / 2) : 1;
  return h(
    "section",
    { class: classes("df-arena", dragons.length > 3 && "df-many"), "aria-label": t("dragon_fights.arena") },
    h(
      "ol",
      { class: "bare df-dragons" },
      order.map((one, number) => card(scene, one, number < half)),
    ),
    h("p", { class: "df-verdict" }, lastThrowText(scene)),
  );
}

/** What a dragon is doing. @param {Scene} scene @param {Dragon} dragon */
function activity({ state }, { seat, choosing, chosen }) {
  if (state.phase === "over") return "rest";
  if (isFlipping(state)) return seat === state.player ? "go" : "lost";
  if (!choosing) return "out";
  return chosen ? "chosen" : "thinking";
}

/** @param {Scene} scene @param {Dragon} one @param {boolean} right whether it looks to the right */
function card(scene, one, right) {
  const { state, name } = scene;
  const { seat, fireflies } = one;
  const gesture = state.last_throw.find((shown) => shown.seat === seat)?.gesture;
  const doing = activity(scene, one);
  const secret = doing === "thinking" || doing === "chosen";
  const status = t(`dragon_fights.is_${doing}`);
  const text = [
    `${name(seat)}: ${t("dragon_fights.fireflies", { n: fireflies })}`,
    status,
    gesture && t(secret ? "dragon_fights.before" : "dragon_fights.shows", { gesture: gestureText(gesture) }),
  ];
  return h(
    "li",
    { key: `df-dragon-${seat}`, class: `df-card df-is-${doing} df-${right ? "right" : "left"}` },
    h("span", { class: "unseen" }, text.filter(Boolean).join(", ")),
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
        paw(doing, gesture),
      ),
      secret &&
        gesture &&
        s(
          "g",
          { class: "df-before", transform: right ? "translate(82 0) scale(.42)" : "translate(22 0) scale(-.42 .42)" },
          claw(gesture),
        ),
    ),
    h(
      "span",
      { class: "df-who", "aria-hidden": "true" },
      h("span", { class: "df-name" }, seatIcon(seat), h("span", null, name(seat))),
      h("b", null, smallFirefly(), fireflies),
    ),
    h("span", { class: "df-status", "aria-hidden": "true" }, status),
  );
}

/** What a dragon's claw shows. @param {string} doing @param {string | undefined} gesture */
function paw(doing, gesture) {
  if (doing === "chosen") return covered();
  if (doing === "thinking") return thinking();
  return gesture && claw(gesture);
}

/** The round, and what is still in the tomb. @param {Scene} scene */
export const tally = ({ state }) =>
  h(
    "p",
    { class: "df-tally" },
    h("b", null, t("dragon_fights.round", { n: state.round })),
    h("span", null, smallFirefly(), t("dragon_fights.left", { n: state.fireflies_left })),
    h("span", null, t("dragon_fights.stones", { n: countFaceDown(state) })),
  );

/** The stones that each dragon has taken, oldest first. @param {Scene} scene */
export const takenStones = ({ state, name }) =>
  h(
    "section",
    { class: "df-piles" },
    h("h2", null, t("dragon_fights.taken_by")),
    h(
      "ul",
      { class: "bare" },
      state.dragons.map(({ seat, stones, fireflies }) =>
        h(
          "li",
          { key: `df-pile-${seat}` },
          h("span", { class: "df-name" }, seatIcon(seat), h("span", null, name(seat))),
          h("b", null, smallFirefly(), fireflies),
          stones.length > 0
            ? h(
                "span",
                { class: "df-chips" },
                stones.map((face) => h("i", null, face)),
              )
            : h("span", { class: "soft" }, t("dragon_fights.none_taken")),
        ),
      ),
    ),
    h("p", { class: "soft" }, t(state.memory_aid ? "dragon_fights.aid_on" : "dragon_fights.aid_off")),
  );
