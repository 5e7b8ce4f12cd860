/** The street from above: covers, what lies open, the diver with its lamp, and where a touch leads. */

/** @import { Action, Cell, Direction, Letter, Scene, State } from "./types.js" */

import { classes, s } from "/web/kit.js";
import { arrow, definitions, diver, eye, face, seatBadge, steam } from "./icons.js";
import { coverText, describeAction, LETTERS, text } from "./labels.js";
import {
  allCells,
  DIRECTIONS,
  directionTo,
  findsInLine,
  findsOfTurn,
  isSameCell,
  letterAt,
  risks,
  stepFrom,
  STEPS,
} from "./rules.js";
import { actionAt, isLegal, isPending, isSameAction, touch } from "./selection.js";

const EDGE = 6;
/** What is narrower, in pixels, is too small for a finger. */
const FINGER = 38;
const PATTERNS = 6;

/** @type {{ [key: string]: Direction }} */
const ARROWS = { ArrowUp: "n", ArrowDown: "s", ArrowLeft: "w", ArrowRight: "e" };

/** The middle of a place in the drawing. @param {Cell} cell @returns {[x: number, y: number]} */
const center = ([row, column]) => [100 * column + 50, 100 * row + 50];

/** @param {Cell} cell */
const translation = (cell) => `translate(${center(cell).join(" ")})`;

/** @param {Direction} direction */
const angle = (direction) => 45 * DIRECTIONS.indexOf(direction);

/** Touch a place with a pointer; one that is too small for a finger is aimed at first. @param {Scene} scene @param {Action} action @param {Event} event */
function onTouch(scene, action, event) {
  const { currentTarget: target } = event;
  const finger = event.type === "click" && /** @type {PointerEvent} */ (event).pointerType !== "mouse";
  touch(scene, action, finger && target instanceof Element && target.getBoundingClientRect().width < FINGER);
}

/** Enter and the space bar touch; arrows move the focus to the next cover. @param {Cell} cell @param {(event: Event) => void} act @param {KeyboardEvent} event */
function onKey(cell, act, event) {
  const direction = ARROWS[event.key];
  const touches = event.key === "Enter" || event.key === " ";
  if (!direction && !touches) return;
  event.preventDefault();
  if (touches) act(event);
  if (direction && event.currentTarget instanceof SVGElement) focusNext(event.currentTarget, cell, direction);
}

/** @param {SVGElement} element @param {Cell} cell @param {Direction} direction */
function focusNext(element, cell, direction) {
  for (let steps = 1; steps < 16; steps++) {
    const key = `cover-${stepFrom(cell, direction, steps).join("-")}`;
    const next = element.ownerSVGElement?.querySelector(`[data-key="${key}"]`);
    if (next instanceof SVGElement) return next.focus();
  }
}

/** @param {Scene} scene @param {Cell} cell @param {Set<string>} counted */
function cover(scene, cell, counted) {
  const { state, me, view, selection } = scene;
  const [letter, action] = [letterAt(state, cell), actionAt(scene, cell)];
  const legal = isLegal(scene, action);
  const aimed = selection.aim && isSameAction(selection.aim, action);
  const isPlayer = me !== null && view.status === "active";
  const act = (/** @type {Event} */ event) => onTouch(scene, action, event);
  const lit = legal && (!selection.aim || aimed);
  return s(
    "g",
    {
      role: isPlayer ? "button" : "img",
      onclick: isPlayer ? act : null,
      onkeydown: isPlayer ? (/** @type {KeyboardEvent} */ event) => onKey(cell, act, event) : null,
      key: `cover-${cell.join("-")}`,
      transform: translation(cell),
      tabindex: legal ? 0 : isPlayer && -1,
      "data-legal": lit,
      "aria-label": coverText(scene, cell, legal ? describeAction(action, scene) : ""),
      class: classes(
        "tpd-cover",
        lit && "tpd-lit",
        aimed && "tpd-aimed",
        isPending(scene, action) && "tpd-sent",
        isSameCell(cell, state.last_opened) && "tpd-latest",
        counted.has(String(cell)) && "tpd-counted",
      ),
    },
    s("rect", { x: -49, y: -49, width: 98, height: 98, rx: 8, class: "tpd-slab" }),
    s("use", { href: "#tpd-shaft" }),
    letter === "#" ? closedCover(scene, cell) : openCover(state, cell, /** @type {Letter} */ (letter)),
    lit && s("circle", { r: 46, class: "tpd-ring" }),
    letter === "#" && peekMarks(scene, cell),
    aimed && s("path", { d: "M0 -49V-30M0 49V30M-49 0H-30M49 0H30", class: "tpd-cross" }),
    s("rect", { x: -46, y: -46, width: 92, height: 92, rx: 12, class: "tpd-focus" }),
  );
}

