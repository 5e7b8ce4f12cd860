/**
 * A seat for a language model: an MCP server on stdin and stdout, with tools to list games, read the rules, sit down,
 * look and act. The tokens of the seats stay in this process. The model knows a seat by a number.
 *
 *   node mcp_server.js http://localhost:8000
 */
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { Ludotheque, Refusal } from "../ludotheque.js";
import { brief, drawn, ending, guarded, sentence } from "./text.js";

/** @import { Table } from "../ludotheque.js" */
/** @import { Action, Answer, Body, GameView } from "../types.js" */

/** @typedef {{ table: Table, engine: Answer<"show_engine">, told: number, shown: GameView | null }} Seat */

const VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
const LONGEST_WAIT = 50;
const api = new Ludotheque(process.argv[2]);
/** @type {Seat[]} */
const seats = [];

const text = { type: "string" };
const whole = { type: "integer" };
const wait_seconds = {
  type: "number",
  description: `Seconds to wait until this seat can act, at most ${LONGEST_WAIT}`,
};

/** What the model can do, by name. @type {Record<string, { description: string, takes: object, needs: string[], run: (given: any) => Promise<string> }>} */
const TOOLS = {
  list_games: {
    description: "List the kinds of games, and the public tables that wait for players.",
    takes: {},
    needs: [],
    async run() {
      const [{ engines }, { games }] = await Promise.all([api.listEngines(), api.listGames({ status: "open" })]);
      const kinds = engines.map(
        ({ slug, summary, players: { min, max } }) => `${slug}: ${summary} ${min} to ${max} players.`,
      );
      return [...kinds, ...games.map(({ id, engine }) => `Waiting for players: a table of ${engine}, ${id}`)].join(
        "\n",
      );
    },
  },
  read_rules: {
    description: "Read the rules of a kind of game, by its slug.",
    takes: { game: text },
    needs: ["game"],
    run: ({ game }) => api.readRules(game),
  },
  new_table: {
    description: "Set up a table of this kind of game, sit down under this name, and play against so many bots.",
    takes: { game: text, name: text, bots: whole, level: { type: "string", enum: ["random", "greedy", "search"] } },
    needs: ["game", "name"],
    async run({ game, name, bots = 1, level = "greedy" }) {
      const others = Array.from({ length: bots }, () => ({ kind: "bot", level }));
      const table = /** @type {Body<"create_game">} */ ({ engine: game, seats: [{ name }, ...others] });
      const made = await api.createGame(table);
      return sit(made.id, made.seats[0]?.token);
    },
  },
  join_table: {
    description: "Take an open seat at the table with this id.",
    takes: { table: text, name: text },
    needs: ["table", "name"],
    run: async ({ table, name }) => sit(table, (await api.takeSeat(table, { name })).token),
  },
  look: {
    description: "What has happened, how the table looks from this seat, and what may be done there now.",
    takes: { seat: whole, wait_seconds },
    needs: ["seat"],
    run: ({ seat, wait_seconds = 0 }) => look(taken(seat), wait_seconds),
  },
  act: {
    description:
      "Do what the last look at this seat has listed under this number, or a written action such as a solution. " +
      "Then waits like look, and tells what look tells.",
    takes: { seat: whole, number: whole, action: { type: "object" }, wait_seconds },
    needs: ["seat"],
    async run({ seat, number = 0, action, wait_seconds = 20 }) {
      const { table, shown } = taken(seat);
      const listed = shown?.legal?.actions ?? [];
      const chosen = /** @type {Action | undefined} */ (action ?? listed[number - 1]);
      if (!shown || !chosen) throw new Error(`Choose a number from 1 to ${listed.length}, as look lists them.`);
      try {
        await table.act(chosen, guarded(shown));
      } catch (refusal) {
        if (!(refusal instanceof Refusal && refusal.code === "stale_version")) throw refusal;
        return `The game had changed before this was done, so it was not done.\n${await look(taken(seat), 0)}`;
      }
      return look(taken(seat), wait_seconds);
    },
  },
};

/** @param {number} number */
function taken(number) {
  const seat = seats[number - 1];
  if (!seat) throw new Error("There is no such seat. Sit down first.");
  return seat;
}

/** Keep the seat, and give the model its number. @param {string} id @param {string} [token] */
async function sit(id, token) {
  const table = api.table(id, { token });
  const { value: view } = await table.views().next();
  const seat = { table, engine: await api.showEngine(view?.engine ?? ""), told: 0, shown: null };
  return `You have seat ${seats.push(seat)}. The table is ${id}.\n${await look(seat, 0)}`;
}

/** Wait until this seat can act, but not for ever, and tell the model what is new. @param {Seat} seat @param {number} seconds */
async function look(seat, seconds) {
  const { table, engine } = seat;
  await Promise.race([asked(table), pause(1000 * Math.min(seconds, LONGEST_WAIT))]);
  const { view, events } = table;
  if (table.error || !view) throw table.error;
  const told = events.slice(seat.told).map((event) => sentence(engine, view, event));
  [seat.told, seat.shown] = [events.length, view];
  const actions = (view.legal?.actions ?? []).map((action, number) => `${number + 1}: ${brief(action)}`);
  const after =
    table.state === "ended" ? [ending(engine, view)] : [actions.length ? "You may do:" : "You have to wait."];
  return [...told, ...drawn(view), ...after, ...actions].join("\n");
}

/** @param {Table} table */
async function asked(table) {
  try {
    for await (const view of table.views()) if (view.legal?.actions.length) return;
  } catch {} // whoever looks is told
}

/** The answer to a request of the model's program. @param {string} method @param {any} given */
async function answer(method, given) {
  if (method === "ping") return {};
  if (method === "tools/list") {
    return {
      tools: Object.entries(TOOLS).map(([name, { description, takes, needs }]) => ({
        name,
        description,
        inputSchema: { type: "object", properties: takes, required: needs },
      })),
    };
  }
  if (method === "initialize") {
    return {
      protocolVersion: VERSIONS.includes(given.protocolVersion) ? given.protocolVersion : VERSIONS[0],
      capabilities: { tools: {} },
      serverInfo: { name: "ludotheque", version: "1" },
      instructions:
        "Play board games. list_games says what there is, read_rules how it is played. Take a seat with new_table or " +
        "join_table; both give you the number of your seat. Then look and act in turn until the game is over.",
    };
  }
  const tool = method === "tools/call" && TOOLS[given.name];
  if (!tool) throw Object.assign(new Error(`There is no ${given?.name ?? method}.`), { unknown: true });
  try {
    return { content: [{ type: "text", text: await tool.run(given.arguments ?? {}) }] };
  } catch (failure) {
    const told = failure instanceof Refusal ? `${failure.code}: ${failure.message}` : String(failure);
    return { content: [{ type: "text", text: told }], isError: true };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  const say = (/** @type {object} */ told) => console.log(JSON.stringify({ jsonrpc: "2.0", id, ...told }));
  if (id === undefined) continue; // it asks for no answer
  answer(method, params).then(
    (result) => say({ result }),
    (failure) => say({ error: { code: failure.unknown ? -32601 : -32603, message: failure.message } }),
  );
}
process.exit(); // nobody is there any more
