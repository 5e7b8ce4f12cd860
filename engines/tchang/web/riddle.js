/** The riddle with seven real pieces: drag, turn and flip them until they fill one of the dragon's figures. */

/** @import { Figure, Pair, Placed, Riddle, Scene, Tangram } from "./types.js" */

/**
 * What the riddle is drawn from: `legal` says whether the viewer may solve it.
 * @typedef {{ scene: Scene, tangram: Tangram, figure: Figure, pieces: Placed[], legal: boolean, save: (changes: Partial<Tangram>) => void }} Context
 */

import { classes, formatList, h, s, storage } from "/web/kit.js";
import { trackPointer } from "./drag.js";
import {
  corners,
  drawingArea,
  isInside,
  pieceShape,
  rotatePiece,
  snapPiece,
  startPieces,
  toNumber,
  toPoints,
} from "./geometry.js";
import { polygonPoints } from "./icons.js";
import { nameOf, text } from "./labels.js";

/** From how far corners snap together. */
const SNAP_DISTANCE = 0.7;
/** @type {{ [key: string]: Pair }} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The pieces as they were left. This browser stores them: others may act meanwhile, and the page may be loaded again. @param {Scene} scene @param {Figure[]} figures @returns {Context} */
function createContext(scene, figures) {
  const stored = /** @type {Tangram | undefined} */ (storage.loadTable(scene.view.id)?.tangram);
  const tangram = scene.selection.tangram ?? stored ?? { figure: "", pieces: {}, active: 0 };
  const figure = /** @type {Figure} */ (figures.find(({ name }) => name === tangram.figure) ?? figures[0]);
  const save = (/** @type {Partial<Tangram>} */ changes) => {
    const next = { ...tangram, figure: figure.name, ...changes };
    storage.saveTable(scene.view.id, { tangram: next });
    scene.select({ tangram: next });
  };
  return {
    scene,
    tangram,
    figure,
    pieces: tangram.pieces[figure.name] ?? startPieces(figure),
    legal: scene.types.includes("solve_riddle"),
    save,
  };
}

/** @param {Scene} scene */
export function riddle(scene) {
  const figures = scene.state.riddle?.figures ?? [];
  const context = createContext(scene, figures);
  const { tangram, figure, pieces, legal, save } = context;
  const n = pieces.filter((piece) => isInside(figure, piece)).length;
  /** @param {string} key @param {boolean} lit @param {() => void} onclick @param {string} [sign] */
  const button = (key, lit, onclick, sign = "") =>
    h("button", { class: key === "solve" && n === 7 ? "main" : "", "data-legal": lit && "", onclick }, sign, text(key));
  return h(
    "section",
    { class: "tc-riddle", key: "riddle", "aria-label": text("riddle") },
    drawing(context),
    h(
      "div",
      { class: "stack" },
      h(
        "div",
        { class: "row" },
        button("turn", legal, () => turnPiece(context, tangram.active, 1), "↻ "),
        button("flip", legal, () => turnPiece(context, tangram.active, 0, true), "⇅ "),
        button("restart", legal, () =>
          save({ pieces: { ...tangram.pieces, [figure.name]: startPieces(figure) }, active: 0 }),
        ),
      ),
      h(
        "div",
        { class: "tc-figures" },
        figures.map((one) =>
          h(
            "button",
            {
              "aria-pressed": String(one === figure),
              "data-legal": legal && one !== figure && "",
              onclick: () => save({ figure: one.name, active: 0 }),
            },
            silhouette(one),
            nameOf("figure", one.name),
          ),
        ),
      ),
      h("p", { class: "soft", role: "status" }, n ? text("inside", { n }) : text("desk_hint")),
      h(
        "div",
        { class: "row" },
        button("solve", legal && n === 7, () => send(context)),
        button("decline_riddle", scene.types.includes("decline_riddle"), () => scene.send({ type: "decline_riddle" })),
      ),
      declinedNames(scene),
    ),
  );
}