/** A closed cover; what the viewer has seen under it can be seen through it. @param {Scene} scene @param {Cell} cell */
function closedCover({ state, me }, cell) {
  const known = knownFace(state, me, cell);
  return s(
    "g",
    { class: "tpd-lid", key: "lid" },
    s("use", { href: `#tpd-cover-${pattern(cell)}` }),
    known &&
      s("g", { class: "tpd-glass" }, s("circle", { r: 36 }), s("g", { transform: "scale(.8)" }, face(LETTERS[known]))),
  );
}

/** What the viewer has seen under a cover, if the view still shows it. @param {State} state @param {number | null} me @param {Cell} cell */
const knownFace = ({ peeks }, me, cell) => peeks.find((peek) => peek.seat === me && isSameCell(cell, peek.cell))?.face;

/** Which pattern a cover has; it says nothing about what is under it. @param {Cell} cell */
const pattern = ([row, column]) => ((((row + 3) * 7919) ^ ((column + 7) * 40503)) >> 5) % PATTERNS;

/** Who has looked under a cover: an eye, and an icon for each. @param {Scene} scene @param {Cell} cell */
function peekMarks({ state, me }, cell) {
  const seats = state.peeks.filter((peek) => isSameCell(cell, peek.cell)).map(({ seat }) => seat);
  if (seats.length === 0) return [];
  return [
    s("g", { transform: "translate(-28 -36)" }, eye(seats.includes(me ?? -1) ? "tpd-own" : "")),
    ...seats.map((seat, n) => s("g", { transform: `translate(${34 - 24 * n} -34)` }, seatBadge(seat))),
  ];
}

/** What lies in an open shaft; where the diver looks out, that is a find. @param {State} state @param {Cell} cell @param {Letter} letter */
const openCover = (state, cell, letter) => [
  !isSameCell(cell, state.diver?.cell ?? null) && s("g", { class: "tpd-face", key: "face" }, face(letter)),
  letter === "F" && findsOfTurn(state).some((find) => isSameCell(cell, find.cell)) && steam(),
];

/** Corners around the cover that was opened last. @param {Cell | null} cell */
const latestCorners = (cell) =>
  cell &&
  s("path", {
    d: "M-46 -30V-46H-30M30 -46H46V-30M46 30V46H30M-30 46H-46V30",
    class: "tpd-corners",
    transform: translation(cell),
    key: "corners",
    "data-moves": true,
  });

/** What each find of the turn was worth, and the finds in line that counted. @param {State} state */
const worthTexts = (state) =>
  [
    ...findsOfTurn(state).map(({ cell, worth }) => ({ cell, worth })),
    ...findsInLine(state).map((cell) => ({ cell, worth: 1 })),
  ].map(({ cell, worth }) =>
    s(
      "text",
      { class: "tpd-worth", transform: translation(cell), x: 0, y: 44 },
      state.diver && isSameCell(cell, state.diver.cell) ? String(worth) : `+${worth}`,
    ),
  );

