/** What the viewer may do with the pawns, from the legal actions and the map; and what is being put together. */

/** @import { Pawn, Scene, Selection, TombMap, TurnChoices } from "./types.js" */

/** Nothing is being put together. @type {Selection} */
export const CLEAR = { aim: undefined, share: undefined, giving_up: false };

/** The squares one step away, lowest first. @param {TombMap} map @param {number} square */
const neighbours = (map, square) =>
  map.edges
    .filter((edge) => edge.includes(square))
    .map(([low = 0, high = 0]) => (low === square ? high : low))
    .sort((one, other) => one - other);

/** A function that gives the steps from a square to another. @param {TombMap} map @param {number} from */
function distancesFrom(map, from) {
  const steps = new Map([[from, 0]]);
  for (const [here, count] of steps)
    for (const next of neighbours(map, here)) if (!steps.has(next)) steps.set(next, count + 1);
  return (/** @type {number} */ square) => steps.get(square) ?? 0;
}

/** The way that the service chooses: a shortest one, lowest numbers first. @param {TombMap} map @param {number} from @param {number} to */
export function shortestPath(map, from, to) {
  const distance = distancesFrom(map, to);
  const squares = [from];
  for (let here = from; here !== to; squares.push(here))
    here = neighbours(map, here).find((next) => distance(next) < distance(here)) ?? to;
  return squares;
}

/** What the viewer can choose in this turn, and has chosen. @param {Scene} scene */
export function turnChoices(scene) {
  const { state, me, selection } = scene;
  const mine = state.pawns.filter((pawn) => pawn.seat === me);
  const moves = scene.legalOf("move");
  const lays = new Set(scene.legalOf("lay").map(({ square }) => square));
  const movers = new Set(moves.map(({ pawn }) => pawn));
  const chosen = selection.pawn ?? (mine.find(({ pawn }) => movers.has(pawn)) ?? mine[0])?.pawn ?? 0;
  const distance = distancesFrom(state.map, state.pawns[chosen]?.square ?? 0);
  /** What each square within reach of the chosen pawn costs. @type {Map<number, number>} */
  const goals = new Map(moves.filter(({ pawn }) => pawn === chosen).map(({ square }) => [square, distance(square)]));
  const aim = selection.aim !== undefined && (scene.sending || goals.has(selection.aim)) ? selection.aim : null;
  return {
    mine,
    movers,
    chosen,
    distance,
    goals,
    lays,
    aim,
    takers: takersFrom(scene, mine),
    idle: !selection.share && !selection.giving_up && aim === null,
  };
}

/**
 * To which pawns a pawn may give now. There can be more shares than the list of legal actions holds, so the squares decide.
 * @param {Scene} scene @param {Pawn[]} mine
 */
const takersFrom =
  ({ state, types }, mine) =>
  (/** @type {number} */ from) => {
    const giver = state.pawns[from];
    if (!types.includes("share") || !giver?.fireflies) return [];
    if (!mine.some(({ square }) => square === giver.square)) return [];
    return state.pawns.filter(({ pawn, square }) => pawn !== from && square === giver.square).map(({ pawn }) => pawn);
  };

/**
 * What touching a square does: before the first turn, lay something there; later choose it, walk there, or choose a pawn
 * that stands there; else the service says why not.
 * @param {Scene} scene @param {TurnChoices} choices @param {number} square
 */
export function touchOf(scene, { aim, chosen, goals, idle, lays, mine, movers }, square) {
  if (scene.me !== null && scene.state.phase === "lay")
    return { legal: idle && lays.has(square), touch: () => scene.send({ type: "lay", square }) };
  const walk = () => scene.send({ type: "move", pawn: chosen, square });
  if (scene.me === null) return { legal: false, touch: null };
  if (aim === square) return { legal: goals.has(square), touch: walk };
  if (goals.has(square)) return { legal: idle, touch: () => scene.select({ ...CLEAR, pawn: chosen, aim: square }) };
  const others = mine.filter((pawn) => pawn.square === square && pawn.pawn !== chosen && movers.has(pawn.pawn));
  const next = others.find(({ pawn }) => pawn > chosen) ?? others[0];
  if (!next) return { legal: false, touch: walk };
  return { legal: idle, touch: () => scene.select({ ...CLEAR, pawn: next.pawn }) };
}

/** Give a firefly: each adds to the share, one the other way takes from it. If it is not legal, the service says why. @param {Scene} scene @param {TurnChoices} choices @param {number} from @param {number} to */
export function giveFirefly(scene, choices, from, to) {
  const { share } = scene.selection;
  if (from === to) return;
  if (share?.from === to && share.to === from)
    return scene.select({ share: share.amount > 1 ? { ...share, amount: share.amount - 1 } : undefined });
  if (!choices.takers(from).includes(to)) return scene.send({ type: "share", from, to, amount: 1 });
  const more = share?.from === from && share.to === to ? share.amount + 1 : 1;
  scene.select({ ...CLEAR, share: { from, to, amount: Math.min(more, scene.state.pawns[from]?.fireflies ?? 1) } });
}
