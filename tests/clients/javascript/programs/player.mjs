// Plays one seat and keeps its memory in a file, a line for each thing, so that it can be killed at any moment.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { Ludotheque } from "../../../../clients/javascript/ludotheque.js";
import { resume } from "./memory.mjs";
import { dice, print, readArgs } from "./witness.mjs";

const { url, id, token, file, seed } = readArgs();
const text = existsSync(file) ? readFileSync(file, "utf8") : "";
if (!text.endsWith("\n") && text) throw new Error("A line was written in part.");
const lines = text
  .split("\n")
  .slice(0, -1)
  .map((line) => JSON.parse(line));
const last = (kind) => lines.filter((line) => kind in line).at(-1)?.[kind];
const memory = {
  after: last("event")?.seq ?? 0,
  decision: last("decision")?.key === last("result")?.key ? null : last("decision"),
  note: (kind, value) => appendFileSync(file, `${JSON.stringify({ [kind]: value })}\n`),
};
await resume(new Ludotheque(url), { id, token }, memory, dice(seed));
await print("over");
