/** What changes without an event is polled: who is present, the time, and whether there is a rematch. */

/** @import { TableState } from "../types.js" */

import { api } from "../api.js";

const PRESENCE_MS = 30_000;
const REMATCH_MS = 5000;
const CLOCK_MS = 1000;

/** Poll until the function that is returned is called. @param {TableState} state */
export function startPolling(state) {
  const timers = [
    setInterval(() => void pollPresence(state).catch(() => {}), PRESENCE_MS),
    setInterval(() => void pollRematch(state).catch(() => {}), REMATCH_MS),
    setInterval(() => (state.view?.deadline || state.view?.not_before) && state.draw(), CLOCK_MS),
  ];
  return () => timers.forEach(clearInterval);
}

/** @param {TableState} state */
async function pollPresence(state) {
  if (document.hidden || state.view?.status !== "active") return;
  const { seats } = await api.getGame(state.id, { omit: "content" });
  for (const [number, seat] of state.view.seats.entries()) seat.present = seats[number]?.present ?? seat.present;
  state.draw();
}

/** @param {TableState} state */
async function pollRematch(state) {
  if (document.hidden || state.view?.status !== "finished" || state.view.next_game) return;
  const { next_game: next } = await api.getGame(state.id, { omit: "content" });
  if (!next || !state.view) return;
  state.view = { ...state.view, next_game: next };
  state.draw();
}
