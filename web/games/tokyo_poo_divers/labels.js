/** Everything the table says, in words: places, covers, events and actions. */

/** @import { Scene } from "../../types.js" */
/** @import { Cell, Face, Street } from "./reducer.js" */

import { listed, t } from "../../ui/i18n.js";
import { at, same } from "./rules.js";

/** The game's own words. @param {string} key @param {import("../../ui/i18n.js").Filling} [filling] */
export const say = (key, filling) => t(`tokyo_poo_divers.${key}`, filling);

/** @type {{ [letter: string]: Face }} */
const FACES = { F: "find", X: "blank", Z: "sleeper" };
/** @type {{ [face: string]: string }} */
export const LETTERS = { find: "F", blank: "X", sleeper: "Z" };

/** @param {Cell} cell */
export const place = ([row, column]) => say("place", { row: row + 1, column: column + 1 });

/** Pieces in words, e.g. "2 golden, 1 brown". @param {import("./reducer.js").Pieces} pieces */
export const pieces = ({ brown, golden }) =>
  [golden && say("n_golden", { n: golden }), brown && say("n_brown", { n: brown })].filter(Boolean).join(", ") ||
  say("no_pieces");

/** All that is to be known of a cover. @param {Scene<Street>} scene @param {Cell} cell @param {string} offer what touching it does, or "" */
export function cover({ state, me, name }, cell, offer) {
  const face = FACES[at(state, cell)];
  const looks = state.peeks.filter((peek) => same(cell, peek.cell));
  const mine = looks.find(({ seat }) => seat === me);
  const others = looks.filter(({ seat }) => seat !== me).map(({ seat }) => name(seat));
  return [
    `${place(cell)}: ${face ? say(`open_${face}`) : say("closed")}`,
    mine && (mine.face ? say(`seen_${mine.face}`) : say("seen")),
    others.length > 0 && say("looked", { n: others.length, names: listed(others) }),
    state.diver &&
      same(cell, state.diver.cell) &&
      (state.diver.facing ? say("diver_faces", { way: say(`way_${state.diver.facing}`) }) : say("diver_here")),
    same(cell, state.last_opened) && say("last_opened"),
    offer,
  ]
    .filter(Boolean)
    .join("; ");
}

/** An action as a button says it. @param {any} action @param {Scene<Street>} scene */
export function label(action, { state }) {
  if (action.type === "dive" || action.type === "peek") {
    const seen = state.peeks.find(({ cell, face }) => face && same(cell, action.cell))?.face;
    return [say(`do_${action.type}`, { place: place(action.cell) }), seen && `(${say(`seen_${seen}`)})`]
      .filter(Boolean)
      .join(" ");
  }
  if (action.type === "risk")
    return say("do_risk", { way: say(`way_${action.direction ?? state.diver?.facing}`), n: state.finds + 1 });
  return action.type === "bank" ? say("do_bank", { n: state.points }) : say("do_decline");
}

/** An event as the log says it. @param {any} event @param {Scene<Street>} scene */
export function tell({ type, seat, data }, { name }) {
  return TOLD[type]?.(name(seat), data) ?? "";
}

/** @type {{ [type: string]: (name: string, data: any) => string }} */
const TOLD = {
  covers_laid: (_, { layout, board }) =>
    say("told_laid", { n: board.join("").split("#").length - 1, layout: say(`layout_${layout}`) }),
  cover_opened: (name, { cell, face, points, direction, star }) =>
    direction
      ? say(`told_risk_${face}`, { name, way: say(`way_${direction}`), n: points })
      : [
          say(`told_dive_${face}`, { name, place: place(cell), n: points }),
          star.length > 0 && say("told_star", { n: star.length }),
        ]
          .filter(Boolean)
          .join(" "),
  paid: (name, { why, points, forfeited }) =>
    [say(`told_paid_${why}`, { name, n: points }), forfeited > 0 && say("told_lost", { n: forfeited })]
      .filter(Boolean)
      .join(" "),
  peeked: (name, { cell, face }) =>
    face ? say(`told_peek_${face}`, { name, place: place(cell) }) : say("told_peek", { name, place: place(cell) }),
  peek_declined: (name) => say("told_decline", { name }),
};
