// Tokyo Poo Divers: what follows from the board, what a touch means, and all texts.
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  coverText,
  describeAction,
  describeEvent,
  prompt,
  purseText,
} from "../../../engines/tokyo_poo_divers/web/labels.js";
import { reduce } from "../../../engines/tokyo_poo_divers/web/reducer.js";
import {
  countHidden,
  directionTo,
  findsInLine,
  findsOfTurn,
  payment,
  purseValue,
  risks,
} from "../../../engines/tokyo_poo_divers/web/rules.js";
import { actionAt, isLegal, isSameAction, touch } from "../../../engines/tokyo_poo_divers/web/selection.js";
import { loadMessages, t } from "../../../web/ui/i18n.js";
import { event, scene } from "../../web/scenes.mjs";

await loadMessages("games/tokyo_poo_divers/messages");

const state = {
  phase: "decide",
  turn: 0,
  points: 3,
  finds: 1,
  diver: { cell: [1, 1], facing: null },
  last_find: [1, 1],
  board: ["F#F", "#F#", ".#X"],
  last_opened: [1, 1],
  covers_left: 4,
  peeks: [{ seat: 0, cell: [0, 1], face: "blank" }],
  bank: { brown: 10, golden: 2 },
  purses: [0, 1].map((seat) => ({ seat, brown: 0, golden: 0, points: 0 })),
  remember_peeks: true,
  tie: "contest",
  contest: null,
  ending: null,
};

test("directions of neighbours", () => {
  assert.equal(directionTo([1, 1], [0, 2]), "ne");
  assert.equal(directionTo([1, 1], [1, 3]), undefined);
});

test("finds in line count, and risks go to covers", () => {
  assert.deepEqual(findsInLine(state).map(String).sort(), ["0,0", "0,2"]);
  assert.deepEqual(
    risks(state).map(({ direction }) => direction),
    ["n", "e", "s", "w"],
  );
  assert.deepEqual(
    risks({ ...state, diver: { cell: [1, 1], facing: "s" } }).map(({ cell }) => cell),
    [[2, 1]],
  );
  assert.deepEqual(risks({ ...state, phase: "peek" }), []);
});

test("what each find of the turn was worth", () => {
  const later = { ...state, finds: 3, points: 8, diver: { cell: [1, 1], facing: "e" } };
  assert.deepEqual(findsOfTurn(later), [
    { cell: [1, 1], worth: 3 },
    { cell: [1, 2], worth: 2 },
    { cell: [1, 3], worth: 3 },
  ]);
});

test("what is hidden", () => assert.deepEqual(countHidden(state), { F: 39, Z: 14, X: 13 }));

test("payments in pieces: the bank changes, and may be short", () => {
  assert.deepEqual(payment({ brown: 10, golden: 2 }, { brown: 0, golden: 0 }, 7), {
    brown: 2,
    golden: 1,
    paid: 7,
    lost: 0,
  });
  assert.deepEqual(payment({ brown: 0, golden: 1 }, { brown: 4, golden: 0 }, 1), {
    brown: -4,
    golden: 1,
    paid: 1,
    lost: 0,
  });
  assert.deepEqual(payment({ brown: 1, golden: 0 }, { brown: 0, golden: 0 }, 5), {
    brown: 1,
    golden: 0,
    paid: 1,
    lost: 4,
  });
  assert.equal(purseValue({ brown: 3, golden: 2 }), 13);
});

test("what a touch means", () => {
  assert.deepEqual(actionAt(scene(state), [0, 1]), { type: "risk", direction: "n" });
  assert.deepEqual(actionAt(scene({ ...state, diver: { cell: [1, 1], facing: "n" } }), [0, 1]), { type: "risk" });
  assert.deepEqual(actionAt(scene({ ...state, phase: "peek" }), [0, 1]), { type: "peek", cell: [0, 1] });
  assert.deepEqual(actionAt(scene({ ...state, phase: "dive" }), [0, 1]), { type: "dive", cell: [0, 1] });
});

