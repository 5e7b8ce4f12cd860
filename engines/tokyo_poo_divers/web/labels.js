/** Places, covers, events and actions, in words. */

/** @import { Action, Cell, Event, Face, Letter, Purse, Scene } from "./types.js" */
/** @import { Handlers, MessageParams } from "/web/types.js" */

import { dispatch, formatList, t } from "/web/kit.js";
import { isSameCell, letterAt } from "./rules.js";

/** A text of this game. @param {string} key @param {MessageParams} [params] */
export const text = (key, params) => t(`tokyo_poo_divers.${key}`, params);

/** @type {{ [letter: string]: Face }} */
const FACES = { F: "find", X: "blank", Z: "sleeper" };
/** @type {{ [face in Face]: Letter }} */
export const LETTERS = { find: "F", blank: "X", sleeper: "Z" };

/** @param {Cell} cell */
const placeText = ([row, column]) => text("place", { row: row + 1, column: column + 1 });

/** Pieces in words, e.g. "2 golden, 1 brown". @param {Purse} purse */
export const purseText = ({ brown, golden }) =>
  [golden && text("n_golden", { n: golden }), brown && text("n_brown", { n: brown })].filter(Boolean).join(", ") ||
  text("no_pieces");

/** All that is to be known of a cover. @param {Scene} scene @param {Cell} cell @param {string} offer what touching it does, or "" */
export function coverText({ state, me, name }, cell, offer) {
  const face = FACES[letterAt(state, cell)];
  const looks = state.peeks.filter((peek) => isSameCell(cell, peek.cell));
  const mine = looks.find(({ seat }) => seat === me);
  const others = looks.filter(({ seat }) => seat !== me).map(({ seat }) => name(seat));
  return [
    `${placeText(cell)}: ${face ? text(`open_${face}`) : text("closed")}`,
    mine && (mine.face ? text(`seen_${mine.face}`) : text("seen")),
    others.length > 0 && text("looked", { n: others.length, names: formatList(others) }),
    state.diver &&
      isSameCell(cell, state.diver.cell) &&
      (state.diver.facing ? text("diver_faces", { way: text(`way_${state.diver.facing}`) }) : text("diver_here")),
    isSameCell(cell, state.last_opened) && text("last_opened"),
    offer,
  ]
    .filter(Boolean)
    .join("; ");
}

/** An action as a button says it. @param {Action} action @param {Scene} scene */
export function describeAction(action, { state, name }) {
  if (action.type === "dive" || action.type === "peek") {
    const seen = state.peeks.find(({ cell, face }) => face && isSameCell(cell, action.cell))?.face;
    return [text(`do_${action.type}`, { place: placeText(action.cell) }), seen && `(${text(`seen_${seen}`)})`]
      .filter(Boolean)
      .join(" ");
  }
  if (action.type === "risk")
    return text("do_risk", { way: text(`way_${action.direction ?? state.diver?.facing}`), n: state.finds + 1 });
  if (action.type === "vote") return voteText("do_vote", action.winner ?? null, name);
  return action.type === "bank" ? text("do_bank", { n: state.points }) : text("do_decline");
}

/** A vote for a seat, or for nobody. @param {string} key @param {number | null} winner @param {Scene["name"]} name @param {MessageParams} [params] */
export const voteText = (key, winner, name, params) =>
  winner === null ? text(`${key}_nobody`, params) : text(key, { ...params, winner: name(winner) });

/** An event as the log says it. @param {Event} event @param {Scene} scene */
export const describeEvent = (event, { name }) => dispatch(EVENTS, event, name(event.seat), name) ?? "";

/** @type {Handlers<Event, [name: string, nameOf: Scene["name"]], string>} */
const EVENTS = {
  covers_laid: ({ data: { layout, board } }) =>
    text("told_laid", { n: board.join("").split("#").length - 1, layout: text(`layout_${layout}`) }),
  cover_opened: ({ data: { cell, face, points, direction, star } }, name) =>
    direction
      ? text(`told_risk_${face}`, { name, way: text(`way_${direction}`), n: points })
      : [
          text(`told_dive_${face}`, { name, place: placeText(cell), n: points }),
          star.length > 0 && text("told_star", { n: star.length }),
        ]
          .filter(Boolean)
          .join(" "),
  paid: ({ data: { why, points, forfeited } }, name) =>
    [text(`told_paid_${why}`, { name, n: points }), forfeited > 0 && text("told_lost", { n: forfeited })]
      .filter(Boolean)
      .join(" "),
  peeked: ({ data: { cell, face } }, name) =>
    face
      ? text(`told_peek_${face}`, { name, place: placeText(cell) })
      : text("told_peek", { name, place: placeText(cell) }),
  peek_declined: (_, name) => text("told_decline", { name }),
  contest_began: ({ data: { tied } }, _, nameOf) => text("told_contest", { names: formatList(tied.map(nameOf)) }),
  voted: ({ data: { winner } }, name, nameOf) =>
    winner === undefined ? text("told_voted", { name }) : voteText("told_vote", winner, nameOf, { name }),
  contest_decided: ({ data: { ballots, winner } }, _, nameOf) =>
    [
      ...ballots.map((ballot) => voteText("told_vote", ballot.winner, nameOf, { name: nameOf(ballot.seat) })),
      winner === null ? text("told_no_majority") : text("told_majority", { name: nameOf(winner) }),
    ].join(" "),
};

/** What the viewer has to do now. @param {Scene} scene */
export function prompt({ state: { phase, points, finds, diver } }) {
  if (phase !== "decide") return text(`ask_${phase}`);
  return text(diver?.facing ? "ask_on" : "ask_decide", { n: points, more: finds + 1 });
}
