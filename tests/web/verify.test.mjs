// The check of a record: known vectors, and what is wrong with a record that was changed.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { canonical, Chance, commitmentOf, hex, hmac, seedOf, sha256, unhex } from "../../web/verify.js";

const page = await readFile(new URL("../../docs/fairness.md", import.meta.url), "utf-8");
const vectors = JSON.parse(page.split("```json")[1].split("```")[0]);

test("SHA-256 and HMAC of the standards", () => {
  assert.equal(hex(sha256("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  assert.equal(
    hex(hmac(unhex("0b".repeat(20)), "Hi There")),
    "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
  );
});

test("canonical JSON sorts keys by code point", () => {
  assert.equal(canonical({ "\u{1f600}": 1, "\uff5e": [true, null], a: "é" }), '{"a":"é","～":[true,null],"😀":1}');
});

test("commitment and seed of the page about fairness", () => {
  const serverSeed = unhex(vectors.server_seed);
  assert.equal(commitmentOf(serverSeed), vectors.seed_commitment);
  assert.equal(hex(seedOf(serverSeed, vectors.game_id, vectors.entropies)), vectors.seed);
});

test("draws are below their bound, and the same from the same counter", () => {
  const [one, other] = [new Chance(unhex(vectors.seed)), new Chance(unhex(vectors.seed))];
  for (let bound = 1; bound < 40; bound++) {
    const drawn = one.below(bound);
    assert.ok(drawn < BigInt(bound));
    assert.equal(drawn, other.below(bound));
  }
  assert.deepEqual([...one.shuffled("abcdef")].sort(), [..."abcdef"]);
});
