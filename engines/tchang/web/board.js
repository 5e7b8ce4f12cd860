/** The map of the tomb with all that lies on it, by the light of the pawns' fireflies. */

/** @import { Pawn, Scene, Square, State, TurnChoices } from "./types.js" */

import { classes, s } from "/web/kit.js";
import { animal, dragon, fireflies, pawnFigure, sign, statue, stone } from "./icons.js";
import { exitStatus, squareText, text } from "./labels.js";
import { shortestPath, touchOf } from "./selection.js";

/** A place on the map in units of the drawing. @param {Square | undefined} square */
export const translation = (square, x = 0, y = 0) =>
  `translate(${(square?.x ?? 0) * 100 + x} ${(square?.y ?? 0) * 100 + y})`;

/** @param {Scene} scene @param {TurnChoices} choices */
export function tomb(scene, choices) {
  const { pawns, map } = scene.state;
  return s(
    "svg",
    { class: "tc-tomb", key: "tomb", viewBox: "-450 -450 900 900", role: "group", "aria-label": text("map") },
    s(
      "defs",
      null,
      s(
        "radialGradient",
        { id: "tc-glow" },
        s("stop", { class: "tc-warm", offset: 0 }),
        s("stop", { class: "tc-cold", offset: 1 }),
      ),
    ),
    s("rect", { fill: "var(--tc-night)", x: -450, y: -450, width: 900, height: 900, rx: 24 }),
    s("rect", { class: "tc-wall", x: -366, y: -366, width: 732, height: 732, rx: 30 }),
    map.edges.map((edge) => s("polyline", { class: "tc-way", points: line(map.squares, edge) })),
    map.squares.map((square) => drawSquare(scene, choices, square)),
    choices.aim !== null &&
      s("polyline", {
        class: "tc-path",
        points: line(map.squares, shortestPath(map, pawns[choices.chosen]?.square ?? 0, choices.aim)),
      }),
    s(
      "g",
      { class: "tc-over" },
      pawns.map(({ pawn, square, fireflies: n }) =>
        s("circle", {
          key: `glow-${pawn}`,
          "data-moves": true,
          transform: translation(map.squares[square]),
          r: 210,
          fill: "url(#tc-glow)",
          opacity: Math.min(1, 0.1 + n * 0.07),
        }),
      ),
      pawns.map((pawn) => drawPawn(scene.state, choices, pawn)),
      [...choices.goals].map(([square, n]) => costBadge(map.squares[square], n)),
    ),
  );
}

/** @param {Square[]} squares @param {number[]} ids */
const line = (squares, ids) =>
  ids.map((id) => `${(squares[id]?.x ?? 0) * 100},${(squares[id]?.y ?? 0) * 100}`).join(" ");

/** What it costs to come to a square. @param {Square | undefined} square @param {number} n */
function costBadge(square, n) {
  const width = n > 9 ? 52 : 40;
  return s(
    "g",
    { class: "tc-cost", key: `cost-${square?.id}`, transform: translation(square, 45 - width / 2, 25) },
    s("rect", { x: -width / 2, y: -20, width, height: 40, rx: 20 }),
    s("text", { y: 11 }, n),
  );
}