/** @param {Context} context */
const send = ({ scene, pieces }) => scene.send({ type: "solve_riddle", pieces });

/** The figure, and the pieces on it and below it; the one that was touched last lies on top. @param {Context} context */
function drawing(context) {
  const { figure, pieces, tangram } = context;
  const { left, top, width, height, shelf } = drawingArea(figure);
  const tiles = pieces.map((piece, number) => tile(context, piece, number));
  return s(
    "svg",
    {
      class: "tc-drawing",
      key: `drawing-${figure.name}`,
      viewBox: `${left} ${top} ${width} ${height}`,
      role: "group",
      "aria-label": text("desk", { figure: nameOf("figure", figure.name) }),
      "data-riddle": figure.name,
    },
    s("rect", { fill: "var(--tc-sand)", x: left, y: top, width, height, rx: 0.4 }),
    s("rect", { fill: "var(--tc-shelf)", x: left, y: shelf, width, height: top + height - shelf, rx: 0.4 }),
    figure.drawing.map((ring) => s("polygon", { fill: "var(--tc-hole)", points: polygonPoints(ring) })),
    [...tiles.filter((_, number) => number !== tangram.active), tiles[tangram.active]],
  );
}

/** One of the seven pieces. @param {Context} context @param {Placed} piece @param {number} number */
const tile = (context, piece, number) =>
  s(
    "g",
    {
      class: classes("tc-piece", context.tangram.active === number && "held"),
      key: `piece-${number}`,
      transform: translation(piece),
      role: "button",
      tabindex: 0,
      "data-legal": context.legal && "",
      "data-piece": piece.piece,
      "data-placed": JSON.stringify(piece),
      "aria-label": text("piece", {
        piece: nameOf("piece", piece.piece),
        flipped: piece.flip ? text("piece_flipped") : "",
        degrees: piece.rotation * 45,
        place: text(isInside(context.figure, piece) ? "piece_inside" : "piece_outside"),
      }),
      onpointerdown: (/** @type {PointerEvent} */ event) => dragPiece(event, context, number),
      ontouchstart: (/** @type {TouchEvent} */ event) => event.preventDefault(), // not every browser knows touch-action within a drawing
      onkeydown: (/** @type {KeyboardEvent} */ event) => onKey(event, context, number),
    },
    s("polygon", {
      class: "tc-tile",
      fill: `var(--tc-${piece.piece})`,
      points: polygonPoints(toPoints(pieceShape(piece))),
    }),
  );

/** @param {Placed} piece */
const translation = ({ x, y }) => `translate(${toNumber(x)} ${toNumber(y)})`;

/** A piece near a place, with the other pieces in mind. @param {Context} context @param {number} number @param {Placed} piece @param {Pair} place @param {number} distance */
const snapNear = ({ figure, pieces }, number, piece, place, distance) =>
  snapPiece(
    figure,
    pieces.filter((_, other) => other !== number),
    piece,
    place,
    distance,
  );

/** @param {Context} context @param {number} number @param {Placed} piece */
const placePiece = ({ tangram, figure, pieces, save }, number, piece) =>
  save({ pieces: { ...tangram.pieces, [figure.name]: pieces.with(number, piece) }, active: number });

/** Turn a piece by so many steps, or flip it. @param {Context} context @param {number} number @param {number} steps @param {boolean} [flip] */
function turnPiece(context, number, steps, flip = false) {
  const piece = /** @type {Placed} */ (context.pieces[number]);
  const [next, place] = rotatePiece(piece, { rotation: (piece.rotation + steps + 8) % 8, flip: piece.flip !== flip });
  placePiece(context, number, snapNear(context, number, next, place, SNAP_DISTANCE).piece);
}

/** Move a piece to a place, or to a corner that is close to it. @param {Context} context @param {number} number @param {Pair} place @param {number} distance */
function movePiece(context, number, place, distance) {
  const piece = /** @type {Placed} */ (context.pieces[number]);
  placePiece(context, number, snapNear(context, number, piece, place, distance).piece);
}

