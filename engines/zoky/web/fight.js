/** The fight in the street: who fights over which Quartier, and how every Zoku lies. */

/** @import { Fight, Scene, Zoku } from "./types.js" */

import { classes, h, seatIcon, t } from "/web/kit.js";
import { pointer, progressLights, quartierTitle } from "./board.js";
import { icon, quartierFace, zokuFigure } from "./icons.js";
import { kicks, lieutenantChoice, needsTarget, touchZoku } from "./selection.js";

/** @param {Scene} scene @param {Fight} fight */
export function street(scene, fight) {
  const { throw_odds: odds } = scene.state;
  const { name, ward } = quartierFace(scene.state, fight.quartier);
  return h(
    "section",
    { class: "zk-street", "aria-label": t("zoky.street", { quartier: name }) },
    h(
      "header",
      { class: "zk-corner" },
      h(
        "div",
        { class: `zk-card ${ward.paint}`, key: `q${fight.quartier}`, "data-moves": true },
        quartierTitle(scene.state, fight.quartier),
      ),
      h(
        "div",
        null,
        h("b", null, t("zoky.round", { n: fight.round })),
        h("span", { class: "zk-chip", "aria-hidden": "true" }, progressLights(3, fight.round), icon("police")),
        h("small", null, t("zoky.police")),
      ),
    ),
    h(
      "div",
      { class: "zk-lanes" },
      fight.involved.map((gang) => lane(scene, fight, gang)),
    ),
    h(
      "dl",
      { class: "zk-odds" },
      /** @type {const} */ (["out", "belly", "edge", "back", "feet"]).map((landing) =>
        h(
          "div",
          null,
          h("dt", null, t(`zoky.landing.${landing}`), " ", h("b", null, `${odds[landing]} %`)),
          h("dd", null, t(`zoky.means.${landing}`)),
        ),
      ),
    ),
  );
}

/** One gang's side of the street. @param {Scene} scene @param {Fight} fight @param {number} gang */
function lane(scene, fight, gang) {
  const zokus = fight.street.filter((zoku) => zoku.gang === gang);
  return h(
    "div",
    { class: classes("zk-lane", gang === scene.me && "mine"), role: "group", "aria-label": scene.name(gang) },
    h(
      "div",
      { class: "zk-who" },
      seatIcon(gang),
      h("b", null, scene.name(gang)),
      h("small", null, gangStatus(scene, fight, gang)),
    ),
    h(
      "div",
      { class: "zk-line" },
      zokus.map((zoku) => streetZoku(scene, fight, zoku)),
      zokus.length === 0 && h("small", null, t("zoky.all_home")),
    ),
  );
}

/** What this gang has said, or is waited for. @param {Scene} scene @param {Fight} fight @param {number} gang */
function gangStatus({ state: { phase }, view }, fight, gang) {
  if (phase === "kick") return fight.kicker === gang ? t("zoky.kicking") : "";
  if (fight.called.includes(gang)) return `✓ ${t("zoky.called")}`;
  if (fight.ready.includes(gang)) return `✓ ${t("zoky.is_ready")}`;
  return view.awaiting.includes(gang) ? t(`zoky.awaited.${phase}`) : "";
}

/** A Zoku in the street. @param {Scene} scene @param {Fight} fight @param {Zoku} zoku */
function streetZoku(scene, fight, zoku) {
  const [choice, { kickers, kicker, targets }, watching] = [lieutenantChoice(scene), kicks(scene), scene.me === null];
  const lit = needsTarget(scene, "zoku", "target")
    ? choice?.options.has(zoku.zoku)
    : targets.includes(zoku.zoku) || (kickers.has(zoku.zoku) && zoku.zoku !== kicker);
  const chosen = [kicker, choice?.chosen.zoku, choice?.chosen.target].includes(zoku.zoku);
  const landing = t(zoku.kicked && zoku.landing === "feet" ? "zoky.has_kicked" : `zoky.landing.${zoku.landing}`);
  return h(
    watching ? "div" : "button",
    {
      class: classes("zk-thug", `zk-is-${zoku.landing}`, lit && "zk-lit", chosen && "zk-chosen"),
      key: `thug${zoku.zoku}`,
      "data-legal": lit,
      "data-zoku": zoku.zoku,
      "aria-pressed": watching ? null : String(chosen),
      onclick: watching ? null : () => touchZoku(scene, zoku),
    },
    h("span", { class: "unseen" }, t("zoky.zoku", { name: scene.name(zoku.gang) })),
    lit && pointer(),
    zokuFigure(zoku.gang, zoku.landing, { key: `q${fight.quartier}z${zoku.zoku}`, "data-moves": true }),
    h("small", null, landing),
  );
}
