/** The street from above: covers, what lies open, the diver with its lamp, and where a touch leads. */

/** @import { Scene } from "../../types.js" */
/** @import { Cell, Street } from "./reducer.js" */
/** @typedef {Scene<Street, { aim?: any, sent?: any }>} Here what is aimed at, and what was sent */

import { s } from "../../ui/dom.js";
import { at, chain, places, risks, same, star, towards, WAYS, wayTo } from "./rules.js";
import { cover as coverInWords, label, LETTERS, say } from "./labels.js";
import { arrow, badge, defs, diver, eye, face, steam } from "./icons.js";

const EDGE = 6;
const FINGER = 38;
const PATTERNS = 6;

/** The middle of a place in the drawing. @param {Cell} cell @returns {[x: number, y: number]} */
const middle = ([row, column]) => [100 * column + 50, 100 * row + 50];

/** @param {Cell} cell */
const moved = (cell) => `translate(${middle(cell).join(" ")})`;

/** @param {string} way */
const angle = (way) => 45 * Object.keys(WAYS).indexOf(way);

/** Whether two actions are the same. @param {any} one @param {any} other */
export const alike = (one, other) =>
  one?.type === other?.type &&
  (one?.direction ?? null) === (other?.direction ?? null) &&
  String(one?.cell) === String(other?.cell);

/** What touching a place would do now, legal or not. @param {Here} scene @param {Cell} cell */
function meant({ state, me, view }, cell) {
  const [mine, from] = [view.awaiting.includes(me ?? -1), state.last_find];
  if (mine && state.phase === "peek") return { type: "peek", cell };
  const way = mine && state.phase === "decide" && from ? wayTo(from, cell) : undefined;
  if (!way) return { type: "dive", cell };
  return way === state.diver?.facing ? { type: "risk" } : { type: "risk", direction: way };
}

/** Touch a place: a small one is aimed at first, and opened by the second touch. @param {Here} scene @param {any} action @param {boolean} legal @param {any} how */
function touch(scene, action, legal, how) {
  const tiny =
    how.type === "click" && how.pointerType !== "mouse" && how.currentTarget.getBoundingClientRect().width < FINGER;
  if (legal && tiny && !alike(scene.hand.aim, action)) scene.put({ aim: action });
  else send(scene, action);
}

/** Take an action, and show which it is until the answer is there. @param {Here} scene @param {any} action */
export function send(scene, action) {
  scene.put({ sent: action });
  scene.send(action);
}

/** Whether an action waits for its answer. @param {Here} scene @param {any} action */
export const underway = ({ sending, hand }, action) => sending && alike(hand.sent, action);

/** Enter and the space bar touch; arrows go to the next cover. @param {Cell} cell @param {(how: any) => void} act @param {any} how */
function keyed(cell, act, how) {
  const way = /** @type {{ [key: string]: string }} */ ({
    ArrowUp: "n",
    ArrowDown: "s",
    ArrowLeft: "w",
    ArrowRight: "e",
  })[how.key];
  if (how.key === "Enter" || how.key === " ") act(how);
  else if (!way) return;
  how.preventDefault();
  for (let steps = 1; way && steps < 16; steps++) {
    const next = how.currentTarget.ownerSVGElement.querySelector(
      `[data-key="cover-${towards(cell, way, steps).join("-")}"]`,
    );
    if (next) return next.focus();
  }
}

