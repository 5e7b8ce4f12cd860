/** What the page of a table remembers, and which of the seats that this browser holds it shows. */

/** @import { LoadedTableState, TableState } from "../types.js" */

import * as storage from "../ui/storage.js";

/**
 * The state of a page that has just been opened.
 * @param {HTMLElement} host @param {string} id
 * @param {{ draw: (state: TableState) => void, follow: (state: TableState) => void }} functions that draw the page, and follow a seat
 */
export function createTableState(host, id, { draw, follow }) {
  // What is missing here is set before it is read; the type says when.
  const state = /** @type {TableState} */ ({ host, id, localSeats: /** @type {number[]} */ ([]) });
  state.draw = () => draw(state);
  state.showSeat = (tokenIndex = seatTokens(state).length - 1) => {
    state.tokenIndex = tokenIndex;
    follow(state);
  };
  state.showSeat(seatTokens(state).length > 0 ? 0 : -1);
  return state;
}

/** Whether the first view is there. @param {TableState} state @returns {state is LoadedTableState} */
export const isLoaded = (state) => Boolean(state.view);

/** The tokens of this browser for this table. @param {Pick<TableState, "id">} state */
export const seatTokens = ({ id }) => storage.loadTable(id)?.tokens ?? [];

/** Forget the token of the seat that is shown, and save what is new about the table. @param {TableState} state @param {Partial<storage.SavedTable>} [changes] */
export function dropSeat(state, changes) {
  storage.saveTable(state.id, {
    tokens: seatTokens(state).filter((_, index) => index !== state.tokenIndex),
    ...changes,
  });
  state.showSeat();
}

/** The next token of this device whose seat has to act, if the seat that is shown has not; -1 if there is none. @param {LoadedTableState} state */
export function nextLocalToken({ view, localSeats, tokenIndex }) {
  if (view.status !== "active" || localSeats.length < 2 || view.awaiting.includes(view.viewer ?? -1)) return -1;
  return localSeats.findIndex((seat, index) => index !== tokenIndex && view.awaiting.includes(seat));
}
