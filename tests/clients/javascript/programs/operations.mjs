// Calls every operation of the client once, and prints what each was answered.
import { Ludotheque, Refusal } from "../../../../clients/javascript/ludotheque.js";

const [url, key] = process.argv.slice(2);
const answers = {};
const api = new Proxy(new Ludotheque(url, { apiKey: key }), {
  get:
    (client, name) =>
    async (...asked) => {
      const answer = await client[name](...asked);
      answers[name] ??= answer;
      return answer;
    },
});
const names = Object.getOwnPropertyNames(Object.getPrototypeOf(Ludotheque.prototype)).filter(
  (it) => it !== "constructor",
);

await api.getHealth();
await api.getReadiness();
await api.getMetrics();
await api.getOpenapiJson();
await api.getOpenapiYaml();
await api.listProblems();
await api.getProblem("stale_version");
const { engines } = await api.listEngines();
await api.getEngine(engines[0].slug);
await api.getRules("zoky");
await api.getPicture("tchang", "tomb");

const game = await api.createGame({
  engine: "tokyo_poo_divers",
  seats: [{ name: "Ana" }, { kind: "open" }, { kind: "open" }],
  public: true,
});
await api.listGames({ engine: "tokyo_poo_divers", status: "open", limit: 5 });
const second = await api.joinGame(game.id, { name: "Ben", entropy: "blue giraffe" });
await api.joinGame(game.id, { kind: "bot", level: "random", seat: 2 }, { token: game.host_token });
const third = await api.createGame({
  engine: "tokyo_poo_divers",
  seats: [{ name: "Ana" }, { name: "Ben" }, { kind: "open" }],
  auto_start: false,
  options: { layout: "donut" },
});
await api.startGame(third.id, { token: third.host_token });

const tokens = third.seats.flatMap((seat) => seat.token ?? []);
const view = await api.getGame(third.id, { token: tokens[0], include: "actions", limit: 3 });
const unchanged = await api.getGame(third.id, { token: tokens[0], ifNoneMatch: view });
const content = await api.getContent(third.id);
const sameContent = await api.getContent(third.id, { ifNoneMatch: content });
const acting = tokens[view.awaiting[0]];
const { actions } = await api.listActions(third.id, { token: acting, limit: 2, type: "dive" });
const illegal = await api
  .takeAction(third.id, { type: "dive", cell: [4, 4] }, { token: acting })
  .catch((refusal) => refusal);
const acted = await api.takeAction(third.id, actions[0], { token: acting, ifMatch: view });
const stale = await api.takeAction(third.id, actions[1], { token: acting, ifMatch: view }).catch((refusal) => refusal);
await api.listEvents(third.id, { after: 1, limit: 3 });
await api.createTicket(third.id, { token: tokens[0] });
const early = await api.getRecord(third.id).catch((refusal) => refusal);
const wrong = await api.createGame({ engine: "zoky", seats: [{ name: "Ana" }] }).catch((refusal) => refusal);

await api.leaveGame(game.id, second.seat, { token: second.token }); // a bot goes on
await api.deleteGame(third.id, { token: third.host_token }); // it becomes abandoned, and its record is public
const record = await api.getRecord(third.id);
await api.verifyRecord(record);
const { over, overHost } = JSON.parse(process.argv[4]);
await api.createRematch(over, { token: overHost });

const told = (it) => it instanceof Refusal && { ...it, message: it.message };
console.log(
  JSON.stringify({
    names,
    answers,
    unchanged,
    sameContent,
    acted: acted.events.length,
    version: view.version,
    refusals: [stale, early, wrong, illegal].map(told),
  }),
);