/** @param {Here} scene @param {Cell} cell @param {Set<string>} counted */
function cover(scene, cell, counted) {
  const { state, me, view, legal, hand } = scene;
  const [letter, action] = [at(state, cell), meant(scene, cell)];
  const lawful = legal.some((one) => alike(one, action));
  const aimed = hand.aim && alike(hand.aim, action);
  const act = (/** @type {any} */ how) => touch(scene, action, lawful, how);
  const touchable =
    me !== null && view.status === "active"
      ? { role: "button", onclick: act, onkeydown: (/** @type {any} */ how) => keyed(cell, act, how) }
      : { role: "img" };
  const lit = lawful && (!hand.aim || aimed);
  return s(
    "g",
    {
      ...touchable,
      key: `cover-${cell.join("-")}`,
      transform: moved(cell),
      tabindex: lawful ? 0 : touchable.role === "button" ? -1 : false,
      "data-legal": lit,
      "aria-label": coverInWords(scene, cell, lawful ? label(action, scene) : ""),
      class: [
        "tpd-cover",
        lit && "tpd-lit",
        aimed && "tpd-aimed",
        underway(scene, action) && "tpd-sent",
        same(cell, state.last_opened) && "tpd-latest",
        counted.has(String(cell)) && "tpd-counted",
      ]
        .filter(Boolean)
        .join(" "),
    },
    s("rect", { x: -49, y: -49, width: 98, height: 98, rx: 8, class: "tpd-slab" }),
    s("use", { href: "#tpd-shaft" }),
    letter === "#" ? closed(scene, cell) : opened(state, cell, letter),
    lit && s("circle", { r: 46, class: "tpd-ring" }),
    letter === "#" && looks(scene, cell),
    aimed && s("path", { d: "M0 -49V-30M0 49V30M-49 0H-30M49 0H30", class: "tpd-cross" }),
    s("rect", { x: -46, y: -46, width: 92, height: 92, rx: 12, class: "tpd-focus" }),
  );
}

/** A closed cover; what I have seen under it can be seen through it. @param {Here} scene @param {Cell} cell */
function closed({ state, me }, cell) {
  const known = seen(state, me, cell);
  return s(
    "g",
    { class: "tpd-lid", key: "lid" },
    s("use", { href: `#tpd-cover-${pattern(cell)}` }),
    known &&
      s(
        "g",
        { class: "tpd-glass" },
        s("circle", { r: 36 }),
        s("g", { transform: "scale(.8)" }, face(LETTERS[known] ?? "")),
      ),
  );
}

/** What I have seen under a cover, if the view still tells. @param {Street} state @param {number | null} me @param {Cell} cell */
const seen = ({ peeks }, me, cell) => peeks.find((peek) => peek.seat === me && same(cell, peek.cell))?.face;

/** Which pattern a cover has; it says nothing about what is under it. @param {Cell} cell */
const pattern = ([row, column]) => ((((row + 3) * 7919) ^ ((column + 7) * 40503)) >> 5) % PATTERNS;

/** Who has looked under a cover: an eye, and a mark for each. @param {Here} scene @param {Cell} cell */
function looks({ state, me }, cell) {
  const seats = state.peeks.filter((peek) => same(cell, peek.cell)).map(({ seat }) => seat);
  if (seats.length === 0) return [];
  return [
    s("g", { transform: "translate(-28 -36)" }, eye(seats.includes(me ?? -1) ? "tpd-own" : "")),
    ...seats.map((seat, n) => s("g", { transform: `translate(${34 - 24 * n} -34)` }, badge(seat))),
  ];
}

/** What lies in an open shaft; where the diver looks out, that is a find. @param {Street} state @param {Cell} cell @param {string} letter */
const opened = (state, cell, letter) => [
  !same(cell, state.diver?.cell ?? null) && s("g", { class: "tpd-face", key: "face" }, face(letter)),
  letter === "F" && chain(state).some((find) => same(cell, find.cell)) && steam(),
];

/** Corners around the cover that was opened last. @param {Cell | null} cell */
const latest = (cell) =>
  cell &&
  s("path", {
    d: "M-46 -30V-46H-30M30 -46H46V-30M46 30V46H30M-30 46H-46V30",
    class: "tpd-corners",
    transform: moved(cell),
    key: "corners",
    "data-moves": true,
  });

/** What each find of the turn was worth, and the finds in line that counted. @param {Street} state */
const worths = (state) =>
  [...chain(state).map(({ cell, worth }) => ({ cell, worth })), ...star(state).map((cell) => ({ cell, worth: 1 }))].map(
    ({ cell, worth }) =>
      s(
        "text",
        { class: "tpd-worth", transform: moved(cell), x: 0, y: 44 },
        state.diver && same(cell, state.diver.cell) ? String(worth) : `+${worth}`,
      ),
  );

