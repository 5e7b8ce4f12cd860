/** What the page of a table remembers, and which of the seats that this browser holds it shows. */

/** @import { Sitting } from "../types.js" */

import * as memory from "../ui/storage.js";

/**
 * Sit down at a table.
 * @param {HTMLElement} host @param {string} id
 * @param {{ draw: (at: Sitting) => void, follow: (at: Sitting) => void }} how the page is drawn, and a seat is followed
 */
export function sitting(host, id, { draw, follow }) {
  /** What is missing here is there before it is asked for; the type says when. @type {any} */
  const empty = { host, id, seats: [] };
  /** @type {Sitting} */
  const at = empty;
  at.draw = () => draw(at);
  at.sit = (number = held(at).length - 1) => {
    at.shown = number;
    follow(at);
  };
  at.sit(held(at).length > 0 ? 0 : -1);
  return at;
}

/** The tokens of this browser for this table. @param {Pick<Sitting, "id">} at */
export const held = ({ id }) => memory.table(id)?.held ?? [];

/** Give up the seat that is shown, and keep what is new about the table. @param {Sitting} at @param {Partial<memory.Kept>} [news] */
export function stand(at, news) {
  memory.keep(at.id, { held: held(at).filter((_, number) => number !== at.shown), ...news });
  at.sit();
}

/** The next seat of this device that is asked, if the one that is shown is not; -1 if there is none. @param {Sitting} at */
export function nextHere({ view, seats, shown }) {
  if (view.status !== "active" || seats.length < 2 || view.awaiting.includes(view.viewer)) return -1;
  return seats.findIndex((seat, number) => number !== shown && view.awaiting.includes(seat));
}
