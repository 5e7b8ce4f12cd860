// Plays a game of every engine to its end, and prints its events: node play.js http://localhost:8000
import { act, create, join, list, look, read, type Schemas } from "./calls.js";
import { describeEvent, isGame } from "./narrowing.js";

type Action = Schemas["Action"];
type Listed = Schemas["LegalActions"]["actions"][number];

/** A table of every engine, with the fewest players. */
const TABLES: Schemas["NewGame"][] = [
  { engine: "dragon_fights", seats: [{}, { kind: "open" }] },
  { engine: "tapecho", seats: [{}, { kind: "open" }, { kind: "open" }, { kind: "open" }] },
  { engine: "tchang", seats: [{}] },
  { engine: "tokyo_poo_divers", seats: [{}, { kind: "open" }], options: { layout: "donut" } },
  { engine: "zoky", seats: [{}, { kind: "open" }] },
];

const PATIENCE = 40; // so many actions nobody gives up
let rolled = 1;

/** A number from 0 on and below this one: dice that roll the same in every run. */
function roll(sides: number): number {
  rolled = (Math.imul(rolled, 1664525) + 1013904223) >>> 0;
  return Math.floor((rolled / 2 ** 32) * sides);
}

function pick<Thing>(things: readonly Thing[]): Thing {
  const picked = things[roll(things.length)];
  if (picked === undefined) throw new Error("there is nothing to pick from");
  return picked;
}

/** One of these, all types equally likely: so one action that stops is drawn as often as fifty that go on. */
function choose(actions: readonly Listed[], taken: number): Action {
  const types = new Set(actions.map((action) => action.type));
  if (taken < PATIENCE) types.delete("concede");
  const type = pick([...types]);
  return pick(actions.filter((action) => action.type === type)) as Action; // a request is of a game in the document
}

/** A new table, with a token for every seat. */
async function sitDown(table: Schemas["NewGame"]) {
  const made = await create(table);
  const tokens = made.seats.map((seat) => seat.token);
  for (const { seat, kind } of made.seats) {
    if (kind === "open") tokens[seat] = (await join(made.id, { name: `Player ${seat}`, seat })).token;
  }
  return { id: made.id, tokens };
}

async function play(table: Schemas["NewGame"]) {
  const { id, tokens } = await sitDown(table);
  let view = await look(id, tokens[0]!);
  let actions = 0;
  for (; view.status === "active"; actions++) {
    const token = tokens[pick(view.awaiting)]!;
    const seen = await look(id, token);
    const listed = await list(id, token);
    if (listed.version !== seen.version || listed.engine !== table.engine) throw new Error("two responses disagree");
    view = (await act(id, token, choose(seen.legal!.actions, actions))).game;
  }
  return { engine: view.engine, status: view.status, last_seq: view.last_seq, actions, types: await eventTypes(id) };
}

/** The types of all events; those of Tokyo Poo Divers are described as text. */
async function eventTypes(id: string): Promise<string[]> {
  const types: string[] = [];
  for (let after: number | null = 0; after !== null;) {
    const page = await read(id, after);
    if (isGame(page, "tokyo_poo_divers")) for (const event of page.events) describeEvent(event);
    types.push(...page.events.map((event) => event.type));
    after = page.next_after;
  }
  return types;
}

for (const table of TABLES) console.log(JSON.stringify(await play(table)));
