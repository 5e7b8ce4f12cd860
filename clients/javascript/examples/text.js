/**
 * Any game as text. Nothing here knows a game: views are drawn from what is in them, and events are told with the
 * sentences of the engine's page.
 *
 * @import { Answer, GameEvent, GameView } from "../types.js"
 */

/** A value on one line: `dive cell 2 6`. @param {unknown} value @returns {string} */
export function brief(value) {
  if (Array.isArray(value)) return value.map(brief).join(value.every((it) => typeof it === "object") ? "; " : " ");
  if (value === null || typeof value !== "object") return String(value);
  if ("name" in value) return "id" in value ? `${value.id} “${value.name}”` : String(value.name);
  const { type, ...rest } = /** @type {Record<string, unknown>} */ (value);
  const told = Object.entries(rest).flatMap(([name, it]) => (empty(it) ? [] : [`${words(name)} ${brief(it)}`]));
  return [type ?? [], told.join(", ")].flat().join(" ").trim();
}

/** A value as lines, such as the state in a view. @param {unknown} value @returns {string[]} */
export function lines(value) {
  if (value === null || typeof value !== "object") return [String(value)];
  return Object.entries(value).flatMap(([name, it]) => {
    if (empty(it)) return [];
    const title = Array.isArray(value) ? "-" : `${words(name)}:`;
    if (board(it)) return [title, ...it.map((row) => `    ${row}`)];
    const line = brief(it);
    if (typeof it !== "object" || line.length < 80) return [`${title} ${line}`];
    const below = lines(it).map((one) => `  ${one}`);
    return title === "-" ? [`- ${below[0]?.trim()}`, ...below.slice(1)] : [title, ...below];
  });
}

/** The table for whoever sees this view. @param {GameView} view */
export function drawn(view) {
  const waiting = view.awaiting.map((seat) => named(view, seat)).join(", ");
  const drawing = view.state
    ? lines(view.state)
    : [`Open seats: ${view.seats.filter(({ kind }) => kind === "open").length}`];
  return waiting ? [...drawing, `The game waits for ${waiting}.`] : drawing;
}

/**
 * What has happened, in words.
 * @param {Answer<"get_engine">} engine @param {GameView | null} view @param {GameEvent} event
 */
export function sentence(engine, view, event) {
  const schema = /** @type {{ description?: string } | undefined} */ (engine.events[event.type]);
  const [told = event.type] = (schema?.description ?? "").split("\n");
  const details = brief(event.data);
  const who = event.seat === null ? "" : `${named(view, event.seat)}: `;
  return `${who}${told}${details ? ` (${details})` : ""}`;
}

/** How a game has ended. @param {Answer<"get_engine">} engine @param {GameView} view */
export function ending(engine, view) {
  const { outcome } = view;
  if (!outcome) return "The game was broken off.";
  const winners = outcome.winners.map((seat) => named(view, seat)).join(" and ");
  return `${engine.endings[outcome.reason] ?? outcome.reason} ${winners ? `${winners} won.` : "Nobody won."}`;
}

/**
 * How to send an action that was chosen by this view. Whoever plays alone wants it refused if the game has changed. If
 * all choose at the same time, or if it is a reaction, the others do not matter.
 * @param {GameView} view @returns {{ ifMatch?: GameView }}
 */
export const guarded = (view) =>
  view.awaiting.length === 1 && view.awaiting[0] === view.viewer ? { ifMatch: view } : {};

/** @param {GameView | null} view @param {number} seat */
export const named = (view, seat) => view?.seats[seat]?.name ?? `seat ${seat}`;

/** @param {string} name */
const words = (name) => name.replaceAll("_", " ");

/** @param {unknown} value */
const empty = (value) => value === null || value === false || (typeof value === "object" && !Object.keys(value).length);

/** Rows of equal length, as those of a map. @param {unknown} value @returns {value is string[]} */
const board = (value) =>
  Array.isArray(value) &&
  value.length > 2 &&
  value.every((row) => typeof row === "string" && row.length === value[0].length);
