// Dragon Fights: what may be touched, and all texts.
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  describeAction,
  describeEvent,
  lastThrowText,
  prompt,
  squareText,
} from "../../../engines/dragon_fights/web/labels.js";
import { targets, touchSquare } from "../../../engines/dragon_fights/web/selection.js";
import { loadMessages, t } from "../../../web/ui/i18n.js";
import { event, scene } from "../../web/scenes.mjs";

await loadMessages("games/dragon_fights/messages");

const squares = [0, 1, 2].map((id) => ({ id, x: id, y: 0, kind: "corridor", colour: null }));
const dragon = (seat) => ({ seat, choosing: false, chosen: false, stones: [], fireflies: 0 });
const state = {
  phase: "relocate",
  round: 1,
  player: 0,
  dragons: [dragon(0), dragon(1)],
  your_gesture: null,
  last_throw: [
    { seat: 0, gesture: "rock" },
    { seat: 1, gesture: "scissors" },
  ],
  undecided: 0,
  stones: [
    { square: 0, up: true, face: 2 },
    { square: 1, up: true, face: "animal" },
  ],
  turned: [0, 1],
  at_stake: 0,
  fireflies_left: 10,
  memory_aid: false,
  map: { squares, edges: [] },
};
const relocations = [0, 1].map((from) => ({ type: "relocate", from, to: 2 }));

test("every stone of the go may be put back on every free square", () => {
  const may = targets(scene(state, { legal: relocations }));
  assert.deepEqual([[...may.lifts], [...may.drops], may.from], [[0, 1], [2], null]);
});

test("the only stone is chosen already", () => {
  assert.equal(targets(scene({ ...state, turned: [1] }, { legal: relocations })).from, 1);
});

test("a touch chooses the stone, and the next one puts it back", () => {
  const table = scene(state, { legal: relocations });
  touchSquare(table, 2, null, "choose first");
  assert.deepEqual(table.messages, ["choose first"]);
  touchSquare(table, 1, null, "");
  assert.equal(targets(table).from, 1);
  touchSquare(table, 2, 1, "");
  assert.deepEqual(table.sent, [{ type: "relocate", from: 1, to: 2 }]);
});

test("out of a go, a touch turns a stone over, legal or not", () => {
  const table = scene({ ...state, phase: "flip", player: 1 });
  touchSquare(table, 2, null, "");
  assert.deepEqual(table.sent, [{ type: "flip", square: 2 }]);
});

test("the text of a throw", () => {
  assert.equal(
    lastThrowText(scene(state)),
    t("dragon_fights.won", { beats: t("dragon_fights.rock_beats"), name: "Ana" }),
  );
  assert.equal(lastThrowText(scene({ ...state, phase: "over" })), t("dragon_fights.last_taken"));
  const undecided = {
    ...state,
    player: null,
    undecided: 2,
    dragons: state.dragons.map((one) => ({ ...one, choosing: true })),
  };
  assert.ok(lastThrowText(scene(undecided)).endsWith(t("dragon_fights.in_a_row", { n: 2 })));
});

test("without a memory aid, the log does not say where a stone lies", () => {
  const moved = event("stone_relocated", 0, { from: 0, to: 2, face: 2 });
  const [without, aided] = [false, true].map((memory_aid) => describeEvent(moved, scene({ ...state, memory_aid })));
  const place = t("dragon_fights.place", { row: 4, column: 6 });
  assert.ok(!without.includes(place));
  assert.ok(aided.includes(place));
});

test("texts of actions, prompts and squares", () => {
  const table = scene(state, { legal: relocations });
  for (const action of [
    ...relocations,
    { type: "flip", square: 2 },
    { type: "take" },
    { type: "gesture", gesture: "rock" },
  ])
    assert.match(describeAction(action, table), /\w/);
  assert.equal(prompt(table), t("dragon_fights.ask_lift"));
  assert.equal(prompt(scene({ ...state, phase: "decide", at_stake: 4 })), t("dragon_fights.ask_decide", { n: 4 }));
  const text = squareText(state, squares[2], undefined, { ...targets(table), from: 1 });
  assert.ok(text.includes(t("dragon_fights.place", { row: 4, column: 6 })));
});
