/** The replay of a finished game: the state after each step, computed from the events alone. */

/** @import { EventOf, LoadedTableState, Reducer, StateOf, ViewOf } from "../types.js" */

/** How many steps there are to see; 0 if the game cannot be replayed. @param {LoadedTableState} state */
export const countSteps = ({ game, live: { events }, view }) =>
  game.loadReducer && view.status !== "open" && view.state
    ? events.filter(({ version }, number) => version !== events[number + 1]?.version).length - 1
    : 0;

/** Show the table after so many steps; null: as it is. @param {LoadedTableState} state @param {number | null} step */
export async function showStep(state, step) {
  const reducer = step === null ? undefined : await state.game.loadReducer?.();
  const states = reducer && (state.replay?.states ?? computeStates(reducer, state.live.events, state.view));
  state.replay = states ? { states, step: Math.min(step ?? 0, states.length - 1) } : null;
  state.draw();
}

/** The state after the start, and after each version since. @param {Reducer} reducer @param {EventOf[]} events @param {ViewOf} view */
export function computeStates({ initialState, reduce }, events, view) {
  const start = events.find(({ type }) => type === "game_started")?.version ?? 0;
  const first = events.filter(({ version }) => version <= start);
  const state = initialState(first, /** @type {StateOf} */ (view.state), view.seats.length);
  const states = [structuredClone(state)];
  for (const [number, event] of events.entries()) {
    if (event.version <= start) continue;
    reduce(state, event);
    if (event.version !== events[number + 1]?.version) states.push(structuredClone(state));
  }
  return states;
}
