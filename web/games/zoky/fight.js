/** The street: who fights over which Quartier, and how every Zoku lies. */

/** @import { Scene } from "../../types.js" */

import { h } from "../../ui/dom.js";
import { seatIcon } from "../../ui/seat_icons.js";
import { t } from "../../ui/i18n.js";
import { aimed, kicks, touchZoku, wants } from "./selection.js";
import { lights, pointer, title } from "./board.js";
import { face, figure, icon } from "./icons.js";
import { all } from "./lists.js";

/** @param {Scene} scene */
export function street(scene) {
  const { fight, throw_odds } = scene.state;
  const { name, ward } = face(scene.state, fight.quartier);
  return h(
    "section",
    { class: "zk-street", "aria-label": t("zoky.street", { quartier: name }) },
    h(
      "header",
      { class: "zk-corner" },
      h(
        "div",
        { class: `zk-card ${ward.paint}`, key: `q${fight.quartier}`, "data-moves": true },
        title(scene.state, fight.quartier),
      ),
      h(
        "div",
        null,
        h("b", null, t("zoky.round", { n: fight.round })),
        h("span", { class: "zk-chip", "aria-hidden": "true" }, lights(3, fight.round), icon("police")),
        h("small", null, t("zoky.police")),
      ),
    ),
    h(
      "div",
      { class: "zk-lanes" },
      all(fight.involved).map((gang) => lane(scene, gang)),
    ),
    h(
      "dl",
      { class: "zk-odds" },
      ["out", "belly", "edge", "back", "feet"].map((landing) =>
        h(
          "div",
          null,
          h("dt", null, t(`zoky.landing.${landing}`), " ", h("b", null, `${throw_odds[landing]} %`)),
          h("dd", null, t(`zoky.means.${landing}`)),
        ),
      ),
    ),
  );
}

/** One gang's side of the street. @param {Scene} scene @param {number} gang */
function lane(scene, gang) {
  const zokus = all(scene.state.fight.street).filter((zoku) => zoku.gang === gang);
  return h(
    "div",
    { class: `zk-lane ${gang === scene.me ? "mine" : ""}`, role: "group", "aria-label": scene.name(gang) },
    h("div", { class: "zk-who" }, seatIcon(gang), h("b", null, scene.name(gang)), h("small", null, said(scene, gang))),
    h(
      "div",
      { class: "zk-line" },
      zokus.map((zoku) => thug(scene, zoku)),
      zokus.length === 0 && h("small", null, t("zoky.all_home")),
    ),
  );
}

/** What this gang has said, or is waited for. @param {Scene} scene @param {number} gang */
function said({ state: { phase, fight }, view }, gang) {
  if (phase === "kick") return fight.kicker === gang ? t("zoky.kicking") : "";
  if (fight.called.includes(gang)) return `✓ ${t("zoky.called")}`;
  if (fight.ready.includes(gang)) return `✓ ${t("zoky.is_ready")}`;
  return view.awaiting.includes(gang) ? t(`zoky.awaited.${phase}`) : "";
}

/** A Zoku in the street. @param {Scene} scene @param {any} zoku */
function thug(scene, zoku) {
  const [aim, { feet, kicker, targets }, watching] = [aimed(scene), kicks(scene), scene.me === null];
  const lit = wants(scene, "zoku", "target")
    ? aim?.options.has(zoku.zoku)
    : targets.includes(zoku.zoku) || (feet.has(zoku.zoku) && zoku.zoku !== kicker);
  const chosen = [kicker, aim?.chosen.zoku, aim?.chosen.target].includes(zoku.zoku);
  const lies = t(zoku.kicked && zoku.landing === "feet" ? "zoky.has_kicked" : `zoky.landing.${zoku.landing}`);
  return h(
    watching ? "div" : "button",
    {
      class: `zk-thug zk-is-${zoku.landing} ${lit ? "zk-lit" : ""} ${chosen ? "zk-chosen" : ""}`,
      key: `thug${zoku.zoku}`,
      "data-legal": lit,
      "data-zoku": zoku.zoku,
      "aria-pressed": watching ? null : String(chosen),
      onclick: watching ? null : () => touchZoku(scene, zoku),
    },
    h("span", { class: "unseen" }, t("zoky.zoku", { name: scene.name(zoku.gang) })),
    lit && pointer(),
    figure(zoku.gang, zoku.landing, { key: `q${scene.state.fight.quartier}z${zoku.zoku}`, "data-moves": true }),
    h("small", null, lies),
  );
}
