/** The table of Tokyo Poo Divers. */

/** @import { GameTable } from "../../types.js" */

import { h } from "../../ui/dom.js";
import { bank, buttons, purse, stake } from "./hand.js";
import { play } from "./animations.js";
import { label, pieces, say, tell } from "./labels.js";
import { street } from "./board.js";

/** The columns from which on the dock finds no place beside the street. */
const WIDE = 12;

/** @param {import("./reducer.js").Street["purses"][0] | undefined} held */
const purseOf = (held) =>
  held &&
  h(
    "p",
    { class: "tpd-plate", role: "img", "aria-label": say("plate", { n: held.points, what: pieces(held) }) },
    h("b", null, held.points),
    purse(held),
  );

/** @type {GameTable} */
export const table = {
  draw: (scene) =>
    h(
      "div",
      { class: "tpd" },
      h(
        "div",
        { class: `tpd-table ${scene.state.board[0].length > WIDE ? "tpd-flat" : ""}` },
        h("div", { class: "tpd-ground" }, street(scene)),
        h("div", { class: "tpd-dock" }, buttons(scene), stake(scene), bank(scene)),
      ),
    ),
  tell,
  label,
  prompt: ({ state: { phase, points, finds, diver } }) =>
    phase === "decide"
      ? say(diver?.facing ? "ask_on" : "ask_decide", { n: points, more: finds + 1 })
      : say(`ask_${phase}`),
  plate: (seat, { state }) => state && purseOf(state.purses[seat]),
  part: (name) => say(`part_${name}`),
  play,
  ear: () => import("./reducer.js"),
};
