// Plays one seat and keeps its memory in a file, a line for each thing, so that it can be killed at any moment.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { Ludotheque } from "../../../../clients/javascript/ludotheque.js";
import { playOn } from "./memory.mjs";
import { dice, print, told } from "./witness.mjs";

const { url, id, token, file, seed, times } = told();
const written = existsSync(file) ? readFileSync(file, "utf8") : "";
const lines = written
  .split("\n")
  .slice(0, -1)
  .map((line) => JSON.parse(line));
if (!written.endsWith("\n") && written) throw new Error("A line was written in part.");
const last = (kind) => lines.filter((line) => kind in line).at(-1)?.[kind];
const memory = {
  heard: last("event")?.seq ?? 0,
  decided: last("decision")?.key === last("answer")?.key ? null : last("decision"),
  note: (kind, value) => appendFileSync(file, `${JSON.stringify({ [kind]: value })}\n`),
};
await playOn(new Ludotheque(url, { times }), { id, token }, memory, dice(seed));
await print("over");
