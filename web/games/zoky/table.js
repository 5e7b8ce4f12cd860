/** Zoky: the wards of Tokyo at night, and the gangs that fight over them. */

/** @import { GameTable, Scene } from "../../types.js" */

import { h } from "../../ui/dom.js";
import { t } from "../../ui/i18n.js";
import { flash } from "../../table/animation.js";
import { aimed, most } from "./selection.js";
import { quartiers, sky } from "./board.js";
import { dock } from "./hand.js";
import { holdings, plate } from "./holdings.js";
import { street } from "./fight.js";
import { label, latest, tell } from "./labels.js";

/** @param {Scene} scene */
function draw(scene) {
  const { turn, fight, latest: done } = scene.state;
  return h(
    "div",
    { class: "zk", key: "zoky" },
    sky(scene),
    turn && done && h("p", { class: "zk-latest" }, latest(scene)),
    fight && street(scene),
    quartiers(scene),
    holdings(scene),
    dock(scene),
  );
}

/** What I am asked to do now. @param {Scene} scene */
function prompt(scene) {
  const { phase } = scene.state;
  const aim = aimed(scene);
  if (aim?.field && aim.legal) return t(`zoky.ask.${aim.field}`);
  return phase === "placement" && most(scene) === 0
    ? t("zoky.prompt.nothing")
    : t(`zoky.prompt.${phase}`, { n: most(scene) });
}

/** @param {HTMLElement} board @param {number} quartier */
const spot = (board, quartier) => board.querySelector(`[data-key="q${quartier}"]`);

/** How events are shown on the board, before it is drawn anew. @type {{ [type: string]: (event: any, board: HTMLElement) => unknown }} */
const PLAYS = {
  landed: (_, board) =>
    Promise.all(
      [...board.querySelectorAll(".zk-thug:not(.zk-is-belly) .zk-fig")].map((one) =>
        flash(one, [{}, { transform: "translateY(-1.4em) rotate(200deg)" }, { transform: "rotate(360deg)" }], 380),
      ),
    ),
  kicked({ data }, board) {
    const [from, to] = [data.zoku, data.target].map((number) =>
      board.querySelector(`[data-zoku="${number}"]`)?.getBoundingClientRect(),
    );
    return (
      from &&
      to &&
      flash(
        board.querySelector(`[data-zoku="${data.zoku}"]`),
        [{}, { transform: `translate(${(to.x - from.x) * 0.8}px, ${(to.y - from.y) * 0.8}px)` }, {}],
        320,
      )
    );
  },
  quartier_claimed: ({ data }, board) =>
    flash(
      spot(board, data.quartier),
      [{}, { transform: "scale(1.06)", filter: "brightness(1.6)" }, { transform: "scale(.9)", opacity: 0 }],
      340,
    ),
  jailed: (_, board) =>
    flash(
      board.querySelector(".zk"),
      [{}, { boxShadow: "inset 0 0 5rem #38f" }, { boxShadow: "inset 0 0 5rem #f24" }, {}],
      400,
    ),
};

/** @type {GameTable} */
export const table = {
  draw,
  tell,
  label,
  prompt,
  plate,
  ear: () => import("./reducer.js"),
  part: (name) => t(`zoky.part.${name}`),
  reacts: () => false, // a Lieutenant that may be played now is lit in my hand
  play(event, scene, board) {
    if (event.type === "lieutenant_played" && event.seat !== scene.me) scene.notify(tell(event, scene));
    return Promise.resolve(PLAYS[event.type]?.(event, board));
  },
};
