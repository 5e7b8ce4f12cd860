/**
 * Checks a game's record without trusting the service, or any of its code. docs/fairness.md says what is checked and what
 * that proves. The page uses this, and so does docs/verify.mjs on the command line: nothing here needs a browser or node,
 * and hashes are made here too, because browsers make none for pages from an http address.
 *
 * @import { CheckDraws, EventOf, Schemas } from "./types.js"
 * @typedef {Uint8Array} Bytes
 * @typedef {Schemas["Record"]} GameRecord
 * @typedef {{ step: "hash" | "commitment" | "draws", what: string, right: boolean }} Check
 * @typedef {{ commitment?: string | undefined, log?: EventOf[] | undefined, checkDraws?: CheckDraws | undefined }} Known the commitment you were shown, the game's events, and how the draws of this game are checked
 */

const utf8 = new TextEncoder();

/** Texts as UTF-8, and bytes, as one array of bytes. @param {(string | Bytes)[]} parts @returns {Bytes} */
function concatBytes(...parts) {
  const bytes = parts.map((part) => (typeof part === "string" ? utf8.encode(part) : part));
  const whole = new Uint8Array(bytes.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of bytes) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** @param {Bytes} bytes */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text @returns {Bytes} */
export const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

// SHA-256 (FIPS 180-4). Its constants are the first 32 bits of the fractions of the square roots of the first 8 primes,
// and of the cube roots of the first 64.
/** @type {number[]} */
const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);

/** The largest integer whose power is not above this one. @param {bigint} number @param {bigint} power */
function integerRoot(number, power) {
  let [low, high] = [0n, 1n << 40n];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle ** power <= number) low = middle;
    else high = middle;
  }
  return low;
}

/** @param {number} prime @param {bigint} power */
const fractionBits = (prime, power) => Number(integerRoot(BigInt(prime) << (32n * power), power) & 0xffffffffn) | 0;
const INITIAL_HASH = PRIMES.slice(0, 8).map((prime) => fractionBits(prime, 2n));
const ROUND_CONSTANTS = PRIMES.map((prime) => fractionBits(prime, 3n));

/** @param {number} word @param {number} by */
const rotateRight = (word, by) => (word >>> by) | (word << (32 - by));

/** The digest of all parts together. @param {(string | Bytes)[]} parts @returns {Bytes} */
export function sha256(...parts) {
  const message = concatBytes(...parts);
  const padded = new DataView(new ArrayBuffer(Math.ceil((message.length + 9) / 64) * 64));
  new Uint8Array(padded.buffer).set(message);
  padded.setUint8(message.length, 0x80);
  padded.setBigUint64(padded.byteLength - 8, BigInt(message.length) * 8n);
  const digest = Int32Array.from(INITIAL_HASH);
  for (let block = 0; block < padded.byteLength; block += 64) compress(digest, padded, block);
  const out = new DataView(new ArrayBuffer(32));
  digest.forEach((word, n) => out.setInt32(4 * n, word));
  return new Uint8Array(out.buffer);
}

