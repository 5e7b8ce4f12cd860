// Shared by the tests' programs: a witness that checks the order of what a table delivers, dice, and a player.
import { GameNotActive, IllegalAction, NotYourTurn, StaleVersion } from "../../../../clients/javascript/ludotheque.js";

export const readArgs = () => JSON.parse(process.argv[2]);

export const print = (value) => new Promise((resolve) => process.stdout.write(`${JSON.stringify(value)}\n`, resolve));

/** Whether the game had changed before an action was processed; `version` is the one that it was chosen from. */
export const wasOvertaken = (error, version = Infinity) =>
  [StaleVersion, NotYourTurn, GameNotActive].some((kind) => error instanceof kind) ||
  (error instanceof IllegalAction && error.version > version);

/** Records all that a table delivers, and every promise it breaks. */
export function witness(table, after = 0) {
  const seen = { events: [], views: [], states: [], ends: [], wrong: [] };
  const check = (holds, what) => holds || seen.wrong.push(what);
  const last = () => after + seen.events.length;
  table.on("event", (event) => {
    check(!seen.ends.length, `event ${event.seq} after the end`);
    check(event.seq === last() + 1, `event ${event.seq} after ${last()}`);
    check(table.view.version >= event.version, `event ${event.seq} before its view`);
    seen.events.push(event);
    check(table.after === last(), `after is ${table.after}`);
  });
  table.on("view", (view) => {
    check(!seen.ends.length, `view ${view.version} after the end`);
    check(view.version > (seen.views.at(-1) ?? 0), `view ${view.version} after ${seen.views.at(-1)}`);
    check(view.version <= table.view.version, `view ${view.version} is newer than the newest`);
    check(last() >= view.last_seq, `view ${view.version} before its events`);
    seen.views.push(view.version);
  });
  table.on("state", (state) => {
    check(state === table.state && state !== seen.states.at(-1), `state ${state}`);
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

/** Play at this table until the game is over; returns the versions its actions made. */
export async function play(table, roll) {
  const versions = [];
  while (await table.waitForTurn()) {
    const { version } = table.view;
    try {
      versions.push((await table.act(choice(table.actions, roll))).version);
    } catch (error) {
      if (!wasOvertaken(error, version)) throw error;
    }
  }
  return versions;
}
