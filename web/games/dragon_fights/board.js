/** The tomb: one drawing, made from the coordinates in the view. */

/** @import { Face, Tomb } from "./selection.js" */

import { s } from "../../ui/dom.js";
import { t } from "../../ui/i18n.js";
import { dragon, stone } from "./icons.js";
import { faceWords, place, reach } from "./selection.js";

const UNIT = 100;
const HALF = 418;
/** The dragons' squares are drawn a little nearer, so that all others are large enough for a finger. */
const NEARER = 0.93;
/** @type {{ [key: string]: [number, number] }} */
const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
/** Fireflies that fly about, only to be seen. */
const STRAY = [
  [-145, -148],
  [152, -140],
  [-150, 158],
  [148, 150],
  [-255, 40],
  [250, -52],
  [38, 258],
  [-48, -252],
];

/** Where a square is drawn. @param {{ x: number, y: number, kind: string }} square @returns {[number, number]} */
const at = ({ x, y, kind }) => (kind === "dragon" ? [x * UNIT * NEARER, y * UNIT * NEARER] : [x * UNIT, y * UNIT]);

/** @param {Tomb} scene */
export function tomb(scene) {
  const { squares, edges } = scene.state.map ?? { squares: [], edges: [] };
  const may = reach(scene);
  const lit = may.flips.size + may.lifts.size > 0;
  return s(
    "svg",
    {
      class: "df-map",
      viewBox: `${-HALF} ${-HALF} ${2 * HALF} ${2 * HALF}`,
      role: "group",
      "aria-label": t("dragon_fights.map"),
      onkeydown: walk,
    },
    lights(),
    s("rect", { class: "df-rock", x: 2 - HALF, y: 2 - HALF, width: 2 * HALF - 4, height: 2 * HALF - 4, rx: 30 }),
    s("circle", { class: "df-hall-light", r: 400, fill: "url(#df-light)" }),
    s(
      "g",
      { class: "df-ways" },
      edges.map(([one = 0, other = 0]) => way(squares[one], squares[other])),
    ),
    s(
      "g",
      { class: "df-strays", "aria-hidden": "true" },
      STRAY.map(([x, y]) =>
        s(
          "g",
          { transform: `translate(${x} ${y})`, class: "df-stray" },
          s("circle", { r: 20, fill: "url(#df-glow)" }),
          s("circle", { class: "df-tail", r: 4 }),
        ),
      ),
    ),
    squares.map((square) => spot(scene, square, may, lit)),
  );
}

/** The lights that drawings refer to. */
const lights = () =>
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

/** @param {any} one @param {any} other */
function way(one, other) {
  const [[x1, y1], [x2, y2]] = [at(one), at(other)];
  return s("line", { x1, y1, x2, y2 });
}

/**
 * A square with what lies on it. Who plays may touch each, and the service says what is wrong with it.
 * @param {Tomb} scene @param {any} square @param {ReturnType<typeof reach>} may @param {boolean} lit whether anything is
 */
function spot(scene, square, may, lit) {
  const { state, me, view } = scene;
  const { id, kind, colour } = square;
  const lies = state.stones.find((one) => one.square === id);
  const legal = may.flips.has(id) || (may.lifts.has(id) && may.from !== id) || (may.from !== null && may.drops.has(id));
  const [x, y] = at(square);
  const plays = me !== null && view.status === "active";
  const touched = () => touch(scene, id, may.from);
  return s(
    "g",
    {
      key: `df-square-${id}`,
      class: [
        "df-square",
        `df-${kind}`,
        legal && "df-lit",
        may.from === id && "df-lifted",
        scene.sending && scene.hand.sent === id && "df-sent",
      ]
        .filter(Boolean)
        .join(" "),
      transform: `translate(${x} ${y})`,
      "data-at": `${square.x} ${square.y}`,
      "data-legal": legal,
      "aria-label": spoken(scene, square, lies, may),
      role: plays ? "button" : "img",
      tabindex: plays ? (legal || (!lit && kind === "hall") ? 0 : -1) : null,
      "aria-pressed": may.lifts.has(id) ? String(may.from === id) : null,
      onclick: plays ? touched : null,
      onkeydown: plays
        ? (/** @type {KeyboardEvent} */ press) =>
            [" ", "Enter"].includes(press.key) && (press.preventDefault(), touched())
        : null,
    },
    s("rect", { class: "df-hit", x: -50, y: -50, width: 100, height: 100 }),
    kind === "hall"
      ? hall()
      : kind === "dragon"
        ? exit(colour, square)
        : s("rect", {
            class: `df-slab${colour ? ` df-${colour}` : ""}`,
            x: -42,
            y: -42,
            width: 84,
            height: 84,
            rx: 16,
          }),
    lies?.up && s("circle", { class: "df-halo", r: 70, fill: "url(#df-glow)" }),
    lies &&
      s(
        "g",
        { class: "df-stone", key: `df-stone-${id}` },
        s(
          "g",
          lies.up ? { key: `df-up-${id}`, "data-moves": true } : { key: "down" },
          stone(/** @type {any} */ (lies), lies.up ? 0 : id * 67),
        ),
      ),
    legal && s("circle", { class: lies ? "df-ring" : "df-ring df-drop", r: lies ? 46 : 30 }),
    legal && !lies && s("path", { class: "df-plus", d: "M0-12V12M-12 0H12" }),
  );
}

