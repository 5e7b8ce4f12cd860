/** What the state means, in words and in sets: nothing here draws. */

/**
 * @import { Scene } from "../../types.js"
 * @import { State } from "./reducer.js"
 * @typedef {"animal" | number} Face
 * @typedef {{ from?: number | null, sent?: string | number }} Hand `from`: the stone that is to be put back; `sent`: what was pressed last
 * @typedef {Scene<State, Hand>} Tomb
 */

import { listed, t } from "../../ui/i18n.js";

export const GESTURES = ["rock", "paper", "scissors"];
export const ANIMALS = 4;

/** A gesture in the middle of a sentence. @param {string} gesture */
export const gestureWord = (gesture) => t(`dragon_fights.in_text.${gesture}`);

/** @param {Face} face */
export const faceWords = (face) =>
  face === "animal" ? t("dragon_fights.animal") : t("dragon_fights.fireflies", { n: face });

/** Where a square is, as on a map of seven rows. @param {State} state @param {number} square */
export function place(state, square) {
  const { x, y } = state.map?.squares[square] ?? { x: 0, y: 0 };
  return t("dragon_fights.place", { row: y + 4, column: x + 4 });
}

/** The stones that lie face down. @param {State} state */
export const faceDown = (state) => state.stones.filter(({ up }) => !up).length;

/** How many animals lie face down: none ever leaves the tomb. @param {State} state */
export const animalsDown = (state) => ANIMALS - state.stones.filter(({ up, face }) => up && face === "animal").length;

/** Whether stones of a go are being turned over or put back. @param {State} state */
export const going = ({ phase }) => ["flip", "decide", "relocate"].includes(phase);

/** Whether this is the viewer's own go. @param {Tomb} scene */
export const mine = ({ state, me, view }) =>
  me !== null && view.status === "active" && going(state) && state.player === me;

/** What may be touched: stones to turn over, stones to put back, squares to put them on; and the stone that is chosen. @param {Tomb} scene */
export function reach(scene) {
  const { state, types, hand, can } = scene;
  const back = state.phase === "relocate" && mine(scene) ? state.turned : [];
  const only = back.length === 1 ? back[0] : null;
  return {
    flips: new Set(can("flip").map(({ square }) => square)),
    // Every stone of the go may go to every free square. So the list, even if it is cut off, names all free squares.
    lifts: new Set(types.includes("relocate") ? back : []),
    drops: new Set(can("relocate").map(({ to }) => to)),
    from: back.find((square) => square === hand.from) ?? only ?? null,
  };
}

/** What a throw has decided. @param {{ seat: number, gesture: string }[]} gestures @param {number[]} left @param {(seat: number) => string} name */
export function decided(gestures, left, name) {
  const best = gestures.find(({ seat }) => seat === left[0])?.gesture ?? "";
  if (left.length === gestures.length) {
    const same = gestures.every(({ gesture }) => gesture === best);
    return same ? t("dragon_fights.all_same", { gesture: gestureWord(best) }) : t("dragon_fights.all_three");
  }
  const beats = t(`dragon_fights.${best}_beats`);
  const names = left.map(name);
  return left.length === 1
    ? t("dragon_fights.won", { beats, name: names[0] ?? "" })
    : t("dragon_fights.again", { beats, names: listed(names) });
}

/** Who still takes part in the throw, or has won it. @param {State} state */
export const inThrow = ({ player, dragons }) =>
  player !== null ? [player] : dragons.filter(({ choosing }) => choosing).map(({ seat }) => seat);

/** How the last throw of this round went. @param {Tomb} scene */
export function verdict({ state, name }) {
  const { phase, player, undecided, dragons, last_throw } = state;
  const left = inThrow(state);
  if (phase === "over") return t("dragon_fights.last_taken");
  if (player !== null && undecided > 0) return t("dragon_fights.by_lot", { name: name(player), n: undecided });
  if (left.length === dragons.length && undecided === 0) return ""; // nothing was thrown yet in this round
  const words = decided(last_throw, left, name);
  return undecided > 1 ? `${words} ${t("dragon_fights.in_a_row", { n: undecided })}` : words;
}