/** Where a risk may go: an arrow from the find it starts at, and what a find would be worth. @param {Scene} scene */
const riskArrows = ({ state, me, selection }) =>
  risks(state).map(({ direction, cell }) => {
    const [down, right] = STEPS[direction];
    const mine = state.turn === me;
    const hopeless = knownFace(state, me, cell) && knownFace(state, me, cell) !== "find";
    return s(
      "g",
      { class: classes("tpd-offer", mine && "tpd-mine", selection.aim && "tpd-faint"), key: `offer-${direction}` },
      s(
        "g",
        { transform: `${translation(cell)} translate(${-34 * right} ${-34 * down}) rotate(${angle(direction)})` },
        arrow(),
      ),
      !hopeless &&
        s(
          "text",
          { class: "tpd-worth", transform: translation(cell), x: 14 * right, y: 14 * down + 12 },
          `+${state.finds + 1}`,
        ),
    );
  });

/** The lamp's beam: the line of sight, up to the cover it meets. @param {State} state */
function lampBeam(state) {
  const { diver, last_find: last, last_opened: latest } = state;
  if (!diver?.facing || !last) return false;
  const end = risks(state)[0]?.cell ?? (latest && directionTo(last, latest) === diver.facing ? latest : last);
  const steps = Math.max(Math.abs(end[0] - diver.cell[0]), Math.abs(end[1] - diver.cell[1]));
  const length = steps * (diver.facing.length > 1 ? 141 : 100);
  return s("path", {
    d: `M-9 -16L-34 ${-length}A34 34 0 0 1 34 ${-length}L9 -16Z`,
    class: "tpd-beam",
    transform: `${translation(diver.cell)} rotate(${angle(diver.facing)})`,
  });
}

/** Lines to the finds that counted. @param {State} state */
const rays = (state) =>
  findsInLine(state).map((cell) => {
    const [[x1, y1], [x2, y2]] = [center(/** @type {Cell} */ (state.diver?.cell)), center(cell)];
    return s("line", { x1, y1, x2, y2, class: "tpd-ray" });
  });

/** @param {State} state */
const diverFigure = ({ diver: piece, turn }) =>
  piece &&
  s(
    "g",
    { transform: translation(piece.cell), key: "diver", "data-moves": true },
    s("circle", { r: 45, class: "tpd-whose" }),
    s("circle", { r: 45, class: "tpd-turn", stroke: `var(--seat-${turn % 10})` }),
    piece.facing &&
      s("path", {
        d: "M-17 -41L0 -62 17 -41Z",
        class: "tpd-nose",
        fill: `var(--seat-${turn % 10})`,
        transform: `rotate(${angle(piece.facing)})`,
      }),
    s("g", { transform: "scale(.95)" }, diver()),
  );

/** Markings on the asphalt where no cover lies. @param {State} state */
const markings = ({ board }) =>
  board.flatMap((line, row) =>
    [...line].flatMap((place, column) =>
      place === "." && (row + column) % 2 === 0
        ? [s("path", { d: "M-26 10L14 -30M-14 30L26 -10", class: "tpd-paint", transform: translation([row, column]) })]
        : [],
    ),
  );

/** @param {Scene} scene */
export function street(scene) {
  const { state, selection } = scene;
  const [rows, columns] = [state.board.length, state.board[0]?.length ?? 0];
  const counted = new Set(findsInLine(state).map(String));
  return s(
    "svg",
    {
      class: classes("tpd-street", selection.aim && "tpd-aiming"),
      viewBox: `${-EDGE} ${-EDGE} ${100 * columns + 2 * EDGE} ${100 * rows + 2 * EDGE}`,
      role: "group",
      "aria-label": text("street"),
      key: "street",
    },
    definitions(),
    markings(state),
    allCells(state).map((cell) => cover(scene, cell, counted)),
    s(
      "g",
      { class: "tpd-over", "aria-hidden": "true" },
      rays(state),
      lampBeam(state),
      latestCorners(state.last_opened),
      diverFigure(state),
      riskArrows(scene),
      worthTexts(state),
    ),
  );
}
