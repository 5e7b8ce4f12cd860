/** The tomb: one drawing, made from the coordinates in the view. */

/** @import { Scene, Square } from "./types.js" */

import { classes, s, t } from "/web/kit.js";
import { dragon, stone } from "./icons.js";
import { squareText } from "./labels.js";
import { targets, touchSquare } from "./selection.js";

/** Units of the drawing in a step of the map, and in half its width. */
const UNIT = 100;
const HALF = 418;
/** The dragons' squares are drawn a little nearer, so that all others are large enough for a finger. */
const DRAGON_SCALE = 0.93;
/** @type {{ [key: string]: [number, number] }} */
const DIRECTIONS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
/** Where fireflies fly about, as a decoration. */
const STRAY_FIREFLIES = [
  [-145, -148],
  [152, -140],
  [-150, 158],
  [148, 150],
  [-255, 40],
  [250, -52],
  [38, 258],
  [-48, -252],
];

/** Where a square is drawn. @param {Square} square @returns {[number, number]} */
const position = ({ x, y, kind }) =>
  kind === "dragon" ? [x * UNIT * DRAGON_SCALE, y * UNIT * DRAGON_SCALE] : [x * UNIT, y * UNIT];

/** @param {Scene} scene */
export function tomb(scene) {
  const { squares, edges } = scene.state.map;
  const may = targets(scene);
  const lit = may.flips.size + may.lifts.size > 0;
  return s(
    "svg",
    {
      class: "df-map",
      viewBox: `${-HALF} ${-HALF} ${2 * HALF} ${2 * HALF}`,
      role: "group",
      "aria-label": t("dragon_fights.map"),
      onkeydown: moveFocus,
    },
    gradients(),
    s("rect", { class: "df-rock", x: 2 - HALF, y: 2 - HALF, width: 2 * HALF - 4, height: 2 * HALF - 4, rx: 30 }),
    s("circle", { class: "df-hall-light", r: 400, fill: "url(#df-light)" }),
    s(
      "g",
      { class: "df-ways" },
      edges.map(([one = 0, other = 0]) => edge(squares[one], squares[other])),
    ),
    s(
      "g",
      { class: "df-strays", "aria-hidden": "true" },
      STRAY_FIREFLIES.map(([x, y]) =>
        s(
          "g",
          { transform: `translate(${x} ${y})`, class: "df-stray" },
          s("circle", { r: 20, fill: "url(#df-glow)" }),
          s("circle", { class: "df-tail", r: 4 }),
        ),
      ),
    ),
    squares.map((square) => drawSquare(scene, square, may, lit)),
  );
}

/** The gradients that drawings refer to. */
const gradients = () =>
  s(
    "defs",
    null,
    ["light", "glow"].map((name) =>
      s(
        "radialGradient",
        { id: `df-${name}` },
        s("stop", { class: `df-${name}-in`, offset: 0 }),
        s("stop", { class: `df-${name}-out`, offset: 1 }),
      ),
    ),
  );

/** @param {Square | undefined} one @param {Square | undefined} other */
function edge(one, other) {
  if (!one || !other) return null;
  const [[x1, y1], [x2, y2]] = [position(one), position(other)];
  return s("line", { x1, y1, x2, y2 });
}

/**
 * A square with what lies on it. Who plays may touch each, and the service says what is wrong with it.
 * @param {Scene} scene @param {Square} square @param {ReturnType<typeof targets>} may @param {boolean} lit whether anything may be touched
 */
