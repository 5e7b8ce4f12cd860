/**
 * Any game as text. Nothing here is about one game: views are shown by their fields, and events are described with the
 * sentences of the engine's page.
 *
 * @import { GameEvent, GameView, Result } from "../types.js"
 */

/** A value on one line: `dive cell 2 6`. @param {unknown} value @returns {string} */
export function toLine(value) {
  if (Array.isArray(value)) return value.map(toLine).join(value.every((it) => typeof it === "object") ? "; " : " ");
  if (value === null || typeof value !== "object") return String(value);
  if ("name" in value) return "id" in value ? `${value.id} “${value.name}”` : String(value.name);
  const { type, ...rest } = /** @type {Record<string, unknown>} */ (value);
  const fields = Object.entries(rest).flatMap(([name, it]) => (isEmpty(it) ? [] : [`${spaced(name)} ${toLine(it)}`]));
  return [type ?? [], fields.join(", ")].flat().join(" ").trim();
}

/** A value as lines, such as the state in a view. @param {unknown} value @returns {string[]} */
export function toLines(value) {
  if (value === null || typeof value !== "object") return [String(value)];
  return Object.entries(value).flatMap(([name, it]) => {
    if (isEmpty(it)) return [];
    const title = Array.isArray(value) ? "-" : `${spaced(name)}:`;
    if (isBoard(it)) return [title, ...it.map((row) => `    ${row}`)];
    const line = toLine(it);
    if (typeof it !== "object" || line.length < 80) return [`${title} ${line}`];
    const below = toLines(it).map((one) => `  ${one}`);
    return title === "-" ? [`- ${below[0]?.trim()}`, ...below.slice(1)] : [title, ...below];
  });
}

/** The table as the viewer sees it. @param {GameView} view */
export function tableLines(view) {
  const waiting = view.awaiting.map((seat) => playerName(view, seat)).join(", ");
  const table = view.state
    ? toLines(view.state)
    : [`Open seats: ${view.seats.filter(({ kind }) => kind === "open").length}`];
  return waiting ? [...table, `The game waits for ${waiting}.`] : table;
}

/**
 * An event in words.
 * @param {Result<"get_engine">} engine @param {GameView | null} view @param {GameEvent} event
 */
export function eventText(engine, view, event) {
  const schema = /** @type {{ description?: string } | undefined} */ (engine.events[event.type]);
  const [description = event.type] = (schema?.description ?? "").split("\n");
  const details = toLine(event.data);
  const who = event.seat === null ? "" : `${playerName(view, event.seat)}: `;
  return `${who}${description}${details ? ` (${details})` : ""}`;
}

/** How a game has ended. @param {Result<"get_engine">} engine @param {GameView} view */
export function endingText(engine, view) {
  const { outcome } = view;
  if (!outcome) return "The game was broken off.";
  const winners = outcome.winners.map((seat) => playerName(view, seat)).join(" and ");
  return `${engine.endings[outcome.reason] ?? outcome.reason} ${winners ? `${winners} won.` : "Nobody won."}`;
}

/**
 * The options for an action that was chosen on this view. If the game waits for this seat alone, the action must not be
 * done when the game has changed. If all choose at the same time, or if it is a reaction, the others do not matter.
 * @param {GameView} view @returns {{ ifMatch: GameView | null }}
 */
export const precondition = (view) => ({
  ifMatch: view.awaiting.length === 1 && view.awaiting[0] === view.viewer ? view : null,
});

/** @param {GameView | null} view @param {number} seat */
export const playerName = (view, seat) => view?.seats[seat]?.name ?? `seat ${seat}`;

/** @param {string} name */
const spaced = (name) => name.replaceAll("_", " ");

/** @param {unknown} value */
const isEmpty = (value) =>
  value === null || value === false || (typeof value === "object" && !Object.keys(value).length);

/** Rows of equal length, as those of a map. @param {unknown} value @returns {value is string[]} */
const isBoard = (value) =>
  Array.isArray(value) &&
  value.length > 2 &&
  value.every((row) => typeof row === "string" && row.length === value[0].length);