/** Work one block of 64 bytes into the digest. @param {Int32Array} digest @param {DataView} message @param {number} block */
function compress(digest, message, block) {
  const words = new Int32Array(64);
  const word = (/** @type {number} */ n) => /** @type {number} */ (words[n]);
  for (let n = 0; n < 64; n++) {
    const [before, late] = [word(n - 15), word(n - 2)];
    words[n] =
      n < 16
        ? message.getInt32(block + 4 * n)
        : word(n - 16) +
          (rotateRight(before, 7) ^ rotateRight(before, 18) ^ (before >>> 3)) +
          word(n - 7) +
          (rotateRight(late, 17) ^ rotateRight(late, 19) ^ (late >>> 10));
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = digest;
  for (let n = 0; n < 64; n++) {
    const one =
      (h +
        (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) +
        ((e & f) ^ (~e & g)) +
        (ROUND_CONSTANTS[n] ?? 0) +
        word(n)) |
      0;
    const two = ((rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((more, n) => (digest[n] = (digest[n] ?? 0) + more));
}

/** HMAC-SHA-256 (RFC 2104) of all parts together. @param {Bytes} key @param {(string | Bytes)[]} parts */
export function hmac(key, ...parts) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  return sha256(
    block.map((byte) => byte ^ 0x5c),
    sha256(
      block.map((byte) => byte ^ 0x36),
      ...parts,
    ),
  );
}

/** Canonical JSON: keys sorted by code point, no blanks. @param {unknown} value @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => byCodePoint(one, other));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(",")}}`;
}

/** UTF-8 has the order of the code points. @param {string} one @param {string} other */
const byCodePoint = (one, other) => (hex(utf8.encode(one)) < hex(utf8.encode(other)) ? -1 : 1);

/** @param {Bytes} serverSeed */
export const commitmentOf = (serverSeed) => hex(sha256("commit/1", serverSeed));

/** @param {Bytes} serverSeed @param {string} id @param {string[]} entropies by seat */
export const seedOf = (serverSeed, id, entropies) =>
  hmac(serverSeed, "seed/1", id, ...entropies.map((text) => sha256(text)));

/** The seed of the game in a record. @param {GameRecord} record */
export const seedIn = (record) =>
  seedOf(
    unhex(record.server_seed),
    record.id,
    record.seats.map(({ entropy = "" }) => entropy),
  );

/** The draws of a game, counted from its start. */
export class Chance {
  /** @param {Bytes} seed @param {number} [draws] how many there were before */
  constructor(seed, draws = 0) {
    this.seed = seed;
    this.draws = draws;
  }

  word() {
    const counter = new DataView(new ArrayBuffer(8));
    counter.setBigUint64(0, BigInt(this.draws++));
    return new DataView(hmac(this.seed, new Uint8Array(counter.buffer)).buffer).getBigUint64(0);
  }

  /** @param {bigint | number} bound */
  below(bound) {
    const limit = 2n ** 64n - (2n ** 64n % BigInt(bound)); // words past the last full multiple are thrown away
    let word = this.word();
    while (word >= limit) word = this.word();
    return word % BigInt(bound);
  }

  /** @param {Iterable<string>} items @returns {string[]} */
  shuffled(items) {
    const cards = [...items];
    for (let last = cards.length - 1; last > 0; last--) {
      const other = Number(this.below(last + 1));
      [cards[last], cards[other]] = [/** @type {string} */ (cards[other]), /** @type {string} */ (cards[last])];
    }
    return cards;
  }
}

/** All that can be checked of a record, one statement after another. @param {GameRecord} record @param {Known} [known] @returns {Check[]} */
export function checks(record, { commitment, log, checkDraws } = {}) {
  const { record_hash: hash, ...rest } = record;
  const made = commitmentOf(unhex(record.server_seed));
  /** @type {Check[]} */
  const results = [
    { step: "hash", what: "record_hash is that of the content", right: hex(sha256(canonical(rest))) === hash },
    {
      step: "commitment",
      what: "the commitment in the record is that of its server seed",
      right: made === record.seed_commitment,
    },
  ];
  if (commitment !== undefined)
    results.push({
      step: "commitment",
      what: "the server seed is the one that was committed to",
      right: made === commitment.toLowerCase(),
    });
  if (!log || !checkDraws) return results;
  const draws = checkDraws(new Chance(seedIn(record)), record, log);
  return [...results, ...draws.map((check) => ({ ...check, step: /** @type {const} */ ("draws") }))];
}

/** The same, step by step: `wrong` is the statement that is not right, or "". @param {GameRecord} record @param {Known} [known] */
export function verify(record, known = {}) {
  const results = checks(record, known);
  const steps = ["commitment", "hash", "draws"].filter((step) => results.some((check) => check.step === step));
  return steps.map((step) => ({
    step,
    wrong: results.find((check) => check.step === step && !check.right)?.what ?? "",
  }));
}
