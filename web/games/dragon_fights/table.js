/** The table of Dragon Fights. */

/**
 * @import { GameTable } from "../../types.js"
 * @import { Tomb } from "./selection.js"
 */

import { h } from "../../ui/dom.js";
import { tell as say } from "../../ui/notifications.js";
import { t } from "../../ui/i18n.js";
import { flash } from "../../table/animation.js";
import { arena, gestures } from "./dragons.js";
import { go, piles, tally } from "./hand.js";
import { tomb } from "./board.js";
import { decided, faceWords, gestureWord, going, place, reach } from "./selection.js";

/** @param {Tomb} scene */
const draw = (scene) =>
  h(
    "div",
    { class: "df" },
    h(
      "div",
      { class: "df-table" },
      arena(scene),
      h("div", { class: "df-tomb" }, tally(scene), tomb(scene)),
      going(scene.state)
        ? go(scene)
        : scene.state.phase === "gesture" && scene.view.status === "active"
          ? gestures(scene)
          : null,
      piles(scene),
    ),
  );

/** @param {Tomb} scene */
function prompt(scene) {
  const { state } = scene;
  const all = state.dragons.every(({ choosing }) => choosing);
  if (state.phase === "gesture")
    return t(
      state.undecided > 0 ? "dragon_fights.ask_again" : all ? "dragon_fights.ask_gesture" : "dragon_fights.ask_out",
    );
  if (state.phase === "decide") return t("dragon_fights.ask_decide", { n: state.at_stake });
  if (state.phase === "flip") return t("dragon_fights.ask_flip");
  return t(reach(scene).from === null ? "dragon_fights.ask_lift" : "dragon_fights.ask_drop");
}

/** An action in words. @param {any} action @param {Tomb} scene */
function label(action, { state }) {
  if (action.type === "gesture") return t("dragon_fights.do_gesture", { gesture: gestureWord(action.gesture) });
  if (action.type === "flip") return t("dragon_fights.do_flip", { place: place(state, action.square) });
  if (action.type === "take") return t("dragon_fights.do_take", { n: state.at_stake });
  const face = state.stones.find(({ square }) => square === action.from)?.face;
  return t("dragon_fights.do_relocate", {
    face: faceWords(/** @type {any} */ (face)),
    from: place(state, action.from),
    to: place(state, action.to),
  });
}

/**
 * Each kind of event in words. The log stays, so without a memory aid it does not say which stone lies where. That a
 * gesture was chosen needs no line: the banner names those who still have to.
 * @type {{ [type: string]: (data: any, name: string, scene: Tomb) => string }}
 */
const TOLD = {
  stones_laid: ({ squares }) => t("dragon_fights.told_laid", { n: squares.length }),
  round_began: ({ round }) => t("dragon_fights.told_round", { round }),
  thrown: ({ gestures: shown, left }, _, scene) =>
    t("dragon_fights.told_throw", {
      shown: shown
        .map((/** @type {any} */ { seat, gesture }) =>
          t("dragon_fights.told_shown", { name: scene.name(seat), gesture: gestureWord(gesture) }),
        )
        .join(", "),
      verdict: decided(shown, left, scene.name),
    }),
  drawn: (_, name) => t("dragon_fights.told_drawn", { name }),
  stone_flipped: ({ face, fireflies }, name) =>
    face === "animal"
      ? t("dragon_fights.told_animal", { name })
      : t("dragon_fights.told_flip", { name, face: faceWords(face), n: fireflies }),
  stones_taken: ({ fireflies, total }, name) => t("dragon_fights.told_taken", { name, n: fireflies, total }),
  stone_relocated: ({ from, to, face }, name, { state }) =>
    t(state.memory_aid ? "dragon_fights.told_back_to" : "dragon_fights.told_back", {
      name,
      face: face === "animal" ? faceWords(face) : t("dragon_fights.stone_of", { face: faceWords(face) }),
      from: place(state, from),
      to: place(state, to),
    }),
};

/**
 * How each kind of event is shown on the board as it was before. What eyes can follow is said too, but not written down.
 * @type {{ [type: string]: (data: any, event: any, scene: Tomb, board: HTMLElement) => Promise<unknown> }}
 */
const SHOWN = {
  thrown: (_, __, ___, board) =>
    Promise.all(
      [...board.querySelectorAll(".df-hand")].map((hand) =>
        flash(
          hand,
          [0, -9, 0, -9, 0].map((y) => ({ translate: `0px ${y}px` })),
          380,
        ),
      ),
    ),
  stone_flipped: ({ square }, _, { state }, board) => {
    say(t("dragon_fights.told_where", { place: place(state, square) }));
    return flash(stoneOn(board, square), [{ scale: "1 1" }, { scale: "0 1.1" }], 170);
  },
  stone_relocated: ({ from, to }, _, { state }, board) => {
    say(t("dragon_fights.told_from_to", { from: place(state, from), to: place(state, to) }));
    return flies(stoneOn(board, from), board.querySelector(`[data-key="df-square-${to}"]`), 380);
  },
  stones_taken: ({ squares }, { seat }, _, board) =>
    Promise.all(
      squares.map((/** @type {number} */ square) =>
        flies(stoneOn(board, square), board.querySelector(`[data-key="df-dragon-${seat}"]`), 350),
      ),
    ),
};

/** @param {HTMLElement} board @param {number} square */
const stoneOn = (board, square) => board.querySelector(`[data-key="df-stone-${square}"]`);

/** A stone flies from where it lies to something else. @param {Element | null} piece @param {Element | null} goal @param {number} time */
function flies(piece, goal, time) {
  const drawing = piece instanceof SVGElement ? piece.ownerSVGElement : null;
  if (!piece || !goal || !drawing) return Promise.resolve();
  piece.parentElement?.parentElement?.append(piece.parentElement); // over all others
  const [from, to] = [piece.getBoundingClientRect(), goal.getBoundingClientRect()];
  const scale = drawing.getBoundingClientRect().width / drawing.viewBox.baseVal.width;
  const far = [to.x + to.width / 2 - from.x - from.width / 2, to.y + to.height / 2 - from.y - from.height / 2].map(
    (length) => `${length / scale}px`,
  );
  return flash(piece, [{ translate: "0px 0px" }, { translate: far.join(" ") }], time);
}

/** @type {GameTable} */
export const table = {
  draw,
  prompt,
  label,
  tell: (event, scene) => TOLD[event.type]?.(event.data, scene.name(event.seat), scene) ?? "",
  play: (event, scene, board) => SHOWN[event.type]?.(event.data, event, scene, board),
  part: (name) => (name === "stones" ? t("dragon_fights.part_stones") : name),
  ear: () => import("./reducer.js"),
};
