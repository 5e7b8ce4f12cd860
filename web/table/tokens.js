/** Saves the tokens of a table that this browser has just created or joined. */

/** @import { Schemas, ViewOf } from "../types.js" */

import { api } from "../api.js";
import * as storage from "../ui/storage.js";

/** Save the tokens in the response that created a table; returns its address. @param {ViewOf} view */
export function saveCreatedTable(view) {
  const tokens = view.seats.flatMap(({ token, name }) => (token ? [{ token, name: name ?? "" }] : []));
  storage.saveTable(view.id, {
    engine: view.engine,
    host: view.host_token,
    tokens,
    commitment: view.seed_commitment,
  });
  return `/table/${view.id}`;
}

/** Save the token of a seat that was taken. @param {Schemas["JoinResult"]} result */
export function saveJoinedSeat({ token, game }) {
  const saved = storage.loadTable(game.id);
  const name = game.seats[game.viewer ?? -1]?.name ?? "";
  storage.saveTable(game.id, {
    engine: game.engine,
    tokens: [...(saved?.tokens ?? []), { token: token ?? "", name }],
    commitment: saved?.commitment ?? game.seed_commitment,
  });
}

/** Take the seat again that this browser has left. @param {string} id @param {number} seat */
export async function rejoin(id, seat) {
  const left = storage.loadTable(id)?.left;
  saveJoinedSeat(await api.joinGame(id, { name: left?.name ?? "", seat }, { token: left?.token }));
}