/** @param {Tomb} scene @param {number} square @param {number | null} from the stone that is to be put back */
function touch({ state, hand, me, put, send, note }, square, from) {
  if (state.phase !== "relocate" || state.player !== me) {
    put({ sent: square });
    send(/** @type {any} */ ({ type: "flip", square }));
  } else if (state.turned.includes(square)) put({ from: hand.from === square ? null : square });
  else if (from === null) note(t("dragon_fights.first_lift"));
  else {
    put({ sent: square });
    send(/** @type {any} */ ({ type: "relocate", from, to: square }));
  }
}

/** A square in words. @param {Tomb} scene @param {any} square @param {any} lies @param {ReturnType<typeof reach>} may */
function spoken(scene, { id, kind, colour }, lies, may) {
  const where = place(scene.state, id);
  if (kind === "hall") return t("dragon_fights.hall");
  if (kind === "dragon") return t(`dragon_fights.exit_${colour}`);
  const what = !lies
    ? t("dragon_fights.free", { place: where })
    : lies.face === null
      ? t("dragon_fights.face_down", { place: where })
      : t(lies.up ? "dragon_fights.face_up" : "dragon_fights.face_known", {
          place: where,
          face: faceWords(/** @type {Face} */ (lies.face)),
        });
  if (may.flips.has(id)) return t("dragon_fights.may_flip", { what });
  if (may.from === id) return t("dragon_fights.lifted", { what });
  if (may.lifts.has(id)) return t("dragon_fights.may_lift", { what });
  return may.from !== null && may.drops.has(id) ? t("dragon_fights.may_drop", { what }) : what;
}

const hall = () => [
  s("path", { class: "df-slab", d: "M-24-52H24L52-24V24L24 52H-24L-52 24V-24Z" }),
  s("path", { class: "df-throne", d: "M-26 24V-4L-14-22H14L26-4V24ZM-26 4H26M0-22V24M-14-22-26-30M14-22 26-30" }),
];

/** A dragon's square: its statue in a ring of the exit's colour. @param {string} colour @param {{ x: number }} square */
const exit = (colour, { x }) =>
  s(
    "g",
    { class: `df-gate df-${colour}` },
    s("circle", { r: 37 }),
    s("g", { transform: `scale(${x < 0 ? 0.85 : -0.85} .85) translate(-32 -27)` }, dragon("var(--df-stone)")),
  );

/** Walk over the map with the arrow keys. @param {KeyboardEvent} press */
function walk(press) {
  const [wayX, wayY] = WAYS[press.key] ?? [0, 0];
  const here = press.target instanceof Element ? press.target.closest("[data-at]") : null;
  if (!here || (wayX === 0 && wayY === 0)) return;
  press.preventDefault();
  const [x, y] = spotOf(here);
  const ahead = [...(here.parentElement?.querySelectorAll("[data-at]") ?? [])]
    .map((there) => {
      const [farX, farY] = [spotOf(there)[0] - x, spotOf(there)[1] - y];
      const along = farX * wayX + farY * wayY;
      return { there, along, far: along + 2 * Math.abs(farX * wayY + farY * wayX) };
    })
    .filter(({ along }) => along > 0)
    .sort((one, other) => one.far - other.far)[0];
  if (ahead?.there instanceof SVGElement) ahead.there.focus();
}

/** @param {Element} element @returns {[number, number]} */
const spotOf = (element) =>
  /** @type {[number, number]} */ ((element.getAttribute("data-at") ?? "0 0").split(" ").map(Number));
