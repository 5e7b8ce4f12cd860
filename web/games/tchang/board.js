/** The map of the tomb with all that lies on it, by the light of the pawns' fireflies. */

/** @import { Pawn, Square, State, Tomb, Turn } from "./types.js" */

import { s } from "../../ui/dom.js";
import { animal, dragon, figure, fireflies, sign, statue, stone } from "./icons.js";
import { CLEAR, way } from "./selection.js";
import { named, place, w } from "./labels.js";

/** A place on the map in units of the drawing. @param {Square | undefined} square */
export const spot = (square, x = 0, y = 0) => `translate(${(square?.x ?? 0) * 100 + x} ${(square?.y ?? 0) * 100 + y})`;

/** @param {Tomb} scene @param {Turn} turn */
export function tomb(scene, turn) {
  const { pawns, map } = scene.state;
  return s(
    "svg",
    { class: "tc-tomb", key: "tomb", viewBox: "-450 -450 900 900", role: "group", "aria-label": w("map") },
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
    map.squares.map((square) => slab(scene, turn, square)),
    turn.aim !== null &&
      s("polyline", {
        class: "tc-path",
        points: line(map.squares, way(map, pawns[turn.chosen]?.square ?? 0, turn.aim)),
      }),
    s(
      "g",
      { class: "tc-over" },
      pawns.map(({ pawn, square, fireflies: n }) =>
        s("circle", {
          key: `glow-${pawn}`,
          "data-moves": true,
          transform: spot(map.squares[square]),
          r: 210,
          fill: "url(#tc-glow)",
          opacity: Math.min(1, 0.1 + n * 0.07),
        }),
      ),
      pawns.map((pawn) => standing(scene.state, turn, pawn)),
      [...turn.goals].map(([square, n]) => cost(map.squares[square], n)),
    ),
  );
}

/** @param {Square[]} squares @param {number[]} ids */
const line = (squares, ids) =>
  ids.map((id) => `${(squares[id]?.x ?? 0) * 100},${(squares[id]?.y ?? 0) * 100}`).join(" ");

/** What it costs to come to a square. @param {Square | undefined} square @param {number} n */
function cost(square, n) {
  const wide = n > 9 ? 52 : 40;
  return s(
    "g",
    { class: "tc-cost", key: `cost-${square?.id}`, transform: spot(square, 45 - wide / 2, 25) },
    s("rect", { x: -wide / 2, y: -20, width: wide, height: 40, rx: 20 }),
    s("text", { y: 11 }, n),
  );
}

