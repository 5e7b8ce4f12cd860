/** What this browser keeps of a table that it has just set up or joined. */

import * as memory from "../ui/storage.js";

/** Keep the tokens in the answer that created a table; returns its address. @param {any} view */
export function opened(view) {
  const held = view.seats
    .filter((/** @type {any} */ seat) => seat.token)
    .map((/** @type {any} */ { token, name }) => ({ token, name }));
  memory.keep(view.id, { engine: view.engine, host: view.host_token, held, commitment: view.seed_commitment });
  return `/table/${view.id}`;
}

/** Keep the token of a seat that was taken. @param {any} answer */
export function joined({ token, game }) {
  const kept = memory.table(game.id);
  const name = game.seats[game.viewer].name;
  memory.keep(game.id, {
    engine: game.engine,
    held: [...(kept?.held ?? []), { token, name }],
    commitment: kept?.commitment ?? game.seed_commitment,
  });
}