/** One square: what lies there, and what touching it does. @param {Scene} scene @param {TurnChoices} choices @param {Square} square */
function drawSquare(scene, choices, square) {
  const { state, me } = scene;
  const { id, kind, colour } = square;
  const { legal, touch } = touchOf(scene, choices, id);
  const [hasStone, statueHere] = [state.stones.includes(id), state.statues.find((one) => one.square === id)];
  const crowded = hasStone || state.pawns.some((pawn) => pawn.square === id);
  return s(
    "g",
    {
      class: classes(
        "tc-slab",
        `tc-${kind}`,
        (choices.goals.has(id) || choices.lays.has(id)) && "tc-lit",
        choices.aim === id && "tc-aim",
        choices.aim !== id && !choices.idle && "tc-waits",
      ),
      key: `square-${id}`,
      transform: translation(square),
      role: me === null ? "img" : "button",
      tabindex: legal ? 0 : -1,
      "aria-label": squareText(scene, choices, square),
      "data-square": id,
      "data-legal": legal && "",
      onclick: touch,
      onkeydown: (/** @type {KeyboardEvent} */ event) =>
        [" ", "Enter"].includes(event.key) && (event.preventDefault(), touch?.()),
    },
    kind === "dragon"
      ? door(state, square)
      : s("rect", {
          class: "tc-floor",
          stroke: `var(--tc-${colour ?? "edge"})`,
          x: -41,
          y: -41,
          width: 82,
          height: 82,
          rx: 14,
        }),
    kind === "hall" && s("path", { class: "tc-carpet", d: "M0-32 32 0 0 32-32 0ZM0-20 20 0 0 20-20 0Z" }),
    kind === "corner" && colour && s("g", { transform: "translate(-24 -24)" }, sign(colour)),
    statueHere &&
      s(
        "g",
        { key: `statue-${id}`, transform: crowded ? "translate(11 -9)" : "scale(1.15)" },
        statue(statueHere.figure),
      ),
    state.animals.includes(id) && animal(),
    hasStone && s("g", { key: `stone-${id}`, transform: statueHere ? "translate(-9 15)" : "scale(1.15)" }, stone()),
  );
}

/** A closed door, a door that will open, or the way out. @param {State} state @param {Square} square */
function door(state, { id, colour }) {
  const status = exitStatus(state, id);
  return s(
    "g",
    { class: `tc-door ${status}` },
    s("path", { class: "tc-arch", stroke: `var(--tc-${colour})`, d: "M-44 46V-4A44 44 0 0 1 44-4V46Z" }),
    s(
      "path",
      status === "open"
        ? { class: "tc-rays", d: "M0 40V-30M-16 40-26-16M16 40 26-16" }
        : { class: "tc-leaves", d: "M0-48V46M-8 8V18M8 8V18" },
    ),
    s("g", { transform: "translate(0 -6)" }, dragon(colour ?? "")),
    status === "known" && [
      s("path", { class: "tc-lock", d: "M-35 26H-13V43H-35ZM-31 26V20A7 7 0 0 1-17 20V26" }),
      s("text", { class: "tc-need", x: 16, y: 42 }, `${state.tangrams}/7`),
    ],
  );
}

/** Where pawns stand on a square that several share: x and y of each. */
const PLACES = [
  [0, 0],
  [-24, 8, 24, 8],
  [-25, -20, 25, -20, 0, 22],
  [-25, -24, 25, -24, -25, 24, 25, 24],
];

/** A pawn and its fireflies. @param {State} state @param {TurnChoices} choices @param {Pawn} pawn */
function drawPawn({ pawns, statues, map }, { chosen, movers }, pawn) {
  const here = pawns.filter(({ square }) => square === pawn.square);
  const alone = here.length === 1;
  const aside = alone && (pawn.bitten || statues.some(({ square }) => square === pawn.square));
  const [x, y] = aside ? [-12, 10] : (PLACES[here.length - 1]?.slice(2 * here.indexOf(pawn)) ?? []);
  const size = pawnSize(alone, aside);
  return s(
    "g",
    { key: `pawn-${pawn.pawn}`, "data-moves": true, transform: translation(map.squares[pawn.square], x, y) },
    fireflies(pawn.fireflies, size + 8),
    chosen === pawn.pawn && movers.has(chosen) && s("circle", { class: "tc-chosen", r: size + 8 }),
    pawnFigure(pawn, size),
  );
}

/** Half the width of a pawn: smaller beside something else, and smallest among others. @param {boolean} alone @param {boolean} aside */
function pawnSize(alone, aside) {
  if (aside) return 22;
  return alone ? 26 : 20;
}
