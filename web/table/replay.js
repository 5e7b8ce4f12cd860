/** A finished game again: the state after each step, made from the events alone. */

/** @import { Ear } from "../types.js" */

/** @param {Ear} ear @param {any[]} events @param {any} view @returns {any[]} the state after the start, and after each version since */
export function replayed({ opening, hear }, events, view) {
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
