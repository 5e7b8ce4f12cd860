// Runs one scene of the scenarios with the JavaScript client, and prints its result: node scenes.mjs '{"scene": …}'
import { appendFileSync } from "node:fs";
import * as ludotheque from "../../../../clients/javascript/ludotheque.js";
import { dice, play, print, readArgs, witness } from "./witness.mjs";

const { Ludotheque, ApiError, LudothequeError, OPERATIONS, newKey } = ludotheque;
const args = readArgs();
const { id, token } = args;
const log = [];
const api = new Ludotheque(args.url, {
  apiKey: args.api_key,
  retry: camelKeys(args.retry),
  timeouts: camelKeys(args.timeouts),
  logger: { debug: (message) => log.push(message) },
});

/** `list_games` as `listGames`. */
function camel(name) {
  return name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
}

function camelKeys(options = {}) {
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [camel(name), value]));
}

/** What became of a promise: its value, or the error. */
const outcome = (promise) =>
  promise.then(
    (value) => ({ value }),
    (error) => ({
      ...Object.fromEntries(
        Object.entries(error).map(([name, it]) => [name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`), it]),
      ),
      name: error.name,
      code: error.code,
      message: error.message,
      is_api_error: error instanceof ApiError,
      is_own_error: error instanceof LudothequeError,
    }),
  );
/** For the test, while this runs. */
const note = (what) => args.notes && appendFileSync(args.notes, `${what}\n`);
const line = () => new Promise((resolve) => process.stdin.once("data", resolve)).finally(() => process.stdin.pause());

/** A live table, what it delivers, and notes for the test about it. */
function follow(options) {
  const table = api.table(id, { token, ...options });
  const seen = witness(table, options?.after);
  table.on("state", (state) => note(state));
  table.on("event", (event) => note(`event ${event.seq}`));
  return { table, seen };
}

/** A value in which texts such as `$game.seats.0.token` are replaced by earlier results. */
function resolved(value, results) {
  if (typeof value === "string" && value.startsWith("$"))
    return value
      .slice(1)
      .split(".")
      .reduce((it, name) => it[name], results);
  if (Object(value) !== value) return value;
  const entries = Object.entries(value).map(([name, it]) => [name, resolved(it, results)]);
  return Array.isArray(value) ? entries.map(([, it]) => it) : Object.fromEntries(entries);
}

const scenes = {
  /** The operations that the client has, and whether each may be sent again. */
  operations: () =>
    Object.fromEntries(Object.entries(OPERATIONS).map(([name, operation]) => [name, operation.split(" ")[2]])),

  /** The names of the error classes by code. */
  errors() {
    const classes = Object.entries(ludotheque).filter(([, it]) => it.prototype instanceof ApiError);
    return Object.fromEntries(classes.filter(([name, it]) => it.name === name).map(([name, it]) => [it.code, name]));
  },

  /** Calls one after the other. */
  async calls() {
    const [results, outcomes] = [{}, []];
    for (const { call, args: parameters = [], options = {}, as } of args.calls) {
      const done = await outcome(
        api[camel(call)](...resolved(parameters, results), camelKeys(resolved(options, results))),
      );
      if (as) results[as] = done.value;
      outcomes.push(done);
    }
    return { outcomes, log };
  },

  /** Some actions one after the other. */
  async act() {
    const { table, seen } = follow();
    const outcomes = [];
    const options = args.if_match === null ? { ifMatch: null } : {};
    while (outcomes.length < args.count && (await table.waitForTurn()))
      outcomes.push(await outcome(table.act(table.actions[0], options)));
    const { legal } = table;
    table.close();
    return { versions: outcomes.map(({ value }) => value?.version), outcomes, ...seen, legal, log };
  },

  /** An action that was decided on an older view. */
  async stale() {
    const { table } = follow();
    await table.waitForTurn();
    const { view, actions } = table;
    await api.takeAction(id, actions[0], { token });
    const stale = await outcome(table.act(actions[1], { ifMatch: view }));
    const { version } = table.view;
    table.close();
    return { before: view.version, stale, version };
  },

  /** All choose at the same time, and then one on an old view. */
  async simultaneous() {
    const tables = args.tokens.map((token) => api.table(id, { token }));
    for (const table of tables) await table.waitForTurn();
    const { view } = tables[0];
    const outcomes = [];
    for (const table of tables) outcomes.push(await outcome(table.act({ type: "gesture", gesture: "rock" })));
    const stale = await outcome(tables[0].act({ type: "gesture", gesture: "rock" }, { ifMatch: view }));
    tables.forEach((table) => table.close());
    return { outcomes: outcomes.map(({ value, name }) => value?.version ?? name), stale };
  },

  /** Waits twice until this seat may react. */
  async react() {
    const { table } = follow();
    const first = await table.waitForTurn({ react: true });
    const { view, mayReact, isMyTurn } = table;
    note("react");
    const second = await table.waitForTurn({ react: true });
    const { version } = table.view;
    table.close();
    return { first, mayReact, isMyTurn, version: view.version, second, later: version };
  },

  /** Plays this seat to the end of the game. */
  async play() {
    const { table, seen } = follow();
    const versions = await play(table, dice(args.seed ?? 1));
    return { ...seen, versions };
  },

  /** A whole game: people and a spectator, each at a live table of their own. */
  async game() {
    const seats = Array.from({ length: args.seats }, (_, seat) => ({ name: `Player ${seat}` }));
    const game = await api.createGame({ engine: args.engine, seats });
    const tokens = game.seats.map((seat) => seat.token);
    const tables = [...tokens, undefined].map((token) => api.table(game.id, { token }));
    const seen = tables.map((table) => witness(table));
    const versions = await Promise.all(tables.map((table, seat) => play(table, dice(args.seed + seat))));
    return {
      id: game.id,
      tokens,
      tables: seen,
      outcomes: tables.map((table) => table.view.outcome),
      versions: versions.flat(),
    };
  },

  /** Listens to the end, from some event on. */
  async listen() {
    if (args.wakes) {
      const target = new EventTarget();
      globalThis.addEventListener = target.addEventListener.bind(target);
      globalThis.removeEventListener = target.removeEventListener.bind(target);
      line().then(() => target.dispatchEvent(new Event("online")));
    }
    const { table, seen } = follow({ after: args.after });
    const iterated = [];
    const { code = null } = await outcome(
      (async () => {
        for await (const event of table) iterated.push(event.seq);
      })(),
    );
    return { ...seen, iterated, error: code, status: table.view?.status, legal: table.legal ?? null };
  },

  // What only this client has

  /** New keys, in a page that has no randomUUID. */
  key() {
    crypto.randomUUID = undefined;
    return [newKey(), newKey()];
  },

  /** A service at an address with a mistake in it, before anything is sent. */
  address: () => outcome(Promise.resolve(args.address).then((address) => void new Ludotheque(address))),

  /** An action while it waits to be sent again is aborted. */
  async abort() {
    const stop = new AbortController();
    const { actions } = await api.listActions(id, { token });
    const action = outcome(api.takeAction(id, actions[0], { token, signal: stop.signal }));
    await line();
    stop.abort();
    const already = await outcome(api.getGame(id, { signal: stop.signal }));
    return { action: await action, already };
  },

  /** A listener makes mistakes, and one ends the table after its third event. */
  async mistakes() {
    const mistakes = [];
    process.on("uncaughtException", (mistake) => mistakes.push(mistake.message));
    const table = api.table(id);
    const remove = table.on("event", () => mistakes.push("not any more"));
    remove();
    table.on("event", (event) => {
      throw new Error(`at ${event.seq}`);
    });
    const seen = witness(table);
    table.on("event", (event) => event.seq === 3 && table.close());
    const events = [];
    for await (const event of table) events.push(event.seq);
    while (mistakes.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    return { mistakes, seen, events, state: table.state };
  },

  /** The service's clock, on a machine whose own is wrong. */
  async clock() {
    const now = Date.now;
    Date.now = () => now() + args.wrong;
    const table = api.table(id);
    for await (const view of table.views()) {
      await api.getGame(id);
      const shown = table.now();
      table.close();
      return { before: view.now, shown: new Date(shown).toISOString(), after: (await api.getGame(id)).now };
    }
  },
};

await print(await scenes[args.scene]());
