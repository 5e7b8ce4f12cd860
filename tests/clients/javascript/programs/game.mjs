// A whole game of people, each at a live table of their own, and a spectator; prints what each has heard.
import { Ludotheque } from "../../../../clients/javascript/ludotheque.js";
import { dice, play, print, told, witness } from "./witness.mjs";

const { url, engine, seats, seed } = told();
const api = new Ludotheque(url);
const names = Array.from({ length: seats }, (_, seat) => ({ name: `Player ${seat}` }));
const game = await api.createGame({ engine, seats: names });
const tables = [...game.seats.map((seat) => api.table(game.id, { token: seat.token })), api.table(game.id)];
const seen = tables.map((table) => witness(table));
const iterated = (async () => {
  const events = [];
  for await (const event of tables[0]) events.push(event);
  return events;
})();
const answers = await Promise.all(tables.map((table, seat) => play(table, dice(seed + seat))));
await print({
  id: game.id,
  tokens: game.seats.map((seat) => seat.token),
  seen,
  iterated: await iterated,
  outcomes: tables.map((table) => table.view.outcome),
  answers: answers.flat().map(({ version }) => version),
});
