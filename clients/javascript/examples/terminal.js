/**
 * Play any game in a terminal.
 *
 *   node terminal.js http://localhost:8000 new zoky Ana greedy     a new table against bots of this level
 *   node terminal.js http://localhost:8000 join <id> Ana           a seat at a table that waits for players
 *   node terminal.js http://localhost:8000 seat <id> <token>       the seat of this token again
 */
import { createInterface } from "node:readline";
import { ApiError, Ludotheque } from "../ludotheque.js";
import { endingText, eventText, precondition, tableLines, toLine } from "./text.js";

/** @import { Action, Body, GameView } from "../types.js" */

const [base = "", how = "", what = "", name = "", level = "greedy"] = process.argv.slice(2);
const MOST = 40;
const api = new Ludotheque(base);
const say = console.log;

/** The table's id and the seat's token. */
async function sitDown() {
  if (how === "seat") return { id: what, token: name };
  if (how === "join") return { id: what, token: (await api.joinGame(what, { name })).token };
  const { players } = await api.getEngine(what);
  const bots = Array.from({ length: Math.max(1, players.min - 1) }, () => ({ kind: "bot", level }));
  const game = /** @type {Body<"create_game">} */ ({ engine: what, seats: [{ name }, ...bots] });
  const { id, seats } = await api.createGame(game);
  return { id, token: seats[0]?.token };
}

const { id, token } = await sitDown();
say(`To come back to this seat: node terminal.js ${base} seat ${id} ${token}`);
const table = api.table(id, { token, limit: 1000 });
const engine = await api.getEngine((await api.getGame(id)).engine);

/** The view the player decides on. @type {GameView | null} */
let view = null;
/** What can be chosen by its number. @type {Action[]} */
let offered = [];

/** Show the table and what can be done, or only what holds these words. */
function offer(search = "") {
  const actions = view?.legal?.actions ?? [];
  offered = actions.filter((action) => toLine(action).includes(search));
  offered.slice(0, MOST).forEach((action, number) => say(`${number + 1}) ${toLine(action)}`));
  if (offered.length > MOST) say(`… and ${offered.length - MOST} more: type a word to see only actions with it.`);
  if (actions.length) say("Your choice?");
}

/** A number chooses; what begins with `{` is sent as it is; any other word searches. @param {string} line */
async function choose(line) {
  const action = line.startsWith("{") ? JSON.parse(line) : offered[Number(line) - 1];
  if (!view || !action) return offer(line);
  try {
    await table.act(action, precondition(view));
  } catch (error) {
    if (table.state === "ended") return;
    say(error instanceof ApiError ? error.message : `No response: ${error}`);
    offer();
  }
}

const typed = createInterface({ input: process.stdin });
typed.on("line", (line) => void choose(line.trim()).catch((error) => say(String(error))));
table.on("state", (state) => state === "live" || state === "ended" || say(`(${state})`));
table.on("event", (event) => say(`* ${eventText(engine, table.view, event)}`));
table.on("view", (newest) => {
  view = newest;
  if (!view.legal?.actions.length) return;
  tableLines(view).forEach((line) => say(line));
  offer();
});
table.on("end", (error) => {
  if (view) say(error ? error.message : endingText(engine, view));
  typed.close();
});
