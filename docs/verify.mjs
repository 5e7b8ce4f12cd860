// Checks a game's record without trusting the service, or any of its code: node, no packages. See fairness.md.
//
//   node verify.mjs record.json [--commitment <hex>] [--log events.json]    a record, from GET /v1/games/{id}/record
//   node verify.mjs --vectors fairness.md                                   this program, by the vectors of the page
//
// --commitment: the seed_commitment you noted when the game was created. --log: what GET /v1/games/{id}/events answered.
// Exit code 0: all that was checked is right. 1: something is not. 2: it could not be read.
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
const hmac = (key, ...parts) => parts.reduce((mac, part) => mac.update(part), createHmac("sha256", key)).digest();

// Canonical JSON: keys sorted by code point, no blanks, UTF-8.
const byCodePoint = (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const canonical = (value) =>
  Array.isArray(value)
    ? `[${value.map(canonical).join(",")}]`
    : value !== null && typeof value === "object"
      ? `{${Object.keys(value).sort(byCodePoint).map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`
      : JSON.stringify(value);

const commitment = (serverSeed) => sha256("commit/1", serverSeed).toString("hex");
const seedOf = (serverSeed, id, entropies) => hmac(serverSeed, "seed/1", id, ...entropies.map((text) => sha256(text)));

class Chance {
  constructor(seed, draws = 0) {
    this.seed = seed;
    this.draws = draws;
  }
  word() {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(this.draws++));
    return hmac(this.seed, counter).readBigUInt64BE();
  }
  below(bound) {
    const limit = 2n ** 64n - (2n ** 64n % BigInt(bound)); // words past the last full multiple are thrown away
    let word = this.word();
    while (word >= limit) word = this.word();
    return word % BigInt(bound);
  }
  shuffled(items) {
    const cards = [...items];
    for (let last = cards.length - 1; last > 0; last--) {
      const other = Number(this.below(last + 1));
      [cards[last], cards[other]] = [cards[other], cards[last]];
    }
    return cards;
  }
}

// Tokyo Poo Divers: all 70 cards are shuffled and laid on the outline row by row; then it is drawn who begins.
const DECK = "F".repeat(42) + "X".repeat(14) + "Z".repeat(14);
const NAMES = { F: "find", X: "blank", Z: "sleeper" };
const OUTLINES = {
  square: "######## ######## ######## ######## ######## ######## ######## ########",
  donut: ".#######. ######### ######### ###...### ###...### ###...### ######### ######### .#######.",
  mascot: ".....#..... ....###.... ...#####... ..#######.. ..##.#.##.. .#########. .#########. .###...###. ########### ###########",
  heart: ".###...###. #####.##### ########### ########### .#########. ..#######.. ...#####... ....###.... .....#.....",
  cow_droppings: "...####.. .######## ######### ########. ######### ######### .######## ########. ..###.##.",
  skull: "..#####.. .#######. ######### ##..#..## ##..#..## ######### ####.#### .#######. .#######. ..#.#.#..",
};

function divers(chance, seats, options) {
  const rows = options.layout === "custom" ? options.rows : OUTLINES[options.layout ?? "square"].split(" ");
  const cards = chance.shuffled(DECK);
  let next = 0;
  const covers = rows.map((row) => [...row].map((place) => (place === "#" ? cards[next++] : ".")).join(""));
  const first = options.first_player ?? Number(chance.below(seats));
  return { covers, leftover: cards.slice(next).join(""), first };
}

let wrong = 0;
function check(what, right) {
  console.log(`${right ? "right" : "WRONG"}  ${what}`);
  wrong += right ? 0 : 1;
}

function verifyRecord(record, shown, log) {
  const { record_hash: hash, ...rest } = record;
  check("record_hash is that of the content", sha256(canonical(rest)).toString("hex") === hash);
  const serverSeed = Buffer.from(record.server_seed, "hex");
  const made = commitment(serverSeed);
  if (record.seed_commitment !== undefined)
    check("the commitment in the record is that of its server seed", made === record.seed_commitment);
  if (shown === undefined) console.log(`note   compare the commitment with the one you were shown: ${made}`);
  else check("the server seed is the one that was committed to", made === shown.toLowerCase());
  const seed = seedOf(serverSeed, record.id, record.seats.map((seat) => seat.entropy));
  console.log(`note   seed ${seed.toString("hex")}`);
  if (record.engine !== "tokyo_poo_divers") return;
  const { covers, first } = divers(new Chance(seed), record.seats.length, record.options);
  console.log(`covers\n${covers.map((row) => `  ${row}`).join("\n")}\nnote   seat ${first} begins`);
  if (log === undefined) return;
  const opened = log.events.filter((event) => event.type === "cover_opened").map((event) => event.data);
  const fitting = opened.filter(({ cell: [row, column], face }) => NAMES[covers[row]?.[column]] === face);
  check(`${fitting.length} of ${opened.length} covers opened show the face that was shuffled there`, fitting.length === opened.length);
  const began = log.events.find((event) => event.type === "turn_began");
  if (began !== undefined && began.version === log.events.find((event) => event.type === "game_started")?.version)
    check("the seat that was drawn begins", began.seat === first);
}

function verifyVectors(page) {
  const given = JSON.parse(page.split("```json")[1].split("```")[0]);
  const serverSeed = Buffer.from(given.server_seed, "hex");
  check("commitment", commitment(serverSeed) === given.seed_commitment);
  const seed = seedOf(serverSeed, given.game_id, given.entropies);
  check("seed", seed.toString("hex") === given.seed);
  const words = new Chance(seed);
  check("words", given.words.every((word) => words.word() === BigInt(`0x${word}`)));
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
  const laid = divers(chance, seats, options);
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
