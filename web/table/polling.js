/** What changes without an event, so that nobody tells: who is present, the time, and whether there is a rematch. */

/** @import { Sitting } from "../types.js" */

import { api } from "../main.js";

/** Look for it again and again; returns what ends this. @param {Sitting} at */
export function lookAround(at) {
  const timers = [
    setInterval(() => void presence(at).catch(() => {}), 30_000),
    setInterval(() => void rematch(at).catch(() => {}), 5000),
    setInterval(() => (at.view?.deadline || at.view?.not_before) && at.draw(), 1000),
  ];
  return () => timers.forEach(clearInterval);
}

/** @param {Sitting} at */
async function presence(at) {
  if (document.hidden || at.view?.status !== "active") return;
  const { seats } = await api.getGame(at.id, { omit: "content" });
  for (const [number, seat] of at.view.seats.entries()) seat.present = seats[number]?.present ?? seat.present;
  at.draw();
}

/** @param {Sitting} at */
async function rematch(at) {
  if (document.hidden || at.view?.status !== "finished" || at.view.next_game) return;
  const { next_game: next } = await api.getGame(at.id, { omit: "content" });
  if (!next || !at.view) return;
  at.view = { ...at.view, next_game: next };
  at.draw();
}
