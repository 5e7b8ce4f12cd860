/** Squares, events and actions in words. */

/** @import { Action, Event, Scene, Square, State, TurnChoices } from "./types.js" */
/** @import { Handlers, MessageParams } from "/web/types.js" */

import { dispatch, t } from "/web/kit.js";
import { shortestPath, turnChoices } from "./selection.js";

/** A text of this game; where it counts, `flies` are so many fireflies. @param {string} key @param {MessageParams} [params] */
export const text = (key, params) =>
  t(`tchang.${key}`, { ...params, flies: params && "n" in params ? t("tchang.flies", params) : "" });

/** What a colour, figure, piece… is called. @param {string} kind @param {string | null} slug */
export const nameOf = (kind, slug) => (slug === null ? "" : text(`${kind}_${slug}`));

/** Where something is. @param {State} state @param {number} square */
export function placeText(state, square) {
  const { kind = "", colour = null } = state.map.squares[square] ?? {};
  return text(kind, { n: square, colour: nameOf("colour", colour) });
}

/** How a dragon's square stands: closed, never the exit, known to be it, or open. @param {State} state @param {number} square */
export function exitStatus({ exit }, square) {
  if (exit === null) return "closed";
  if (exit.square !== square) return "never";
  return exit.open ? "open" : "known";
}

/** @param {State["statues"][number]} statue */
function statueText({ figure }) {
  if (!figure) return text("with_statue");
  return figure === "tangram" ? text("with_tangram") : text("with_dragon", { colour: nameOf("colour", figure) });
}

/** A square, what lies there, and what touching it does. @param {Scene} scene @param {TurnChoices} choices @param {Square} square */
export function squareText({ state, name }, { aim, chosen, goals, lays }, { id, kind }) {
  const statue = state.statues.find(({ square }) => square === id);
  const status = kind === "dragon" && exitStatus(state, id);
  return [
    placeText(state, id),
    status && text(`exit_${status}`),
    status === "known" && `${state.tangrams}/7`,
    state.stones.includes(id) && text("with_stone"),
    state.animals.includes(id) && text("with_animal"),
    statue && statueText(statue),
    ...state.pawns
      .filter(({ square }) => square === id)
      .map(({ seat, pawn }) => text("with_pawn", { name: name(seat), n: pawn + 1 })),
    goals.has(id) && text("reach", { pawn: chosen + 1, n: goals.get(id) }),
    lays.has(id) && text(state.to_lay?.statues ? "free_statue" : "free_stone"),
    aim === id && text("aimed"),
  ]
    .filter(Boolean)
    .join(", ");
}

/** The text and its params of each type of event that is more than its name. @type {Handlers<Event, [State], [key: string, params?: MessageParams]>} */
const EVENTS = {
  turn_began: () => [""],
  statue_laid: ({ data: { square } }, state) => ["statue_laid", { place: placeText(state, square) }],
  stone_laid: ({ data: { square } }, state) => ["stone_laid", { place: placeText(state, square) }],
  moved: ({ data: { pawn, way, paid } }, state) => [
    "moved",
    { pawn: pawn + 1, n: paid, place: placeText(state, way.at(-1) ?? 0) },
  ],
  freed: ({ data: { pawn, rescuer } }) => ["freed", { pawn: pawn + 1, rescuer: rescuer + 1 }],
  bitten: ({ data: { pawn } }) => ["bitten", { pawn: pawn + 1 }],
  stone_turned: ({ data: { fireflies: n, gained } }) => [gained < n ? "stone_short" : "stone", { n, gained }],
  statue_turned: ({ data: { figure, bonus } }) => {
    if (figure !== "tangram") return ["statue_dragon", { colour: nameOf("colour", figure) }];
    return [bonus ? "statue_bonus" : "statue_tangram"];
  },
  exit_found: ({ data: { dragon } }) => ["exit_found", { colour: nameOf("colour", dragon) }],
  shared: ({ data: { from, to, amount } }) => ["shared", { from: from + 1, to: to + 1, n: amount }],
  passed: ({ data: { automatic } }) => [automatic ? "passed_by_rule" : "passed"],
  concede_voted: ({ data: { votes } }) => ["concede_voted", { n: votes }],
  riddle_solved: ({ data: { figure } }) => ["riddle_solved", { figure: nameOf("figure", figure) }],
};

/** An event in words. @param {Event} event @param {Scene} scene */
export function describeEvent(event, { state, name }) {
  const [key, params] = dispatch(EVENTS, event, state) ?? [event.type];
  return key && text(key, { name: name(event.seat), ...params });
}

/** Each type of action that is more than its name. @type {Handlers<Action, [State], string>} */
const ACTIONS = {
  lay: ({ square }, state) =>
    text(state.to_lay?.statues ? "lay_statue" : "lay_stone", { place: placeText(state, square) }),
  move: ({ pawn, square }, state) =>
    text("move", {
      n: shortestPath(state.map, state.pawns[pawn]?.square ?? 0, square).length - 1,
      pawn: pawn + 1,
      place: placeText(state, square),
    }),
  share: ({ from, to, amount }) => text("share", { n: amount, from: from + 1, to: to + 1 }),
};

/** An action in words. @param {Action} action @param {Scene} scene */
export const describeAction = (action, { state }) => dispatch(ACTIONS, action, state) ?? text(action.type);

/** What the viewer has to do now. @param {Scene} scene */
export function prompt(scene) {
  const { state, selection, types } = scene;
  const { share } = selection;
  if (state.phase === "riddle") return text("prompt_riddle");
  if (state.phase === "lay")
    return state.to_lay?.statues
      ? text("prompt_statue", { n: state.to_lay.statues })
      : text("prompt_stone", { n: state.to_lay?.stones ?? 0 });
  if (share) return share.to === undefined ? text("prompt_taker", { n: share.from + 1 }) : text("prompt_amount");
  if (state.phase === "share") return text("prompt_share");
  const { aim, chosen, distance, movers } = turnChoices(scene);
  if (aim !== null) return text("prompt_aim", { pawn: chosen + 1, n: distance(aim) });
  return movers.size === 0 && types.includes("share")
    ? text("prompt_only_share")
    : text("prompt_move", { n: chosen + 1 });
}
