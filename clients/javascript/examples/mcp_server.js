/**
 * A seat for a language model: an MCP server on stdin and stdout, with tools to list games, read the rules, sit down,
 * look and act. The tokens of the seats stay in this process. The model knows a seat by a number.
 *
 *   npm install @modelcontextprotocol/server zod
 *   node mcp_server.js http://localhost:8000
 */
import { setTimeout as pause } from "node:timers/promises";
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";
import { ApiError, GameNotActive, Ludotheque } from "../ludotheque.js";
import { endingText, eventText, precondition, tableLines, toLine } from "./text.js";

/** @import { Table } from "../ludotheque.js" */
/** @import { Action, Body, GameView, Result } from "../types.js" */

/** @typedef {{ table: Table, engine: Result<"get_engine">, eventCount: number, view: GameView | null }} Seat */

const LONGEST_WAIT = 50;
const INSTRUCTIONS =
  "Play board games. list_games says what there is, get_rules how it is played. Take a seat with new_table or " +
  "join_table; both give you the number of your seat. Then look and act in turn until the game is over.";
const api = new Ludotheque(process.argv[2]);
/** @type {Seat[]} */
const seats = [];

const seconds = z.number().describe(`Seconds to wait until this seat can act, at most ${LONGEST_WAIT}`);
const level = z.enum(["random", "greedy", "search"]);

async function listGames() {
  const [{ engines }, { games }] = await Promise.all([api.listEngines(), api.listGames({ status: "open" })]);
  const kinds = engines.map(
    ({ slug, summary, players: { min, max } }) => `${slug}: ${summary} ${min} to ${max} players.`,
  );
  return [...kinds, ...games.map(({ id, engine }) => `Waiting for players: a table of ${engine}, ${id}`)].join("\n");
}

/** @param {{ game: string, name: string, bots: number, level: z.infer<typeof level> }} options */
async function newTable({ game, name, bots, level }) {
  const others = Array.from({ length: bots }, () => ({ kind: "bot", level }));
  const table = /** @type {Body<"create_game">} */ ({ engine: game, seats: [{ name }, ...others] });
  const created = await api.createGame(table);
  return sit(created.id, created.seats[0]?.token);
}

/** Keep the seat, and give the model its number. @param {string} id @param {string} [token] */
async function sit(id, token) {
  const table = api.table(id, { token });
  const { value: view } = await table.views().next();
  const seat = { table, engine: await api.getEngine(view?.engine ?? ""), eventCount: 0, view: null };
  return `You have seat ${seats.push(seat)}. The table is ${id}.\n${await look(seat, 0)}`;
}

/** @param {number} number */
function getSeat(number) {
  const seat = seats[number - 1];
  if (!seat) throw new Error("There is no such seat. Sit down first.");
  return seat;
}

/** Wait until this seat can act, but not for ever, and return what is new. @param {Seat} seat @param {number} wait */
async function look(seat, wait) {
  const { table, engine } = seat;
  await Promise.race([waitForAction(table), pause(1000 * Math.min(wait, LONGEST_WAIT))]);
  const { view, events } = table;
  if (table.error || !view) throw table.error;
  const news = events.slice(seat.eventCount).map((event) => eventText(engine, view, event));
  [seat.eventCount, seat.view] = [events.length, view];
  const actions = (view.legal?.actions ?? []).map((action, number) => `${number + 1}: ${toLine(action)}`);
  const after =
    table.state === "ended" ? [endingText(engine, view)] : [actions.length ? "You may do:" : "You have to wait."];
  return [...news, ...tableLines(view), ...after, ...actions].join("\n");
}

/** @param {Table} table */
async function waitForAction(table) {
  try {
    for await (const view of table.views()) if (view.legal?.actions.length) return;
  } catch {} // `look` throws table.error
}

/** @param {{ seat: number, number: number, action?: object | undefined, wait_seconds: number }} options */
async function act({ seat, number, action, wait_seconds }) {
  const { table, view } = getSeat(seat);
  const listed = view?.legal?.actions ?? [];
  const chosen = /** @type {Action | undefined} */ (action ?? listed[number - 1]);
  if (!view || !chosen) throw new Error(`Choose a number from 1 to ${listed.length}, as look lists them.`);
  try {
    await table.act(chosen, precondition(view));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!(error instanceof GameNotActive) && (error.version ?? 0) <= view.version) throw error;
    return `The game had changed before this was done, so it was not done.\n${await look(getSeat(seat), 0)}`;
  }
  return look(getSeat(seat), wait_seconds);
}

/** The result of a tool, or the error of the service. @param {() => Promise<string>} tool */
async function respond(tool) {
  try {
    return { content: [{ type: /** @type {const} */ ("text"), text: await tool() }] };
  } catch (error) {
    throw error instanceof ApiError ? new Error(`${error.code}: ${error.message}`) : error;
  }
}

/** The server, with all its tools. */
function server() {
  const mcp = new McpServer({ name: "ludotheque", version: "1" }, { instructions: INSTRUCTIONS });
  mcp.registerTool(
    "list_games",
    { description: "List the kinds of games, and the public tables that wait for players." },
    () => respond(listGames),
  );
  mcp.registerTool(
    "get_rules",
    { description: "Read the rules of a kind of game, by its slug.", inputSchema: z.object({ game: z.string() }) },
    ({ game }) => respond(() => api.getRules(game)),
  );
  mcp.registerTool(
    "new_table",
    {
      description: "Set up a table of this kind of game, sit down under this name, and play against so many bots.",
      inputSchema: z.object({
        game: z.string(),
        name: z.string(),
        bots: z.int().default(1),
        level: level.default("greedy"),
      }),
    },
    (options) => respond(() => newTable(options)),
  );
  mcp.registerTool(
    "join_table",
    {
      description: "Take an open seat at the table with this id.",
      inputSchema: z.object({ table: z.string(), name: z.string() }),
    },
    ({ table, name }) => respond(async () => sit(table, (await api.joinGame(table, { name })).token)),
  );
  mcp.registerTool(
    "look",
    {
      description: "What has happened, how the table looks from this seat, and what may be done there now.",
      inputSchema: z.object({ seat: z.int(), wait_seconds: seconds.default(0) }),
    },
    ({ seat, wait_seconds }) => respond(() => look(getSeat(seat), wait_seconds)),
  );
  mcp.registerTool(
    "act",
    {
      description:
        "Do what the last look at this seat has listed under this number, or a written action such as a solution. " +
        "Then waits like look, and tells what look tells.",
      inputSchema: z.object({
        seat: z.int(),
        number: z.int().default(0),
        action: z.record(z.string(), z.unknown()).optional(),
        wait_seconds: seconds.default(20),
      }),
    },
    (options) => respond(() => act(options)),
  );
  return mcp;
}

serveStdio(server);
process.stdin.on("end", () => process.exit()); // nobody is there any more; the tables would be followed for ever