/** Move a piece with the pointer; corners that come close jump together. A tap takes it up, and then turns it. @param {PointerEvent} event @param {Context} context @param {number} number */
function dragPiece(event, context, number) {
  const tile = /** @type {SVGGElement} */ (event.currentTarget);
  const scale = tile.ownerSVGElement?.getScreenCTM()?.a;
  if (!scale) return;
  const piece = /** @type {Placed} */ (context.pieces[number]);
  let placed = piece;
  // The others go behind it. It stays where it is in the page itself, or it would lose the finger that holds it.
  while (tile.nextSibling) tile.before(tile.nextSibling);
  trackPointer(event, {
    move: (across, down) => {
      /** @type {Pair} */
      const place = [toNumber(piece.x) + across / scale, toNumber(piece.y) + down / scale];
      const { piece: next, snapped } = snapNear(context, number, piece, place, SNAP_DISTANCE);
      placed = next;
      tile.setAttribute("transform", snapped ? translation(next) : `translate(${place.join(" ")})`);
    },
    end: (moved, { type }) => {
      if (moved) placePiece(context, number, placed);
      else if (type === "pointerup" && context.tangram.active === number) turnPiece(context, number, 1);
      else context.save({ active: number });
    },
  });
}

/** @param {KeyboardEvent} event @param {Context} context @param {number} number */
function onKey(event, context, number) {
  const piece = /** @type {Placed} */ (context.pieces[number]);
  const [arrow, key] = [ARROWS[event.key], event.key.toLowerCase()];
  const [step, distance] = event.shiftKey ? [0.25, 0.18] : [1, SNAP_DISTANCE];
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (arrow)
    movePiece(context, number, [toNumber(piece.x) + arrow[0] * step, toNumber(piece.y) + arrow[1] * step], distance);
  else if (key === "r") turnPiece(context, number, event.shiftKey ? -1 : 1);
  else if (key === "f") turnPiece(context, number, 0, true);
  else if (key === "enter") send(context);
  else if (key === " ") context.save({ active: number });
  else return;
  event.preventDefault();
}

/** A figure alone, or as it was laid. @param {Figure} figure @param {Placed[]} [pieces] */
function silhouette(figure, pieces = []) {
  const { left, top, width, height } = drawingArea(figure, false);
  return s(
    "svg",
    { class: "tc-silhouette", viewBox: `${left} ${top} ${width} ${height}`, "aria-hidden": "true" },
    figure.drawing.map((ring) => s("polygon", { points: polygonPoints(ring) })),
    pieces.map((piece) =>
      s("polygon", {
        class: "tc-tile",
        fill: `var(--tc-${piece.piece})`,
        points: polygonPoints(toPoints(corners(piece))),
      }),
    ),
  );
}

/** @param {Scene} scene */
const declinedNames = ({ state, name }) =>
  Boolean(state.riddle?.declined.length) &&
  h("p", { class: "soft" }, text("declined", { names: formatList(state.riddle?.declined.map(name) ?? []) }));

/** The riddle for spectators, and after the end. @param {Scene} scene */
export function riddleResult(scene) {
  const { name, state } = scene;
  const { solved, solver, pieces, figures } = /** @type {Riddle} */ (state.riddle);
  return h(
    "section",
    { class: "panel stack", key: "answer" },
    h(
      "h3",
      null,
      solved
        ? text("riddle_solved", { name: name(solver), figure: nameOf("figure", solved) })
        : text(state.phase === "over" ? "unsolved" : "riddle"),
    ),
    h(
      "div",
      { class: classes("tc-figures", solved && "solved") },
      figures
        .filter((one) => !solved || one.name === solved)
        .map((one) => h("figure", null, silhouette(one, pieces), h("figcaption", null, nameOf("figure", one.name)))),
    ),
    declinedNames(scene),
  );
}
