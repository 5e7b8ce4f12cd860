// Scenes for single promises of the client: `node scenes.mjs '{"scene": …}'` plays one and prints what came of it.
import { appendFileSync } from "node:fs";
import { Ludotheque, newKey, Refusal } from "../../../../clients/javascript/ludotheque.js";
import { dice, play, print, told, witness } from "./witness.mjs";

const asked = told();
const api = new Ludotheque(asked.url, { times: asked.times, apiKey: asked.apiKey });
const { id, token } = asked;
/** What became of a promise: its value, or what it was rejected with. */
const outcome = (promise) =>
  promise.then(
    (value) => ({ value }),
    (error) => ({
      name: error.name,
      code: error.code,
      status: error.status,
      retryAfter: error.retryAfter,
      refusal: error instanceof Refusal,
    }),
  );
/** For the test, while this runs. */
const note = (what) => asked.notes && appendFileSync(asked.notes, `${what}\n`);
const until = (holds) =>
  new Promise((go) => {
    const look = () => (holds() ? go() : setTimeout(look, 5));
    look();
  });
const line = () => new Promise((go) => process.stdin.once("data", go)).finally(() => process.stdin.pause());

const scenes = {
  async create() {
    if (asked.insecure) crypto.randomUUID = undefined;
    const game = await api.createGame({
      engine: "tokyo_poo_divers",
      seats: [{ name: "Ana" }, { kind: "open" }],
      public: true,
    });
    return { id: game.id, key: newKey() };
  },

  /** A service at an address with a mistake in it, before it is asked for anything. */
  address: () => outcome(Promise.resolve(asked.address).then((address) => void new Ludotheque(address))),

  join: () => outcome(api.joinGame(id, { name: "Ben" })),
  look: () => outcome(api.getGame(id)),
  rules: () => outcome(api.getRules("zoky")),
  start: () => outcome(api.startGame(id, { token })),
  remove: () => outcome(api.deleteGame(id, { token })),
  ready: () => outcome(api.getReadiness()),

  /** Some actions one after the other, at a live table of one player. */
  async act() {
    const table = api.table(id, { token });
    const seen = witness(table);
    const acted = [];
    for await (const view of table.views()) {
      if (!view.legal.actions.length) continue;
      acted.push(await outcome(table.act(view.legal.actions[0], asked.guarded ? { ifMatch: view } : {})));
      if (acted.length === asked.count) break;
    }
    const legal = table.legal;
    table.close();
    return { acted: acted.map(({ value, ...refused }) => value?.version ?? refused), seen, legal };
  },

  /** An action while it waits to be sent again is called off. */
  async abort() {
    const stop = new AbortController();
    const { actions } = await api.listActions(id, { token });
    const acting = outcome(api.takeAction(id, actions[0], { token, signal: stop.signal }));
    await line();
    stop.abort();
    const already = await outcome(api.getGame(id, { signal: stop.signal }));
    return { acting: await acting, already };
  },

  /** Plays this seat to the end of the game. */
  async play() {
    const table = api.table(id, { token });
    const seen = witness(table);
    table.on("state", (state) => note(state));
    const answers = await play(table, dice(asked.seed ?? 1));
    return { seen, versions: answers.map((answer) => answer.version) };
  },

  /** Listens to the end, from some event on. */
  async listen() {
    if (asked.wakes) {
      const target = new EventTarget();
      globalThis.addEventListener = target.addEventListener.bind(target);
      globalThis.removeEventListener = target.removeEventListener.bind(target);
      line().then(() => target.dispatchEvent(new Event("online")));
    }
    const table = api.table(id, { token, after: asked.after });
    const seen = witness(table, asked.after);
    table.on("state", (state) => note(state));
    table.on("event", (event) => note(`event ${event.seq}`));
    const events = [];
    const iterated = outcome(
      (async () => {
        for await (const event of table) events.push(event.seq);
      })(),
    );
    await new Promise((go) => table.on("end", go));
    return {
      seen,
      iterated: await iterated,
      events,
      status: table.view?.status,
      legal: table.legal,
      error: table.error?.code,
    };
  },

  /** A listener makes mistakes, and one ends the table after its third event. */
  async mistakes() {
    const mistakes = [];
    process.on("uncaughtException", (mistake) => mistakes.push(mistake.message));
    const table = api.table(id);
    const off = table.on("event", () => mistakes.push("not any more"));
    off();
    table.on("event", (event) => {
      throw new Error(`at ${event.seq}`);
    });
    const seen = witness(table);
    table.on("event", (event) => event.seq === 3 && table.close());
    const events = [];
    for await (const event of table) events.push(event.seq);
    await until(() => mistakes.length >= 3);
    return { mistakes, seen, events, state: table.state };
  },

  /** The service's clock, on a machine whose own is wrong. */
  async clock() {
    const right = Date.now;
    Date.now = () => right() + asked.wrong;
    const table = api.table(id);
    for await (const view of table.views()) {
      const { now } = await api.getGame(id);
      const shown = table.now();
      table.close();
      return { before: view.now, now, shown: new Date(shown).toISOString(), after: (await api.getGame(id)).now };
    }
  },
};

await print(await scenes[asked.scene]());