function drawSquare(scene, square, may, lit) {
  const { state, me, view } = scene;
  const { id, kind } = square;
  const stoneHere = state.stones.find((one) => one.square === id);
  const legal = may.flips.has(id) || (may.lifts.has(id) && may.from !== id) || (may.from !== null && may.drops.has(id));
  const [x, y] = position(square);
  const isPlayer = me !== null && view.status === "active";
  const touch = () => touchSquare(scene, id, may.from, t("dragon_fights.first_lift"));
  return s(
    "g",
    {
      key: `df-square-${id}`,
      class: classes(
        "df-square",
        `df-${kind}`,
        legal && "df-lit",
        may.from === id && "df-lifted",
        scene.sending && scene.selection.sent === id && "df-sent",
      ),
      transform: `translate(${x} ${y})`,
      "data-at": `${square.x} ${square.y}`,
      "data-legal": legal,
      "aria-label": squareText(state, square, stoneHere, may),
      role: isPlayer ? "button" : "img",
      tabindex: isPlayer ? tabIndex(legal || (!lit && kind === "hall")) : null,
      "aria-pressed": may.lifts.has(id) ? String(may.from === id) : null,
      onclick: isPlayer ? touch : null,
      onkeydown: isPlayer ? onKey(touch) : null,
    },
    s("rect", { class: "df-hit", x: -50, y: -50, width: 100, height: 100 }),
    floor(square),
    stoneHere?.up && s("circle", { class: "df-halo", r: 70, fill: "url(#df-glow)" }),
    stoneHere &&
      s(
        "g",
        { class: "df-stone", key: `df-stone-${id}` },
        s(
          "g",
          stoneHere.up ? { key: `df-up-${id}`, "data-moves": true } : { key: "down" },
          stone(stoneHere, stoneHere.up ? 0 : id * 67),
        ),
      ),
    legal && s("circle", { class: stoneHere ? "df-ring" : "df-ring df-drop", r: stoneHere ? 46 : 30 }),
    legal && !stoneHere && s("path", { class: "df-plus", d: "M0-12V12M-12 0H12" }),
  );
}

/** @param {boolean} reachable */
const tabIndex = (reachable) => (reachable ? 0 : -1);

/** Enter and the space bar do what a click does. @param {() => void} touch */
const onKey = (touch) => (/** @type {KeyboardEvent} */ press) => {
  if (![" ", "Enter"].includes(press.key)) return;
  press.preventDefault();
  touch();
};

/** What a square looks like without a stone. @param {Square} square */
function floor(square) {
  const { kind, colour } = square;
  if (kind === "hall") return hall();
  if (kind === "dragon") return exit(square);
  return s("rect", {
    class: classes("df-slab", colour && `df-${colour}`),
    x: -42,
    y: -42,
    width: 84,
    height: 84,
    rx: 16,
  });
}

const hall = () => [
  s("path", { class: "df-slab", d: "M-24-52H24L52-24V24L24 52H-24L-52 24V-24Z" }),
  s("path", { class: "df-throne", d: "M-26 24V-4L-14-22H14L26-4V24ZM-26 4H26M0-22V24M-14-22-26-30M14-22 26-30" }),
];

/** A dragon's square: its statue in a ring of the exit's colour. @param {Square} square */
const exit = ({ colour, x }) =>
  s(
    "g",
    { class: `df-gate df-${colour}` },
    s("circle", { r: 37 }),
    s("g", { transform: `scale(${x < 0 ? 0.85 : -0.85} .85) translate(-32 -27)` }, dragon("var(--df-stone)")),
  );

/** Move the focus over the map with the arrow keys. @param {KeyboardEvent} press */
function moveFocus(press) {
  const [stepX, stepY] = DIRECTIONS[press.key] ?? [0, 0];
  const here = press.target instanceof Element ? press.target.closest("[data-at]") : null;
  if (!here || (stepX === 0 && stepY === 0)) return;
  press.preventDefault();
  const [x, y] = positionOf(here);
  const ahead = [...(here.parentElement?.querySelectorAll("[data-at]") ?? [])]
    .map((there) => {
      const [farX, farY] = [positionOf(there)[0] - x, positionOf(there)[1] - y];
      const along = farX * stepX + farY * stepY;
      return { there, along, far: along + 2 * Math.abs(farX * stepY + farY * stepX) };
    })
    .filter(({ along }) => along > 0)
    .sort((one, other) => one.far - other.far)[0];
  if (ahead?.there instanceof SVGElement) ahead.there.focus();
}

/** @param {Element} element @returns {[number, number]} */
const positionOf = (element) =>
  /** @type {[number, number]} */ ((element.getAttribute("data-at") ?? "0 0").split(" ").map(Number));
