// Follows games by ear: standard input holds a line for each game, {"events": […], "states": […], "seats": n}; `states` are
// the spectator's after each version, the first after the start. Prints the first difference, or how many states were right.
import { isDeepStrictEqual } from "node:util";
import { createInterface } from "node:readline";

const { opening, hear } = await import(process.argv[2]);
let right = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const { events, states, seats } = JSON.parse(line);
  const start = events.find(({ type }) => type === "game_started").version;
  const state = opening(
    events.filter(({ version }) => version <= start),
    structuredClone(states.at(-1)),
    seats,
  );
  for (const [number, wanted] of states.entries()) {
    for (const event of events) if (number > 0 && event.version === start + number) hear(state, event);
    if (!isDeepStrictEqual(state, wanted)) {
      const names = Object.keys({ ...wanted, ...state }).filter(
        (name) => !isDeepStrictEqual(state[name], wanted[name]),
      );
      const told = names.map(
        (name) => `${name}: ${JSON.stringify(state[name])} is not ${JSON.stringify(wanted[name])}`,
      );
      console.log(
        `state ${number} of ${states.length}, after ${JSON.stringify(events.filter(({ version }) => version === start + number))}\n${told.join("\n")}`,
      );
      process.exit(1);
    }
    right += 1;
  }
}
console.log(right);
