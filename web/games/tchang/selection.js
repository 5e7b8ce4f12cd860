/** What the viewer may do with the pawns, read from the legal actions and the map. */

/** @import { Map as Plan, Pawn, Tomb, Turn } from "./types.js" */

/** The squares one step away, lowest first. @param {Plan} map @param {number} square */
const beside = (map, square) =>
  map.edges
    .filter((edge) => edge.includes(square))
    .map(([low, high]) => (low === square ? high : low))
    .sort((one, other) => one - other);

/** Steps from a square to each. @param {Plan} map @param {number} from */
function steps(map, from) {
  const found = new Map([[from, 0]]);
  for (const [here, far] of found) for (const next of beside(map, here)) if (!found.has(next)) found.set(next, far + 1);
  return (/** @type {number} */ square) => found.get(square) ?? 0;
}

/** The way that the service chooses: a shortest one, lowest numbers first. @param {Plan} map @param {number} from @param {number} to */
export function way(map, from, to) {
  const left = steps(map, to);
  const squares = [from];
  for (let here = from; here !== to; squares.push(here))
    here = beside(map, here).find((next) => left(next) < left(here)) ?? to;
  return squares;
}

/** @param {Tomb} scene */
export function reading(scene) {
  const { state, me, hand } = scene;
  const mine = state.pawns.filter((pawn) => pawn.seat === me);
  const moves = scene.legalOf("move");
  const movers = new Set(moves.map(({ pawn }) => pawn));
  const chosen = hand.pawn ?? (mine.find(({ pawn }) => movers.has(pawn)) ?? mine[0])?.pawn ?? 0;
  const far = steps(state.map, state.pawns[chosen]?.square ?? 0);
  /** What each square within reach of the chosen pawn costs. @type {Map<number, number>} */
  const goals = new Map(moves.filter(({ pawn }) => pawn === chosen).map(({ square }) => [square, far(square)]));
  const aim = hand.aim !== undefined && (scene.sending || goals.has(hand.aim)) ? hand.aim : null;
  return {
    mine,
    movers,
    chosen,
    far,
    goals,
    aim,
    takers: takers(scene, mine),
    idle: !hand.share && !hand.giving_up && aim === null,
  };
}

/**
 * To which pawns a pawn may give now. There can be more shares than the list of legal actions holds, so the squares decide.
 * @param {Tomb} scene @param {Pawn[]} mine
 */
const takers =
  ({ state, types }, mine) =>
  (/** @type {number} */ from) => {
    const giver = state.pawns[from];
    const may = types.includes("share") && giver?.fireflies && mine.some(({ square }) => square === giver.square);
    return may
      ? state.pawns.filter(({ pawn, square }) => pawn !== from && square === giver.square).map(({ pawn }) => pawn)
      : [];
  };

/** Nothing is being put together. */
export const CLEAR = { aim: undefined, share: undefined, giving_up: false };
