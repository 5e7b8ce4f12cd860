// T'Chang: ways over the map, what may be done with the pawns, and all texts.
import assert from "node:assert/strict";
import { test } from "node:test";

import { describeAction, describeEvent, exitStatus, prompt, squareText } from "../../../engines/tchang/web/labels.js";
import { giveFirefly, shortestPath, touchOf, turnChoices } from "../../../engines/tchang/web/selection.js";
import { loadMessages, t } from "../../../web/ui/i18n.js";
import { event, scene } from "../../web/scenes.mjs";

await loadMessages("games/tchang/messages");

// 0 – 1 – 3 and 0 – 2 – 3: two ways of the same length, and 4 behind 3.
const map = {
  squares: [0, 1, 2, 3, 4].map((id) => ({ id, x: id, y: 0, kind: id ? "corridor" : "hall", colour: null })),
  edges: [
    [0, 1],
    [0, 2],
    [1, 3],
    [2, 3],
    [3, 4],
  ],
};
const state = {
  phase: "move",
  turn: 0,
  reserve: 30,
  stones: [3],
  animals: [],
  tangrams: 2,
  statues: [{ square: 4, figure: null }],
  pawns: [
    { pawn: 0, seat: 0, square: 0, fireflies: 5, bitten: false },
    { pawn: 1, seat: 1, square: 0, fireflies: 5, bitten: false },
  ],
  exit: null,
  concede_votes: [],
  riddle: null,
  map,
};
const legal = [1, 2, 3].map((square) => ({ type: "move", pawn: 0, square }));
const table = (changes = {}) => scene(state, { legal, types: ["share", "pass"], ...changes });

test("the shortest way, lowest numbers first", () => {
  assert.deepEqual(shortestPath(map, 0, 4), [0, 1, 3, 4]);
  assert.deepEqual(shortestPath(map, 4, 0), [4, 3, 1, 0]);
  assert.deepEqual(shortestPath(map, 2, 2), [2]);
});

test("what each square costs, and who may take fireflies", () => {
  const choices = turnChoices(table());
  assert.deepEqual(
    [...choices.goals],
    [
      [1, 1],
      [2, 1],
      [3, 2],
    ],
  );
  assert.deepEqual([choices.chosen, choices.takers(0), choices.takers(1)], [0, [1], [0]]);
  assert.deepEqual(turnChoices(table({ types: [] })).takers(0), []);
});

test("the first touch aims, the second walks", () => {
  const scene = table();
  touchOf(scene, turnChoices(scene), 3).touch();
  assert.equal(turnChoices(scene).aim, 3);
  assert.equal(prompt(scene), t("tchang.prompt_aim", { pawn: 1, n: 2, flies: t("tchang.flies", { n: 2 }) }));
  touchOf(scene, turnChoices(scene), 3).touch();
  assert.deepEqual(scene.sent, [{ type: "move", pawn: 0, square: 3 }]);
});

test("out of reach the service says why not, and spectators touch nothing", () => {
  const scene = table();
  const { legal, touch } = touchOf(scene, turnChoices(scene), 4);
  touch();
  assert.deepEqual([legal, scene.sent], [false, [{ type: "move", pawn: 0, square: 4 }]]);
  const spectator = table({ me: null });
  assert.deepEqual(touchOf(spectator, turnChoices(spectator), 1), { legal: false, touch: null });
});

test("fireflies are given one by one, and taken back", () => {
  const scene = table();
  for (let times = 0; times < 7; times++) giveFirefly(scene, turnChoices(scene), 0, 1);
  assert.deepEqual(scene.selection.share, { from: 0, to: 1, amount: 5 });
  giveFirefly(scene, turnChoices(scene), 1, 0);
  assert.equal(scene.selection.share.amount, 4);
});

test("exits", () => {
  assert.equal(exitStatus({ exit: null }, 7), "closed");
  assert.equal(exitStatus({ exit: { square: 6, open: false } }, 7), "never");
  assert.equal(exitStatus({ exit: { square: 7, open: false } }, 7), "known");
  assert.equal(exitStatus({ exit: { square: 7, open: true } }, 7), "open");
});

test("texts of squares, actions and events", () => {
  const scene = table();
  assert.match(squareText(scene, turnChoices(scene), map.squares[0]), /Ana.*Ben/);
  assert.ok(squareText(scene, turnChoices(scene), map.squares[3]).includes(t("tchang.with_stone")));
  assert.ok(squareText(scene, turnChoices(scene), map.squares[4]).includes(t("tchang.with_statue")));
  assert.ok(describeAction(legal[2], scene).includes(t("tchang.flies", { n: 2 })));
  assert.equal(describeAction({ type: "pass" }, scene), t("tchang.pass"));
  assert.equal(describeEvent(event("turn_began", 0), scene), "");
  const stone = (fireflies, gained) =>
    describeEvent(event("stone_turned", 0, { pawn: 0, square: 3, fireflies, gained }), scene);
  assert.equal(new Set([stone(0, 0), stone(3, 3), stone(3, 1)]).size, 3);
});

test("before the first turn a touch lays a statue, and later a stone", () => {
  const legal = [1, 2].map((square) => ({ type: "lay", square }));
  for (const [to_lay, word] of [
    [{ statues: 3, stones: 25 }, "statue"],
    [{ statues: 0, stones: 4 }, "stone"],
  ]) {
    const scene = table({ legal, types: ["concede"] });
    Object.assign(scene, { state: { ...state, phase: "lay", to_lay } });
    const choices = turnChoices(scene);
    assert.deepEqual([...choices.lays], [1, 2]);
    assert.ok(squareText(scene, choices, map.squares[1]).includes(t(`tchang.free_${word}`)));
    assert.ok(!squareText(scene, choices, map.squares[3]).includes(t(`tchang.free_${word}`)));
    const { legal: isLegal, touch } = touchOf(scene, choices, 2);
    touch();
    assert.deepEqual([isLegal, scene.sent], [true, [{ type: "lay", square: 2 }]]);
    assert.equal(touchOf(scene, choices, 3).legal, false);
    assert.equal(prompt(scene), t(`tchang.prompt_${word}`, { n: to_lay.statues || to_lay.stones, flies: "" }));
    assert.equal(
      describeAction(legal[0], scene),
      t(`tchang.lay_${word}`, { place: t("tchang.corridor", { n: 1, colour: "" }) }),
    );
    scene.selection.giving_up = true;
    assert.equal(touchOf(scene, turnChoices(scene), 2).legal, false, "while it is asked whether to give up");
    assert.notEqual(describeEvent(event(`${word}_laid`, 0, { square: 1 }), scene), "");
  }
});
