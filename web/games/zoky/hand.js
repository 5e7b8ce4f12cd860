/** My own things, at the bottom: Lieutenants, and the button that sends what I have put together. */

/** @import { Scene } from "../../types.js" */

import { h } from "../../ui/dom.js";
import { seatIcon } from "../../ui/seat_icons.js";
import { t } from "../../ui/i18n.js";
import { aimed, choose, most, placement, plan, plays, putBack, used } from "./selection.js";
import { face, figure } from "./icons.js";
import { all } from "./lists.js";

/** @param {Scene} scene */
export const dock = (scene) =>
  scene.me !== null &&
  scene.state.phase !== "over" &&
  h(
    "section",
    { class: "zk-dock" },
    ahead(scene),
    scene.state.hand.length > 0 &&
      h(
        "div",
        { class: "zk-hand" },
        all(scene.state.hand).map((card) => lieutenant(scene, card)),
      ),
    scene.selection.card ? play(scene) : answer(scene),
  );

/** What my lookout saw, until that Day begins. @param {Scene} scene */
function ahead({ state }) {
  const seen = state.lookout;
  return (
    seen &&
    seen.day > state.day &&
    h(
      "p",
      { class: "zk-ahead" },
      h("b", null, t("zoky.ahead", { n: seen.day })),
      all(seen.quartiers).map((quartier) => {
        const { name, value, ward } = face(state, quartier);
        return h("span", { class: ward.paint }, `${name} ${value}`);
      }),
    )
  );
}

/** A Lieutenant of mine; a touch shows it, and begins to play it. @param {Scene} scene @param {any} card */
function lieutenant(scene, card) {
  const held = scene.selection.card === card.lieutenant;
  const lit = plays(scene, card.lieutenant).length > 0;
  const when = t(lit ? "zoky.now" : `zoky.window.${card.window}`);
  return h(
    "button",
    {
      class: `zk-lieutenant ${lit ? "zk-lit" : ""} ${held ? "zk-chosen" : ""}`,
      key: card.lieutenant,
      "data-legal": lit && !held,
      "aria-pressed": String(held),
      onclick: () => (held ? putBack(scene) : scene.select({ card: card.lieutenant, aim: {} })),
    },
    h("b", null, card.name),
    h("small", { class: "zk-wide" }, card.text),
    h("small", { class: "zk-when" }, lit && "▶ ", when),
  );
}

/** The Lieutenant that is looked at: its text, the next choice, and the button that plays it. @param {Scene} scene */
function play(scene) {
  const aim = aimed(scene);
  if (!aim) return null;
  const { card, legal, field, action, options } = aim;
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
        all(scene.state.chiefs).map(
          ({ seat }) =>
            seat !== scene.me &&
            h(
              "button",
              {
                class: options.has(seat) ? "zk-lit" : "",
                "data-legal": options.has(seat),
                onclick: () => choose(scene, seat),
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
        { "data-legal": !legal && scene.legal.length > 0, onclick: () => putBack(scene) },
        t("zoky.put_back"),
      ),
      (action || !legal) &&
        sender(legal, t("zoky.play", { what: legal ? aimedAt(scene, action) : card.name }), () =>
          scene.send(action ?? { type: "lieutenant", lieutenant: card.lieutenant }),
        ),
    ),
  );
}

/** The button that sends an action. A dark one sends too, and the service says why not. @param {boolean} lit @param {string} text @param {() => void} send */
const sender = (lit, text, send) =>
  h("button", { class: lit ? "main" : "zk-dark", "data-legal": lit, onclick: send }, text);

/** A Lieutenant and its targets in words. @param {Scene} scene @param {any} action */
export function aimedAt({ state, name }, { lieutenant: slug, quartier, to, gang, zoku = null, target = zoku }) {
  const seen = [...all(state.hand), ...all(state.chiefs).flatMap(({ face_up }) => face_up)];
  const card = seen.find(({ lieutenant }) => lieutenant === slug)?.name ?? slug.replaceAll("_", " ");
  const lies = all(state.fight?.street).find((one) => one.zoku === target)?.landing;
  const targets = [
    gang !== undefined && name(gang),
    quartier !== undefined && face(state, quartier).name + (to === undefined ? "" : ` → ${face(state, to).name}`),
    target !== null &&
      t("zoky.zoku", { name: name(Math.floor(target / 4)) }) + (lies ? ` (${t(`zoky.landing.${lies}`)})` : ""),
  ]
    .filter(Boolean)
    .join(", ");
  return targets ? `${card}: ${targets}` : card;
}

/** @param {Scene} scene */
export const mayThrow = ({ state, me }) =>
  t("zoky.throw", {
    n: all(state.fight.street).filter(({ gang, landing }) => gang === me && !["out", "belly"].includes(landing)).length,
  });

/** What the game asks of me, besides Lieutenants. @param {Scene} scene */
function answer(scene) {
  const {
    state: { turn, fight, phase },
    me,
  } = scene;
  if (turn?.seat === me) return placingRow(scene);
  if (!fight?.involved.includes(me)) return null;
  if (phase === "throw") return row(scene, "throw", mayThrow(scene));
  if (phase === "landed") return row(scene, "ready", t("zoky.ready"));
  return fight.kicker === me && row(scene, "decline_kick", t("zoky.decline_kick"));
}

/** @param {Scene} scene @param {string} type @param {string} text */
const row = (scene, type, text) =>
  h(
    "div",
    { class: "zk-send" },
    h("span", null, type === "decline_kick" && t("zoky.kick_how")),
    sender(scene.types.includes(type), text, () => scene.send(/** @type {any} */ ({ type }))),
  );

/** How many of this turn's Zokus are planned, and the button that places them. @param {Scene} scene */
function placingRow(scene) {
  const [n, limit] = [used(scene), most(scene)];
  return h(
    "div",
    { class: "zk-send" },
    h(
      "span",
      { class: "zk-limit" },
      Array.from({ length: limit }, (_, number) =>
        h("i", { class: number < n ? "planned" : "" }, figure(scene.me ?? 0, "stands")),
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
    sender(scene.types.includes("place"), n > 0 ? t("zoky.place", { n }) : t("zoky.place_none"), () =>
      scene.send(placement(plan(scene))),
    ),
  );
}