/** Where a risk may go: an arrow from the find it starts at, and what a find would bring. @param {Here} scene */
const offers = ({ state, me, hand }) =>
  risks(state).map(({ way, cell }) => {
    const [down, right] = WAYS[way] ?? [0, 0];
    const mine = state.turn === me;
    const hopeless = seen(state, me, cell) && seen(state, me, cell) !== "find";
    return s(
      "g",
      { class: `tpd-offer ${mine ? "tpd-mine" : ""} ${hand.aim ? "tpd-faint" : ""}`, key: `offer-${way}` },
      s("g", { transform: `${moved(cell)} translate(${-34 * right} ${-34 * down}) rotate(${angle(way)})` }, arrow()),
      !hopeless &&
        s(
          "text",
          { class: "tpd-worth", transform: moved(cell), x: 14 * right, y: 14 * down + 12 },
          `+${state.finds + 1}`,
        ),
    );
  });

/** The lamp's beam: the line of sight, up to the cover it meets. @param {Street} state */
function beam(state) {
  const { diver, last_find: last, last_opened: opened } = state;
  if (!diver?.facing || !last) return false;
  const end = risks(state)[0]?.cell ?? (opened && wayTo(last, opened) === diver.facing ? opened : last);
  const steps = Math.max(Math.abs(end[0] - diver.cell[0]), Math.abs(end[1] - diver.cell[1]));
  const far = steps * (diver.facing.length > 1 ? 141 : 100);
  return s("path", {
    d: `M-9 -16L-34 ${-far}A34 34 0 0 1 34 ${-far}L9 -16Z`,
    class: "tpd-beam",
    transform: `${moved(diver.cell)} rotate(${angle(diver.facing)})`,
  });
}

/** Lines to the finds that counted. @param {Street} state */
const rays = (state) =>
  star(state).map((cell) => {
    const [[x1, y1], [x2, y2]] = [middle(/** @type {Cell} */ (state.diver?.cell)), middle(cell)];
    return s("line", { x1, y1, x2, y2, class: "tpd-ray" });
  });

/** @param {Street} state */
const figure = ({ diver: at, turn }) =>
  at &&
  s(
    "g",
    { transform: moved(at.cell), key: "diver", "data-moves": true },
    s("circle", { r: 45, class: "tpd-whose" }),
    s("circle", { r: 45, class: "tpd-turn", stroke: `var(--seat-${turn % 10})` }),
    at.facing &&
      s("path", {
        d: "M-17 -41L0 -62 17 -41Z",
        class: "tpd-nose",
        fill: `var(--seat-${turn % 10})`,
        transform: `rotate(${angle(at.facing)})`,
      }),
    s("g", { transform: "scale(.95)" }, diver()),
  );

/** Markings on the asphalt where no cover lies. @param {Street} state */
const markings = ({ board }) =>
  board.flatMap((line, row) =>
    [...line].flatMap((place, column) =>
      place === "." && (row + column) % 2 === 0
        ? [s("path", { d: "M-26 10L14 -30M-14 30L26 -10", class: "tpd-paint", transform: moved([row, column]) })]
        : [],
    ),
  );

/** @param {Here} scene */
export function street(scene) {
  const { state, hand } = scene;
  const [rows, columns] = [state.board.length, state.board[0]?.length ?? 0];
  const counted = new Set(star(state).map(String));
  return s(
    "svg",
    {
      class: `tpd-street ${hand.aim ? "tpd-aiming" : ""}`,
      viewBox: `${-EDGE} ${-EDGE} ${100 * columns + 2 * EDGE} ${100 * rows + 2 * EDGE}`,
      role: "group",
      "aria-label": say("street"),
      key: "street",
    },
    defs(),
    markings(state),
    places(state).map((cell) => cover(scene, cell, counted)),
    s(
      "g",
      { class: "tpd-over", "aria-hidden": "true" },
      rays(state),
      beam(state),
      latest(state.last_opened),
      figure(state),
      offers(scene),
      worths(state),
    ),
  );
}
