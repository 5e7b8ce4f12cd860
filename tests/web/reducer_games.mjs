// Replays games with a reducer of the page: standard input holds a line for each game, {"events": […], "states": […],
// "seats": n}; `states` are the spectator's after each version, the first after the start. Prints the first difference,
// or how many states were right.
import assert from "node:assert/strict";
import { createInterface } from "node:readline";

import { computeStates } from "../../web/table/replay.js";

const reducer = await import(process.argv[2]);
let right = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const { events, states, seats } = JSON.parse(line);
  const view = { state: structuredClone(states.at(-1)), seats: Array(seats) };
  const computed = computeStates(reducer, events, view);
  assert.equal(computed.length, states.length);
  for (const [number, expected] of states.entries()) {
    const version = events[0].version + number;
    const cause = JSON.stringify(events.filter((event) => event.version === version));
    assert.deepStrictEqual(computed[number], expected, `state ${number} of ${states.length}, after ${cause}`);
    right += 1;
  }
}
console.log(right);