test("actions are compared by what they say", () => {
  assert.ok(isSameAction({ type: "dive", cell: [0, 1] }, { type: "dive", cell: [0, 1] }));
  assert.ok(!isSameAction({ type: "dive", cell: [0, 1] }, { type: "dive", cell: [1, 0] }));
  assert.ok(!isSameAction({ type: "risk" }, { type: "risk", direction: "n" }));
  assert.ok(!isSameAction(null, { type: "risk" }));
});

test("votes are compared by whom they are for", () => {
  assert.ok(isSameAction({ type: "vote", winner: 0 }, { type: "vote", winner: 0 }));
  assert.ok(!isSameAction({ type: "vote", winner: 0 }, { type: "vote", winner: 1 }));
  assert.ok(!isSameAction({ type: "vote" }, { type: "vote", winner: 0 }), "seat 0 is not nobody");
});

test("the contest of the tied, in words and as a state", () => {
  const voting = structuredClone({ ...state, phase: "over", ending: "last_cover" });
  reduce(voting, event("contest_began", null, { tied: [0, 1] }));
  assert.deepEqual([voting.phase, voting.ending], ["vote", null]);
  reduce(voting, event("voted", 1));
  assert.deepEqual(voting.contest, { tied: [0, 1], voted: [1], ballots: [], winner: null });
  assert.equal(prompt({ state: voting }), t("tokyo_poo_divers.ask_vote"));
  const [mine, decided] = [
    event("voted", 0, { winner: 0 }),
    event("contest_decided", null, {
      ballots: [
        { seat: 1, winner: null },
        { seat: 0, winner: 0 },
      ],
      winner: null,
    }),
  ];
  reduce(voting, mine);
  reduce(voting, decided);
  assert.deepEqual([voting.phase, voting.ending, voting.contest.voted], ["over", "contest", [1, 0]]);
  const table = scene(voting);
  assert.match(describeEvent(event("contest_began", null, { tied: [0, 1] }), table), /Ana.*Ben/);
  assert.equal(describeEvent(event("voted", 1), table), t("tokyo_poo_divers.told_voted", { name: "Ben" }));
  assert.match(describeEvent(mine, table), /Ana votes for Ana/);
  assert.match(describeEvent(decided, table), /Ben votes for nobody.*Ana votes for Ana.*shared/);
  assert.match(describeAction({ type: "vote", winner: 0 }, table), /Ana/);
  assert.equal(describeAction({ type: "vote" }, table), t("tokyo_poo_divers.do_vote_nobody"));
});

test("a small cover is aimed at first", () => {
  const action = { type: "dive", cell: [0, 1] };
  const table = scene(state, { legal: [action] });
  assert.ok(isLegal(table, action));
  touch(table, action, true);
  assert.deepEqual([table.selection.aim, table.sent], [action, []]);
  touch(table, action, true);
  assert.deepEqual(table.sent, [action]);
  touch(table, { type: "dive", cell: [2, 2] }, true);
  assert.equal(table.sent.length, 2, "what is not legal is sent: the service says why not");
});

test("texts of covers, actions, prompts and events", () => {
  const text = coverText(scene(state), [0, 1], "offer");
  assert.ok(text.includes(t("tokyo_poo_divers.seen_blank")) && text.endsWith("offer"));
  assert.ok(!coverText(scene(state, { me: 1 }), [0, 1], "").includes(t("tokyo_poo_divers.seen_blank")));
  assert.match(describeAction({ type: "bank" }, { state }), /3/);
  assert.equal(prompt({ state }), t("tokyo_poo_divers.ask_decide", { n: 3, more: 2 }));
  assert.equal(prompt({ state: { ...state, phase: "dive" } }), t("tokyo_poo_divers.ask_dive"));
  assert.equal(purseText({ brown: 0, golden: 0 }), t("tokyo_poo_divers.no_pieces"));
  assert.match(describeEvent(event("peek_declined", 1), scene(state)), /Ben/);
  assert.equal(describeEvent(event("turn_began", 1), scene(state)), "");
});
