/** The riddle with seven real pieces: drag, turn and flip them until they fill one of the dragon's figures. */

/** @import { Desk, Figure, Pair, Placed, State, Tomb } from "./types.js" */
/** @typedef {{ scene: Tomb, desk: Desk, figure: Figure, pieces: Placed[], open: boolean, put: (news: Partial<Desk>) => void }} At */

import { h, s } from "../../ui/dom.js";
import * as memory from "../../ui/storage.js";
import { formatList } from "../../ui/i18n.js";
import { follow } from "./drag.js";
import { area, changed, corners, drawn, inside, laid, real, shape, waiting } from "./geometry.js";
import { points } from "./icons.js";
import { named, w } from "./labels.js";

/** From how far corners pull at each other. */
const REACH = 0.7;
/** @type {{ [key: string]: Pair }} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The desk as it was left. This browser keeps it: others may answer meanwhile, and the page may be loaded again. @param {Tomb} scene @param {Figure[]} figures @returns {At} */
function deskOf(scene, figures) {
  /** @type {Desk} */
  const desk = scene.selection.desk ??
    /** @type {any} */ (memory.table(scene.view.id))?.desk ?? { figure: "", pieces: {}, held: 0 };
  const figure = /** @type {Figure} */ (figures.find(({ name }) => name === desk.figure) ?? figures[0]);
  const put = (/** @type {Partial<Desk>} */ news) => {
    const next = { ...desk, figure: figure.name, ...news };
    memory.keep(scene.view.id, /** @type {any} */ ({ desk: next }));
    scene.select({ desk: next });
  };
  return {
    scene,
    desk,
    figure,
    pieces: desk.pieces[figure.name] ?? waiting(figure),
    open: scene.types.includes("solve_riddle"),
    put,
  };
}

/** @param {Tomb} scene */
export function riddle(scene) {
  const figures = scene.state.riddle?.figures ?? [];
  const at = deskOf(scene, figures);
  const { desk, figure, pieces, open, put } = at;
  const n = pieces.filter((piece) => inside(figure, piece)).length;
  /** @param {string} key @param {boolean} legal @param {() => void} onclick @param {string} [sign] */
  const button = (key, legal, onclick, sign = "") =>
    h("button", { class: key === "solve" && n === 7 ? "main" : "", "data-legal": legal && "", onclick }, sign, w(key));
  return h(
    "section",
    { class: "tc-riddle", key: "riddle", "aria-label": w("riddle") },
    drawing(at),
    h(
      "div",
      { class: "stack" },
      h(
        "div",
        { class: "row" },
        button("turn", open, () => change(at, desk.held, 1), "↻ "),
        button("flip", open, () => change(at, desk.held, 0, true), "⇅ "),
        button("restart", open, () => put({ pieces: { ...desk.pieces, [figure.name]: waiting(figure) }, held: 0 })),
      ),
      h(
        "div",
        { class: "tc-figures" },
        figures.map((one) =>
          h(
            "button",
            {
              "aria-pressed": String(one === figure),
              "data-legal": open && one !== figure && "",
              onclick: () => put({ figure: one.name, held: 0 }),
            },
            silhouette(one),
            named("figure", one.name),
          ),
        ),
      ),
      h("p", { class: "soft", role: "status" }, n ? w("inside", { n }) : w("desk_hint")),
      h(
        "div",
        { class: "row" },
        button("solve", open && n === 7, () => send(at)),
        button("decline_riddle", scene.types.includes("decline_riddle"), () => scene.send({ type: "decline_riddle" })),
      ),
      declined(scene),
    ),
  );
}

/** @param {At} at */
const send = ({ scene, pieces }) => scene.send({ type: "solve_riddle", pieces });

/** The figure, and the pieces on it and below it; the one that was touched last lies on top. @param {At} at */
function drawing(at) {
  const { figure, pieces, desk } = at;
  const { left, top, width, height, shelf } = area(figure);
  const tiles = pieces.map((piece, number) => tile(at, piece, number));
  return s(
    "svg",
    {
      class: "tc-drawing",
      key: `drawing-${figure.name}`,
      viewBox: `${left} ${top} ${width} ${height}`,
      role: "group",
      "aria-label": w("desk", { figure: named("figure", figure.name) }),
      "data-riddle": figure.name,
    },
    s("rect", { fill: "var(--tc-sand)", x: left, y: top, width, height, rx: 0.4 }),
    s("rect", { fill: "var(--tc-shelf)", x: left, y: shelf, width, height: top + height - shelf, rx: 0.4 }),
    figure.drawing.map((ring) => s("polygon", { fill: "var(--tc-hole)", points: points(ring) })),
    [...tiles.filter((_, number) => number !== desk.held), tiles[desk.held]],
  );
}

/** One of the seven pieces. @param {At} at @param {Placed} piece @param {number} number */
const tile = (at, piece, number) =>
  s(
    "g",
    {
      class: `tc-piece ${at.desk.held === number ? "held" : ""}`,
      key: `piece-${number}`,
      transform: shifted(piece),
      role: "button",
      tabindex: 0,
      "data-legal": at.open && "",
      "data-piece": piece.piece,
      "data-placed": JSON.stringify(piece),
      "aria-label": w("piece", {
        piece: named("piece", piece.piece),
        flipped: piece.flip ? w("piece_flipped") : "",
        degrees: piece.rotation * 45,
        place: w(inside(at.figure, piece) ? "piece_inside" : "piece_outside"),
      }),
      onpointerdown: (/** @type {PointerEvent} */ event) => drag(event, at, number),
      ontouchstart: (/** @type {TouchEvent} */ event) => event.preventDefault(), // not every browser knows touch-action within a drawing
      onkeydown: (/** @type {KeyboardEvent} */ event) => keyed(event, at, number),
    },
    s("polygon", { class: "tc-tile", fill: `var(--tc-${piece.piece})`, points: points(drawn(shape(piece))) }),
  );

