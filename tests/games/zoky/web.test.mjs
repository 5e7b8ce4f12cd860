// Zoky: placements, targets of Lieutenants and kicks that are put together, and all texts.
import assert from "node:assert/strict";
import { test } from "node:test";

import { describeAction, describeEvent, latestText, prompt } from "../../../engines/zoky/web/labels.js";
import {
  chooseTarget,
  countPlanned,
  isAllowed,
  kicks,
  lieutenantChoice,
  placeAction,
  setPlan,
  touchQuartier,
  touchZoku,
} from "../../../engines/zoky/web/selection.js";
import { loadMessages, t } from "../../../web/ui/i18n.js";
import { event, scene } from "../../web/scenes.mjs";

await loadMessages("games/zoky/messages");

const spots = [0, 1].map((quartier, place) => ({ place, quartier, zokus: [0, 0] }));
const quartiers = ["Alpha", "Beta", "Gamma", "Delta", "Epsilon"].map((name, value) => ({ name, value }));
const smuggler = {
  lieutenant: "smuggler",
  name: "Smuggler",
  text: "",
  window: "placement",
  targets: ["quartier", "to"],
};
const state = {
  phase: "placement",
  day: 1,
  first_player: 0,
  turn: { seat: 0, lap: 1, limit: 4 },
  table: spots,
  fight: null,
  chiefs: [0, 1].map((seat) => ({ seat, reserve: 8, jail: 0, quartiers: [], points: 0, face_down: 3, face_up: [] })),
  hand: [smuggler],
  lieutenants: [smuggler, { ...smuggler, lieutenant: "lawyer", name: "Dr Hana", window: "any", targets: [] }],
  latest: null,
  arrondissements: [{ name: "Here", quartiers }],
};
const street = [0, 1, 4].map((zoku) => ({
  zoku,
  gang: Math.floor(zoku / 4),
  landing: "feet",
  thrown: true,
  kicked: false,
}));

test("at most three of a gang on a Quartier, and the limit of the turn", () => {
  const table = scene(state, { types: ["place"] });
  assert.ok(isAllowed(table, spots[0], 3));
  assert.ok(!isAllowed(table, spots[0], 4));
  setPlan(table, spots[0], 3);
  assert.ok(isAllowed(table, spots[1], 1));
  assert.ok(!isAllowed(table, spots[1], 2));
  assert.equal(countPlanned(table), 3);
});

test("a Quartier with three other gangs takes no fourth", () => {
  assert.ok(!isAllowed(scene(state), { ...spots[0], zokus: [0, 1, 1, 1] }, 1));
});

test("taps plan one Zoku each, and too many are explained", () => {
  const table = scene(state, { types: ["place"] });
  for (let taps = 0; taps < 4; taps++) touchQuartier(table, spots[0]);
  assert.deepEqual(placeAction(table.selection.plan), { type: "place", placements: [{ quartier: 0, count: 3 }] });
  assert.deepEqual(table.messages, [t("zoky.dark.full")]);
});

test("the targets of a Lieutenant are chosen one after the other", () => {
  const legal = [
    { type: "lieutenant", lieutenant: "smuggler", quartier: 0, to: 1 },
    { type: "lieutenant", lieutenant: "smuggler", quartier: 1, to: 0 },
  ];
  const table = scene(state, { legal, selection: { card: "smuggler" } });
  assert.equal(lieutenantChoice(table)?.field, "quartier");
  assert.equal(prompt(table), t("zoky.ask.quartier"));
  chooseTarget(table, 1);
  assert.deepEqual(lieutenantChoice(table)?.action, legal[1], "only one way is left");
});

test("who kicks whom", () => {
  const legal = [
    { type: "kick", zoku: 0, target: 4 },
    { type: "kick", zoku: 1, target: 4 },
  ];
  const table = scene({ ...state, phase: "kick", fight: { street } }, { legal });
  assert.deepEqual(kicks(table), { kickers: new Set([0, 1]), kicker: 0, targets: [4] });
  touchZoku(table, street[1]);
  assert.equal(kicks(table).kicker, 1);
  touchZoku(table, street[2]);
  assert.deepEqual(table.sent, [{ type: "kick", zoku: 1, target: 4 }]);
});

test("texts of events, in the fitting plural form", () => {
  const table = scene(state);
  assert.match(describeEvent(event("placed", 1, { placements: [{ quartier: 1, count: 2 }] }), table), /Ben.*Beta/);
  assert.equal(
    describeEvent(event("placed", 1, { placements: [] }), table),
    t("zoky.event.placed.none", { name: "Ben" }),
  );
  assert.equal(describeEvent(event("landing_settled", null, { home: [] }), table), "");
  assert.equal(describeEvent(event("no_such_event", null), table), "");
});

test("the latest action and labels", () => {
  const latest = { seat: 1, action: { type: "lieutenant", lieutenant: "smuggler", quartier: 0, to: 1 } };
  assert.match(latestText(scene({ ...state, latest })), /Smuggler: Alpha → Beta/);
  assert.equal(latestText(scene({ ...state, latest: { seat: 1, action: { type: "ready" } } })), "");
  assert.equal(describeAction({ type: "place", placements: [] }, scene(state)), t("zoky.place_none"));
  assert.equal(describeAction({ type: "ready" }, scene(state)), t("zoky.ready"));
});

test("a Lieutenant has the name that this table has given it, also one that nobody has shown before", () => {
  const played = event("lieutenant_played", 1, { lieutenant: "lawyer", targets: {} });
  assert.ok(describeEvent(played, scene(state)).includes("Dr Hana"));
});
