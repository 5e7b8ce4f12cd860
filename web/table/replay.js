/** A finished game again: the state after each step, made from the events alone. */

/** @import { Ear, Sitting } from "../types.js" */

/** How many steps there are to see; 0 if the game cannot be seen again. @param {Sitting} at */
export const steps = ({ game, live: { events }, view }) =>
  game.ear && view.status !== "open" && view.state
    ? events.filter(({ version }, number) => version !== events[number + 1]?.version).length - 1
    : 0;

/** Show the table after so many steps; null: as it is. @param {Sitting} at @param {number | null} step */
export async function seek(at, step) {
  const ear = step === null ? undefined : await at.game.ear?.();
  const states = ear && (at.replay?.states ?? replayed(ear, at.live.events, at.view));
  at.replay = states ? { states, step: Math.min(step ?? 0, states.length - 1) } : null;
  at.draw();
}

/** @param {Ear} ear @param {any[]} events @param {any} view @returns {any[]} the state after the start, and after each version since */
function replayed({ opening, hear }, events, view) {
  const start = events.find(({ type }) => type === "game_started")?.version;
  const first = events.filter(({ version }) => version <= start);
  const state = opening(first, view.state, view.seats.length);
  const states = [structuredClone(state)];
  for (const [number, event] of events.entries()) {
    if (event.version <= start) continue;
    hear(state, event);
    if (event.version !== events[number + 1]?.version) states.push(structuredClone(state));
  }
  return states;
}