/** @param {Placed} piece */
const shifted = ({ x, y }) => `translate(${real(x)} ${real(y)})`;

/** A piece near a place, with the other pieces in mind. @param {At} at @param {number} number @param {Placed} piece @param {Pair} place @param {number} reach */
const near = ({ figure, pieces }, number, piece, place, reach) =>
  laid(
    figure,
    pieces.filter((_, other) => other !== number),
    piece,
    place,
    reach,
  );

/** @param {At} at @param {number} number @param {Placed} piece */
const lay = ({ desk, figure, pieces, put }, number, piece) =>
  put({ pieces: { ...desk.pieces, [figure.name]: pieces.with(number, piece) }, held: number });

/** Turn a piece by so many steps, or flip it. @param {At} at @param {number} number @param {number} steps @param {boolean} [flip] */
function change(at, number, steps, flip = false) {
  const piece = /** @type {Placed} */ (at.pieces[number]);
  const [next, place] = changed(piece, { rotation: (piece.rotation + steps + 8) % 8, flip: piece.flip !== flip });
  lay(at, number, near(at, number, next, place, REACH).piece);
}

/** Move a piece with the pointer; corners that come close jump together. A tap takes it up, and then turns it. @param {PointerEvent} event @param {At} at @param {number} number */
function drag(event, at, number) {
  const tile = /** @type {SVGGElement} */ (event.currentTarget);
  const scale = tile.ownerSVGElement?.getScreenCTM()?.a;
  if (!scale) return;
  const piece = /** @type {Placed} */ (at.pieces[number]);
  let found = piece;
  // The others go behind it. It stays where it is in the page itself, or it would lose the finger that holds it.
  while (tile.nextSibling) tile.before(tile.nextSibling);
  follow(event, {
    move: (across, down) => {
      /** @type {Pair} */
      const place = [real(piece.x) + across / scale, real(piece.y) + down / scale];
      const { piece: next, met } = near(at, number, piece, place, REACH);
      found = next;
      tile.setAttribute("transform", met ? shifted(next) : `translate(${place.join(" ")})`);
    },
    end: (moved, { type }) => {
      if (moved) lay(at, number, found);
      else if (type === "pointerup" && at.desk.held === number) change(at, number, 1);
      else at.put({ held: number });
    },
  });
}

/** @param {KeyboardEvent} event @param {At} at @param {number} number */
function keyed(event, at, number) {
  const piece = /** @type {Placed} */ (at.pieces[number]);
  const [arrow, key] = [ARROWS[event.key], event.key.toLowerCase()];
  const [step, reach] = event.shiftKey ? [0.25, 0.18] : [1, REACH];
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (arrow)
    lay(
      at,
      number,
      near(at, number, piece, [real(piece.x) + arrow[0] * step, real(piece.y) + arrow[1] * step], reach).piece,
    );
  else if (key === "r") change(at, number, event.shiftKey ? -1 : 1);
  else if (key === "f") change(at, number, 0, true);
  else if (key === "enter") send(at);
  else if (key === " ") at.put({ held: number });
  else return;
  event.preventDefault();
}

/** A figure alone, or as it was laid. @param {Figure} figure @param {Placed[]} [pieces] */
function silhouette(figure, pieces = []) {
  const { left, top, width, height } = area(figure, false);
  return s(
    "svg",
    { class: "tc-silhouette", viewBox: `${left} ${top} ${width} ${height}`, "aria-hidden": "true" },
    figure.drawing.map((ring) => s("polygon", { points: points(ring) })),
    pieces.map((piece) =>
      s("polygon", { class: "tc-tile", fill: `var(--tc-${piece.piece})`, points: points(drawn(corners(piece))) }),
    ),
  );
}

/** @param {Tomb} scene */
const declined = ({ state, name }) =>
  Boolean(state.riddle?.declined.length) &&
  h("p", { class: "soft" }, w("declined", { names: formatList(state.riddle?.declined.map(name) ?? []) }));

/** The riddle for those who only look on, and after the end. @param {Tomb} scene */
export function answer(scene) {
  const { name, state } = scene;
  const { solved, solver, pieces, figures } = /** @type {NonNullable<State["riddle"]>} */ (state.riddle);
  return h(
    "section",
    { class: "panel stack", key: "answer" },
    h(
      "h3",
      null,
      solved
        ? w("riddle_solved", { name: name(solver), figure: named("figure", solved) })
        : w(state.phase === "over" ? "unsolved" : "riddle"),
    ),
    h(
      "div",
      { class: `tc-figures ${solved ? "solved" : ""}` },
      figures
        .filter((one) => !solved || one.name === solved)
        .map((one) => h("figure", null, silhouette(one, pieces), h("figcaption", null, named("figure", one.name)))),
    ),
    declined(scene),
  );
}
