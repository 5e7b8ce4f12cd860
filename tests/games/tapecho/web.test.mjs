// Le Tapécho: texts of cards, and what may be laid where.
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  cardLabel,
  cardText,
  findCard,
  formatSigned,
  isOutOfContext,
  sortCards,
} from "../../../engines/tapecho/web/cards.js";
import { describeAction, describeEvent, prompt } from "../../../engines/tapecho/web/labels.js";
import {
  assetsToTake,
  isReplacedByOne,
  isUsable,
  layAction,
  planned,
  targetSeats,
  touchCard,
  touchSeat,
} from "../../../engines/tapecho/web/selection.js";
import { secondsToWait } from "../../../engines/tapecho/web/window.js";
import { loadMessages, t } from "../../../web/ui/i18n.js";
import { event, scene } from "../../web/scenes.mjs";

await loadMessages("games/tapecho/messages");

const context = { id: 90, kind: "context", name: "Bar", spot: "red" };
const asset = { id: 1, kind: "asset", name: "Smile", role: "mixed", value: 5, spot: "green" };
const handicap = { id: 2, kind: "handicap", name: "Snore", role: "man", value: -3, spot: "red" };
const attack = { id: 3, kind: "attack", name: "Poacher", attack: "poached" };
const prizes = [10, 11].map((id) => ({ ...asset, id, name: `Prize ${id}` }));
const player = (seat, hand, assets = []) => ({
  seat,
  role: "man",
  team: seat,
  hand_size: 3,
  hand,
  assets,
  handicaps: [],
  score: 0,
  team_score: 0,
  total: 0,
  team_total: 0,
  skips: 0,
  hungover: false,
  open_hand: false,
  attacked_by: null,
});
const state = {
  phase: "turn",
  game: 1,
  games: 1,
  mode: "classic",
  context,
  turn: 0,
  window: null,
  attacks: [],
  drawn: 0,
  drawn_cards: null,
  pile: 20,
  pit: [],
  quiet_turns: 0,
  quiet_limit: 8,
  shown: [],
  sheet: [],
  seats: [player(0, [asset, handicap, attack]), player(1, null, prizes)],
};
const legal = [
  { type: "asset", card: 1 },
  { type: "handicap", card: 2, target: 1 },
  ...prizes.map(({ id }) => ({ type: "attack", card: 3, target: 1, asset: id })),
];
const table = (changes = {}) => scene(state, { legal, types: ["pair", "exchange"], ...changes });

test("texts of cards", () => {
  assert.equal(cardLabel(asset), "Smile (+5)");
  assert.equal(cardLabel(attack), "Poacher");
  assert.equal(formatSigned(-3), "−3");
  assert.ok(isOutOfContext(asset, context));
  assert.ok(!isOutOfContext(handicap, context));
  assert.match(cardText(asset, context), /^Smile, /);
  assert.deepEqual(sortCards([attack, handicap, asset]), [asset, handicap, attack]);
  assert.equal(findCard(state, 11), prizes[1]);
  assert.equal(findCard(state, 99), undefined);
});

test("an asset that only I can have is laid by one touch", () => {
  const scene = table();
  touchCard(scene, 1);
  assert.deepEqual(layAction(scene, planned(scene).lays), { type: "asset", card: 1 });
});

test("an attack: card, victim, prize", () => {
  const scene = table();
  touchCard(scene, 3);
  assert.deepEqual(targetSeats(scene, 3), [1]);
  touchSeat(scene, 3, 1);
  assert.equal(scene.selection.target, 1, "there is a choice of prizes");
  assert.deepEqual(assetsToTake(scene, 3, 1), [10, 11]);
  assert.equal(prompt(scene), t("tapecho.choose_prize"));
});

test("two cards make a pair, but no asset is in it", () => {
  const scene = table({ selection: { lays: [{ type: "handicap", card: 2, target: 1, asset: null }] } });
  assert.ok(isUsable(scene, 3));
  assert.ok(!isUsable(scene, 1));
  const lays = [...planned(scene).lays, { type: "attack", card: 3, target: 1, asset: 10 }];
  assert.deepEqual(layAction(scene, lays), {
    type: "pair",
    cards: [
      { card: 2, target: 1 },
      { card: 3, target: 1, asset: 10 },
    ],
  });
});

test("what is not legal is sent all the same", () => {
  const scene = table();
  touchSeat(scene, 2, 0);
  assert.deepEqual(scene.sent, [{ type: "handicap", card: 2, target: 0 }]);
});

test("a last card that is never laid is exchanged for one, and has a button that says so", () => {
  const shield = { id: 4, kind: "defence", name: "Shield", role: "man" };
  const holding = (...cards) => scene({ ...state, seats: [player(0, cards), state.seats[1]] });
  assert.ok(isReplacedByOne(holding(shield), 4));
  assert.ok(!isReplacedByOne(holding(shield, asset), 4));
  assert.ok(!isReplacedByOne(holding(asset), 1));
});

test("what is no longer legal is not planned any more", () => {
  const scene = table({
    legal: [],
    selection: { lays: [{ type: "asset", card: 1, target: 0, asset: null }], card: 99 },
  });
  assert.deepEqual(planned(scene), { lays: [], card: null, target: null });
});

test("texts of actions and events", () => {
  const scene = table();
  assert.equal(describeAction({ type: "asset", card: 1 }, scene), t("tapecho.do.lay_own", { card: "Smile (+5)" }));
  assert.match(describeAction(legal[2], scene), /Poacher.*Ben.*Prize 10/);
  assert.match(
    describeAction(
      {
        type: "pair",
        cards: [
          { card: 2, target: 1 },
          { card: 3, target: 1, asset: 10 },
        ],
      },
      scene,
    ),
    / \+ /,
  );
  assert.equal(describeAction({ type: "pass" }, scene), t("tapecho.pass_turn"));
  const laid = (seat, target) => describeEvent(event("card_laid", seat, { card: asset, target, asset: null }), scene);
  assert.notEqual(laid(0, 0), laid(0, 1));
  assert.equal(describeEvent(event("window_closed", 0), scene), "");
});

test("how long the next player has to wait", () => {
  assert.equal(secondsToWait({ view: { not_before: "1970-01-01T00:00:02Z" }, now: () => 500 }), 2);
  assert.equal(secondsToWait({ view: { not_before: null }, now: () => 0 }), 0);
});
