/** Events, actions and what lies on the map, in words. */

/** @import { Action, Event, Face, Scene, Square, State, Stone } from "./types.js" */
/** @import { Handlers } from "/web/types.js" */

import { dispatch, formatList, t } from "/web/kit.js";
import { targets } from "./selection.js";

/** How many stones show an animal. */
const ANIMALS = 4;

/** A gesture in the middle of a sentence. @param {string} gesture */
export const gestureText = (gesture) => t(`dragon_fights.in_text.${gesture}`);

/** @param {Face} face */
export const faceText = (face) =>
  face === "animal" ? t("dragon_fights.animal") : t("dragon_fights.fireflies", { n: face });

/** Where a square is, as on a map of seven rows. @param {State} state @param {number} square */
export function placeText(state, square) {
  const { x, y } = state.map.squares[square] ?? { x: 0, y: 0 };
  return t("dragon_fights.place", { row: y + 4, column: x + 4 });
}

/** How many stones lie face down. @param {State} state */
export const countFaceDown = (state) => state.stones.filter(({ up }) => !up).length;

/** What the next stone may be: no animal ever leaves the tomb. @param {State} state */
export const oddsText = (state) =>
  t("dragon_fights.odds", {
    animals: t("dragon_fights.animals", {
      n: ANIMALS - state.stones.filter(({ up, face }) => up && face === "animal").length,
    }),
    stones: t("dragon_fights.stones", { n: countFaceDown(state) }),
  });

/** A square and what lies there. @param {State} state @param {Square} square @param {Stone | undefined} stone */
function contentText(state, { id }, stone) {
  const place = placeText(state, id);
  if (!stone) return t("dragon_fights.free", { place });
  if (stone.face === null) return t("dragon_fights.face_down", { place });
  return t(stone.up ? "dragon_fights.face_up" : "dragon_fights.face_known", { place, face: faceText(stone.face) });
}

/** A square, what lies there, and what touching it does. @param {State} state @param {Square} square @param {Stone | undefined} stone @param {ReturnType<typeof targets>} may */
export function squareText(state, square, stone, may) {
  const { id, kind, colour } = square;
  if (kind === "hall") return t("dragon_fights.hall");
  if (kind === "dragon") return t(`dragon_fights.exit_${colour}`);
  const what = contentText(state, square, stone);
  if (may.flips.has(id)) return t("dragon_fights.may_flip", { what });
  if (may.from === id) return t("dragon_fights.lifted", { what });
  if (may.lifts.has(id)) return t("dragon_fights.may_lift", { what });
  return may.from !== null && may.drops.has(id) ? t("dragon_fights.may_drop", { what }) : what;
}

/** What a throw has decided. @param {State["last_throw"]} gestures @param {number[]} left @param {(seat: number) => string} name */
function throwResultText(gestures, left, name) {
  const best = gestures.find(({ seat }) => seat === left[0])?.gesture ?? "";
  if (left.length === gestures.length) {
    const same = gestures.every(({ gesture }) => gesture === best);
    return same ? t("dragon_fights.all_same", { gesture: gestureText(best) }) : t("dragon_fights.all_three");
  }
  const beats = t(`dragon_fights.${best}_beats`);
  const names = left.map(name);
  return left.length === 1
    ? t("dragon_fights.won", { beats, name: names[0] ?? "" })
    : t("dragon_fights.again", { beats, names: formatList(names) });
}

/** Who still takes part in the throw, or has won it. @param {State} state */
const throwers = ({ player, dragons }) =>
  player !== null ? [player] : dragons.filter(({ choosing }) => choosing).map(({ seat }) => seat);