/** One square: what lies there, and what touching it does. @param {Tomb} scene @param {Turn} turn @param {Square} square */
function slab(scene, turn, square) {
  const { state, me } = scene;
  const { id, kind, colour } = square;
  const { legal, go } = touched(scene, turn, id);
  const [stony, shown] = [state.stones.includes(id), state.statues.find((one) => one.square === id)];
  const aside = stony || state.pawns.some((pawn) => pawn.square === id);
  return s(
    "g",
    {
      class: `tc-slab tc-${kind} ${turn.goals.has(id) ? "tc-lit" : ""} ${turn.aim === id ? "tc-aim" : turn.idle ? "" : "tc-waits"}`,
      key: `square-${id}`,
      transform: spot(square),
      role: me === null ? "img" : "button",
      tabindex: legal ? 0 : -1,
      "aria-label": about(scene, turn, square),
      "data-square": id,
      "data-legal": legal && "",
      onclick: go,
      onkeydown: (/** @type {KeyboardEvent} */ event) =>
        [" ", "Enter"].includes(event.key) && (event.preventDefault(), go?.()),
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
    shown &&
      s("g", { key: `statue-${id}`, transform: aside ? "translate(11 -9)" : "scale(1.15)" }, statue(shown.figure)),
    state.animals.includes(id) && animal(),
    stony && s("g", { key: `stone-${id}`, transform: shown ? "translate(-9 15)" : "scale(1.15)" }, stone()),
  );
}

/** How a dragon's square stands. @param {State} state @param {number} square */
const exit = ({ exit }, square) =>
  exit === null ? "closed" : exit.square !== square ? "never" : exit.open ? "open" : "known";

/** A closed door, a door that will open, or the way out. @param {State} state @param {Square} square */
function door(state, { id, colour }) {
  const how = exit(state, id);
  return s(
    "g",
    { class: `tc-door ${how}` },
    s("path", { class: "tc-arch", stroke: `var(--tc-${colour})`, d: "M-44 46V-4A44 44 0 0 1 44-4V46Z" }),
    s(
      "path",
      how === "open"
        ? { class: "tc-rays", d: "M0 40V-30M-16 40-26-16M16 40 26-16" }
        : { class: "tc-leaves", d: "M0-48V46M-8 8V18M8 8V18" },
    ),
    s("g", { transform: "translate(0 -6)" }, dragon(colour ?? "")),
    how === "known" && [
      s("path", { class: "tc-lock", d: "M-35 26H-13V43H-35ZM-31 26V20A7 7 0 0 1-17 20V26" }),
      s("text", { class: "tc-need", x: 16, y: 42 }, `${state.tangrams}/7`),
    ],
  );
}

/**
 * What touching a square does: choose it, walk there, choose a pawn that stands there; else the service says why not.
 * @param {Tomb} scene @param {Turn} turn @param {number} square
 */
function touched(scene, { aim, chosen, goals, idle, mine, movers }, square) {
  const walk = () => scene.send({ type: "move", pawn: chosen, square });
  if (scene.me === null) return { legal: false, go: null };
  if (aim === square) return { legal: goals.has(square), go: walk };
  if (goals.has(square)) return { legal: idle, go: () => scene.select({ ...CLEAR, pawn: chosen, aim: square }) };
  const others = mine.filter((pawn) => pawn.square === square && pawn.pawn !== chosen && movers.has(pawn.pawn));
  const next = others.find(({ pawn }) => pawn > chosen) ?? others[0];
  return next ? { legal: idle, go: () => scene.select({ ...CLEAR, pawn: next.pawn }) } : { legal: false, go: walk };
}

/** A square in words. @param {Tomb} scene @param {Turn} turn @param {Square} square */
function about({ state, name }, { aim, chosen, goals }, { id, kind }) {
  const shown = state.statues.find(({ square }) => square === id);
  return [
    place(state, id),
    kind === "dragon" && w(`exit_${exit(state, id)}`),
    kind === "dragon" && exit(state, id) === "known" && `${state.tangrams}/7`,
    state.stones.includes(id) && w("with_stone"),
    state.animals.includes(id) && w("with_animal"),
    shown &&
      (!shown.figure
        ? w("with_statue")
        : shown.figure === "tangram"
          ? w("with_tangram")
          : w("with_dragon", { colour: named("colour", shown.figure) })),
    ...state.pawns
      .filter(({ square }) => square === id)
      .map(({ seat, pawn }) => w("with_pawn", { name: name(seat), n: pawn + 1 })),
    goals.has(id) && w("reach", { pawn: chosen + 1, n: goals.get(id) }),
    aim === id && w("aimed"),
  ]
    .filter(Boolean)
    .join(", ");
}

/** Where pawns stand on a square that several share: x and y of each. */
const PLACES = [
  [0, 0],
  [-24, 8, 24, 8],
  [-25, -20, 25, -20, 0, 22],
  [-25, -24, 25, -24, -25, 24, 25, 24],
];

/** A pawn and its fireflies. @param {State} state @param {Turn} turn @param {Pawn} pawn */
function standing({ pawns, statues, map }, { chosen, movers }, pawn) {
  const here = pawns.filter(({ square }) => square === pawn.square);
  const alone = here.length === 1;
  const busy = alone && (pawn.bitten || statues.some(({ square }) => square === pawn.square));
  const [x, y] = busy ? [-12, 10] : (PLACES[here.length - 1]?.slice(2 * here.indexOf(pawn)) ?? []);
  const size = busy ? 22 : alone ? 26 : 20;
  return s(
    "g",
    { key: `pawn-${pawn.pawn}`, "data-moves": true, transform: spot(map.squares[pawn.square], x, y) },
    fireflies(pawn.fireflies, size + 8),
    chosen === pawn.pawn && movers.has(chosen) && s("circle", { class: "tc-chosen", r: size + 8 }),
    figure(pawn, size),
  );
}
