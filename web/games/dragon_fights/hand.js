/** A go: what is at stake, the stones that are turned over, and taking them; and the stones that were taken before. */

/** @import { Face, Tomb } from "./selection.js" */

import { h, s } from "../../ui/dom.js";
import { mark } from "../../ui/seat_icons.js";
import { t } from "../../ui/i18n.js";
import { spark, stone } from "./icons.js";
import { animalsDown, faceDown, faceWords, mine, place, reach } from "./selection.js";

/** @param {Tomb} scene */
export function go(scene) {
  const { state } = scene;
  const back = state.phase === "relocate";
  return h(
    "section",
    { class: `df-mine${back ? " df-woken" : ""}`, key: "df-go" },
    back
      ? h("b", { class: "df-awake" }, t("dragon_fights.awake", { n: state.turned.length }))
      : h("span", { class: "df-worth" }, spark(), h("b", null, state.at_stake), t("dragon_fights.at_stake")),
    h(
      "div",
      { class: "df-turned", role: "group", "aria-label": t("dragon_fights.turned") },
      state.turned.map((square) => turned(scene, square)),
    ),
    !back && mine(scene) && take(scene),
    !back && h("span", { class: "soft df-odds" }, odds(state)),
  );
}

/** What the next stone may be. @param {Tomb["state"]} state */
const odds = (state) =>
  t("dragon_fights.odds", {
    animals: t("dragon_fights.animals", { n: animalsDown(state) }),
    stones: t("dragon_fights.stones", { n: faceDown(state) }),
  });

/** A stone of this go; while stones are put back, it can be chosen here as on the map. @param {Tomb} scene @param {number} square */
function turned(scene, square) {
  const { face } = /** @type {{ face: Face }} */ (scene.state.stones.find((one) => one.square === square));
  const { lifts, from } = reach(scene);
  const chosen = from === square;
  const what = t("dragon_fights.face_up", { place: place(scene.state, square), face: faceWords(face) });
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
      onclick: () => scene.put({ from: chosen ? null : square }),
    },
    picture,
  );
}

/** @param {Tomb} scene */
function take({ state, types, send }) {
  const legal = types.includes("take");
  return h(
    "button",
    {
      class: `df-take ${legal ? "main" : ""}`,
      "data-legal": legal,
      onclick: () => send(/** @type {any} */ ({ type: "take" })),
    },
    legal ? t("dragon_fights.take_n", { n: state.at_stake }) : t("dragon_fights.take"),
  );
}

/** The round, and what is still in the tomb. @param {Tomb} scene */
export const tally = ({ state }) =>
  h(
    "p",
    { class: "df-tally" },
    h("b", null, t("dragon_fights.round", { n: state.round })),
    h("span", null, spark(), t("dragon_fights.left", { n: state.fireflies_left })),
    h("span", null, t("dragon_fights.stones", { n: faceDown(state) })),
  );

/** The stones that each dragon has taken, oldest first. @param {Tomb} scene */
export const piles = ({ state, name }) =>
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
          h("span", { class: "df-name" }, mark(seat), h("span", null, name(seat))),
          h("b", null, spark(), fireflies),
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
