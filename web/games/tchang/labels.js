/** The tomb in words: squares, events, actions. */

/** @import { State, Tomb } from "./types.js" */

import { t } from "../../ui/i18n.js";
import { way } from "./selection.js";

/** Words of this game. @param {string} key @param {import("../../ui/i18n.js").Filling} [filling] */
export const w = (key, filling) =>
  t(`tchang.${key}`, { ...filling, flies: filling && "n" in filling ? t("tchang.flies", filling) : "" });

/** What a colour, figure, piece… is called. @param {string} kind @param {string | null} slug */
export const named = (kind, slug) => (slug === null ? "" : w(`${kind}_${slug}`));

/** Where something is. @param {State} state @param {number} square */
export function place(state, square) {
  const { kind = "", colour = null } = state.map.squares[square] ?? {};
  return w(kind, { n: square, colour: named("colour", colour) });
}

/** What an event of this type says. @type {{ [type: string]: (data: any, scene: Tomb) => [string, object?] }} */
const TOLD = {
  turn_began: () => [""],
  moved: ({ pawn, way, paid }, { state }) => ["moved", { pawn: pawn + 1, n: paid, place: place(state, way.at(-1)) }],
  freed: ({ pawn, rescuer }) => ["freed", { pawn: pawn + 1, rescuer: rescuer + 1 }],
  bitten: ({ pawn }) => ["bitten", { pawn: pawn + 1 }],
  stone_turned: ({ fireflies: n, gained }) => [
    n === 0 ? "stone_blank" : gained < n ? "stone_short" : "stone",
    { n, gained },
  ],
  statue_turned: ({ figure, bonus }) =>
    figure === "tangram"
      ? [bonus ? "statue_bonus" : "statue_tangram"]
      : ["statue_dragon", { colour: named("colour", figure) }],
  exit_found: ({ dragon }) => ["exit_found", { colour: named("colour", dragon) }],
  shared: ({ from, to, amount }) => ["shared", { from: from + 1, to: to + 1, n: amount }],
  passed: ({ automatic }) => [automatic ? "passed_by_rule" : "passed"],
  concede_voted: ({ votes }) => ["concede_voted", { n: votes }],
  riddle_solved: ({ figure }) => ["riddle_solved", { figure: named("figure", figure) }],
};

/** @param {any} event @param {Tomb} scene */
export function told({ type, data, seat }, scene) {
  const [key, filling] = TOLD[type]?.(data, scene) ?? [type];
  return key && w(key, { name: scene.name(seat), ...filling });
}

/** @param {any} action @param {Tomb} scene */
export function label({ type, pawn, square, from, to, amount }, { state }) {
  const n = type === "move" ? way(state.map, state.pawns[pawn]?.square ?? 0, square).length - 1 : amount;
  return w(type, { n, pawn: pawn + 1, from: from + 1, to: to + 1, place: type === "move" ? place(state, square) : "" });
}