/** How the last throw of this round went. @param {Scene} scene */
export function lastThrowText({ state, name }) {
  const { phase, player, undecided, dragons, last_throw: gestures } = state;
  const left = throwers(state);
  if (phase === "over") return t("dragon_fights.last_taken");
  if (player !== null && undecided > 0) return t("dragon_fights.by_lot", { name: name(player), n: undecided });
  if (left.length === dragons.length && undecided === 0) return ""; // nothing was thrown yet in this round
  const text = throwResultText(gestures, left, name);
  return undecided > 1 ? `${text} ${t("dragon_fights.in_a_row", { n: undecided })}` : text;
}

/** What the viewer has to do now. @param {Scene} scene */
export function prompt(scene) {
  const { state } = scene;
  if (state.phase === "gesture") return gesturePrompt(state);
  if (state.phase === "decide") return t("dragon_fights.ask_decide", { n: state.at_stake });
  if (state.phase === "flip") return t("dragon_fights.ask_flip");
  return t(targets(scene).from === null ? "dragon_fights.ask_lift" : "dragon_fights.ask_drop");
}

/** @param {State} state */
function gesturePrompt({ undecided, dragons }) {
  if (undecided > 0) return t("dragon_fights.ask_again");
  return t(dragons.every(({ choosing }) => choosing) ? "dragon_fights.ask_gesture" : "dragon_fights.ask_out");
}

/** Each type of action in words. @type {Handlers<Action, [State], string>} */
const ACTIONS = {
  gesture: ({ gesture }) => t("dragon_fights.do_gesture", { gesture: gestureText(gesture) }),
  flip: ({ square }, state) => t("dragon_fights.do_flip", { place: placeText(state, square) }),
  take: (_, state) => t("dragon_fights.do_take", { n: state.at_stake }),
  relocate({ from, to }, state) {
    const face = state.stones.find(({ square }) => square === from)?.face ?? "animal";
    return t("dragon_fights.do_relocate", {
      face: faceText(face),
      from: placeText(state, from),
      to: placeText(state, to),
    });
  },
};

/** An action in words. @param {Action} action @param {Scene} scene */
export const describeAction = (action, { state }) => dispatch(ACTIONS, action, state) ?? "";

/**
 * Each type of event in words. The log stays, so without a memory aid it does not say which stone lies where. That a
 * gesture was chosen needs no line: the banner names those who still have to.
 * @type {Handlers<Event, [name: string, scene: Scene], string>}
 */
const EVENTS = {
  stones_laid: ({ data: { squares } }) => t("dragon_fights.told_laid", { n: squares.length }),
  round_began: ({ data: { round } }) => t("dragon_fights.told_round", { round }),
  thrown: ({ data: { gestures, left } }, _, scene) =>
    t("dragon_fights.told_throw", {
      shown: gestures
        .map(({ seat, gesture }) =>
          t("dragon_fights.told_shown", { name: scene.name(seat), gesture: gestureText(gesture) }),
        )
        .join(", "),
      verdict: throwResultText(gestures, left, scene.name),
    }),
  drawn: (_, name) => t("dragon_fights.told_drawn", { name }),
  stone_flipped: ({ data: { face, fireflies } }, name) =>
    face === "animal"
      ? t("dragon_fights.told_animal", { name })
      : t("dragon_fights.told_flip", { name, face: faceText(face), n: fireflies }),
  stones_taken: ({ data: { fireflies, total } }, name) => t("dragon_fights.told_taken", { name, n: fireflies, total }),
  stone_relocated: ({ data: { from, to, face } }, name, { state }) =>
    t(state.memory_aid ? "dragon_fights.told_back_to" : "dragon_fights.told_back", {
      name,
      face: face === "animal" ? faceText(face) : t("dragon_fights.stone_of", { face: faceText(face) }),
      from: placeText(state, from),
      to: placeText(state, to),
    }),
};

/** An event in words. @param {Event} event @param {Scene} scene */
export const describeEvent = (event, scene) => dispatch(EVENTS, event, scene.name(event.seat), scene) ?? "";

/** @param {string} name */
export const scorePart = (name) => (name === "stones" ? t("dragon_fights.part_stones") : name);
