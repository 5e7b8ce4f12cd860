// Replays games with a reducer of the page: standard input holds a line for each game, {"events": […], "states": […],
// "seats": n}; `states` are the spectator's after each version, the first after the start. Prints the first difference,
// or how many states were right. Every event is described too: no text may have a place that is not filled.
import assert from "node:assert/strict";
import { createInterface } from "node:readline";

import { computeStates } from "../../web/table/replay.js";
import { loadMessages } from "../../web/ui/i18n.js";

const [slug] = process.argv.slice(2);
await loadMessages(`games/${slug}/messages`);
const reducer = await import(`../../engines/${slug}/web/reducer.js`);
const { describeEvent } = await import(`../../engines/${slug}/web/labels.js`);
const TABLE_EVENTS = ["game_started"];

let right = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const { events, states, seats } = JSON.parse(line);
  const view = { state: structuredClone(states.at(-1)), seats: Array(seats) };
  const computed = computeStates(reducer, events, view);
  assert.equal(computed.length, states.length);
  for (const [number, expected] of states.entries()) {
    const step = events.filter(({ version }) => version === events[0].version + number);
    const message = `state ${number} of ${states.length}, after ${JSON.stringify(step)}`;
    assert.deepStrictEqual(computed[number], expected, message);
    for (const event of step) checkText(event, expected);
    right += 1;
  }
}
console.log(right);

/** @param {{ type: string }} event @param {object} state */
function checkText(event, state) {
  if (TABLE_EVENTS.includes(event.type)) return;
  const text = describeEvent(event, { state, name: (seat) => (seat === null ? "" : `Player ${seat}`) });
  assert.equal(typeof text, "string", JSON.stringify(event));
  assert.doesNotMatch(text, /[{}]|undefined|NaN|null|\[object/, JSON.stringify(event));
}
