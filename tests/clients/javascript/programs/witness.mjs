// What the tests' programs share: a witness of what a table tells, dice, and reading of what they are told.

export const told = () => JSON.parse(process.argv[2]);

export const print = (value) => new Promise((go) => process.stdout.write(`${JSON.stringify(value)}\n`, go));

/** Notes all that a table tells, and every promise it breaks. */
export function witness(table, after = 0) {
  const seen = { events: [], views: [], states: [], ends: [], wrong: [] };
  const demand = (holds, what) => holds || seen.wrong.push(what);
  const last = () => after + seen.events.length;
  table.on("event", (event) => {
    demand(!seen.ends.length, `event ${event.seq} after the end`);
    demand(event.seq === last() + 1, `event ${event.seq} after ${last()}`);
    demand(table.view.version >= event.version, `event ${event.seq} before its view`);
    seen.events.push(event);
    demand(table.last === last(), `last is ${table.last}`);
  });
  table.on("view", (view) => {
    demand(!seen.ends.length, `view ${view.version} after the end`);
    demand(view.version > (seen.views.at(-1) ?? 0), `view ${view.version} after ${seen.views.at(-1)}`);
    demand(view.version <= table.view.version, `view ${view.version} is newer than the newest`);
    demand(last() >= view.last_seq, `view ${view.version} before its events`);
    seen.views.push(view.version);
  });
  table.on("state", (state) => {
    demand(state === table.state && state !== seen.states.at(-1), `state ${state}`);
    seen.states.push(state);
  });
  table.on("end", (error) => seen.ends.push(error && { status: error.status, code: error.code }));
  return seen;
}

/** Dice that fall alike for the same seed. */
export function dice(seed) {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % sides;
  };
}

/** One of these actions; each type is as likely as the others, so that one that stops is not lost among many. */
export function choice(actions, roll) {
  const types = [...new Set(actions.map((action) => action.type))];
  const type = types[roll(types.length)];
  const some = actions.filter((action) => action.type === type);
  return some[roll(some.length)];
}

/** Play at this table until it ends, by what each view allows; returns the answers to its actions. */
export async function play(table, roll, note = () => {}) {
  const answers = [];
  for await (const view of table.views()) {
    if (!view.legal?.actions.length) continue;
    const action = choice(view.legal.actions, roll);
    try {
      answers.push(await table.act(action, { ifMatch: view }));
    } catch (refusal) {
      note(refusal);
      if (!["stale_version", "not_your_turn", "game_not_active"].includes(refusal.code)) throw refusal;
    }
  }
  return answers;
}
