// Checks a game's record without trusting the service, or any of its code: node, no packages. See fairness.md.
//
//   node verify.mjs record.json [--commitment <hex>] [--log events.json]    a record, from GET /v1/games/{id}/record
//   node verify.mjs --vectors fairness.md                                   this program, by the vectors of the page
//
// --commitment: the seed_commitment you noted when the game was created. --log: the response of GET /v1/games/{id}/events.
// Exit code 0: all that was checked is right. 1: something is not. 2: it could not be read.
import { readFileSync } from "node:fs";
import * as deals from "../engines/tokyo_poo_divers/web/deal.js";
import { Chance, checks, commitmentOf, hex, seedIn, seedOf, unhex } from "../web/verify.js";

let wrong = 0;
function check(what, right) {
  console.log(`${right ? "right" : "WRONG"}  ${what}`);
  wrong += right ? 0 : 1;
}

function verifyRecord(record, commitment, log) {
  const { checkDraws, deal } = record.engine === "tokyo_poo_divers" ? deals : {};
  const found = checks(record, { commitment, log: log?.events, checkDraws });
  const say = (step) => found.filter((one) => one.step === step).forEach(({ what, right }) => check(what, right));
  say("hash");
  say("commitment");
  if (commitment === undefined)
    console.log(
      `note   compare the commitment with the one you were shown: ${commitmentOf(unhex(record.server_seed))}`,
    );
  const seed = seedIn(record);
  console.log(`note   seed ${hex(seed)}`);
  if (!deal) return;
  const { covers, first } = deal(new Chance(seed), record.seats.length, record.options);
  console.log(`covers\n${covers.map((row) => `  ${row}`).join("\n")}\nnote   seat ${first} begins`);
  say("draws");
}

function verifyVectors(page) {
  const given = JSON.parse(page.split("```json")[1].split("```")[0]);
  const serverSeed = unhex(given.server_seed);
  check("commitment", commitmentOf(serverSeed) === given.seed_commitment);
  const seed = seedOf(serverSeed, given.game_id, given.entropies);
  check("seed", hex(seed) === given.seed);
  const words = new Chance(seed);
  check(
    "words",
    given.words.every((word) => words.word() === BigInt(`0x${word}`)),
  );
  for (const { draws, bound, number, then } of given.numbers) {
    const chance = new Chance(seed, draws);
    check(`number below ${bound}`, chance.below(BigInt(bound)) === BigInt(number) && chance.draws === then);
  }
  for (const { draws, items, shuffled, then } of given.shuffles) {
    const chance = new Chance(seed, draws);
    check(`shuffle of ${items}`, chance.shuffled(items).join("") === shuffled && chance.draws === then);
  }
  for (const { draws, items, count, sample, then } of given.samples) {
    const chance = new Chance(seed, draws);
    check(`sample of ${items}`, chance.shuffled(items).slice(0, count).join("") === sample && chance.draws === then);
  }
  const { seats, options, faces, leftover, first_player: begins, then } = given.tokyo_poo_divers;
  const chance = new Chance(seed);
  const laid = deals.deal(chance, seats, options);
  check("covers", laid.covers.join("").replaceAll(".", "") === faces && laid.leftover === leftover);
  check("who begins", laid.first === begins && chance.draws === then);
}

const words = process.argv.slice(2);
const option = (name) => (words.includes(name) ? words.splice(words.indexOf(name), 2)[1] : undefined);
try {
  const [vectors, shown, log] = [option("--vectors"), option("--commitment"), option("--log")];
  const read = (path) => JSON.parse(readFileSync(path, "utf-8"));
  if (vectors !== undefined) verifyVectors(readFileSync(vectors, "utf-8"));
  else if (words.length === 1) verifyRecord(read(words[0]), shown, log && read(log));
  else throw new Error("node verify.mjs record.json [--commitment <hex>] [--log events.json]");
} catch (error) {
  console.error(error.message);
  process.exit(2);
}
process.exit(wrong ? 1 : 0);
