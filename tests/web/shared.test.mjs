// What all tables share: texts, times, stored tables, queues, equality, and functions by type.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { formatValue } from "../../web/generic/table.js";
import { formatDuration, isMyTurn } from "../../web/table/banner.js";
import { dispatch } from "../../web/table/dispatch.js";
import { eventQueue } from "../../web/table/event_queue.js";
import { computeStates } from "../../web/table/replay.js";
import { seatStatus } from "../../web/table/seats.js";
import { isEqual, isOffered } from "../../web/table/send_action.js";
import { nextLocalToken } from "../../web/table/table_state.js";
import { saveCreatedTable, saveJoinedSeat } from "../../web/table/tokens.js";
import { formatList, hasMessage, language, t } from "../../web/ui/i18n.js";
import { errorText } from "../../web/ui/notifications.js";
import * as storage from "../../web/ui/storage.js";
import { ApiError } from "../../web/api.js";

beforeEach(() => localStorage.clear());

test("the language is the first of the browser's that the page has", () => assert.equal(language, "en"));

test("a text is found by its key, with its places filled", () => {
  assert.equal(t("turn_of", { name: "Ana" }), t("turn_of", { name: "{name}" }).replace("{name}", "Ana"));
  assert.ok(t("turn_of", { name: "Ana" }).includes("Ana"));
  assert.ok(!t("turn_of", {}).includes("{"), "a place without a value is empty");
});

test("a text that counts has a form for each plural", () => {
  assert.notEqual(t("points", { n: 1 }).replace("1", "2"), t("points", { n: 2 }));
});

test("an unknown key is a mistake in the code", () => {
  assert.ok(!hasMessage("no_such_key"));
  assert.throws(() => t("no_such_key"), /no_such_key/);
});

test("lists are formatted as text", () => assert.equal(formatList(["a", "b", "c"]), "a, b, and c"));

test("durations", () => {
  assert.equal(formatDuration(5), "0:05");
  assert.equal(formatDuration(65), "1:05");
  assert.equal(formatDuration(3600), "1:00:00");
  assert.equal(formatDuration(48 * 3600 + 1), "48:00:01");
  assert.equal(formatDuration(72 * 3600), t("days", { n: 3 }));
});

test("JSON as text", () => {
  assert.equal(formatValue({ first_player: 2, cards: ["a", null] }), "first player 2, cards a, null");
});

test("what a seat is doing", () => {
  assert.equal(seatStatus({ kind: "human", present: true, left: true }), t("left"));
  assert.equal(seatStatus({ kind: "bot", level: "greedy" }), t("level_greedy"));
  assert.equal(seatStatus({ kind: "open" }), "");
  assert.equal(seatStatus({ kind: "human", present: false }), t("absent"));
});

test("whose turn it is", () => {
  assert.ok(isMyTurn({ me: 1, view: { status: "active", awaiting: [0, 1] } }));
  assert.ok(!isMyTurn({ me: null, view: { status: "active", awaiting: [0, 1] } }));
  assert.ok(!isMyTurn({ me: 1, view: { status: "finished", awaiting: [1] } }));
});

test("the handler of a type is called, or none", () => {
  const handlers = { flip: ({ square }, more) => square + more };
  assert.equal(dispatch(handlers, { type: "flip", square: 2 }, 5), 7);
  assert.equal(dispatch(handlers, { type: "take" }, 5), undefined);
});

test("equality of JSON", () => {
  assert.ok(isEqual({ a: [1, { b: null }] }, { a: [1, { b: null }] }));
  for (const other of [{ a: [1] }, { a: [1, { b: 0 }] }, { a: [1, { b: null }], c: 1 }, null, 1])
    assert.ok(!isEqual({ a: [1, { b: null }] }, other), JSON.stringify(other));
});

test("whether an action is offered", () => {
  const legal = { actions: [{ type: "flip", square: 1 }], types: ["flip", "pair"], truncated: false };
  assert.ok(isOffered({ legal }, { type: "flip", square: 1 }));
  assert.ok(!isOffered({ legal }, { type: "flip", square: 2 }));
  assert.ok(isOffered({ legal: { ...legal, truncated: true } }, { type: "flip", square: 2 }), "the service decides");
  assert.ok(isOffered({ legal }, { type: "pair" }), "of this type none is listed");
  assert.ok(!isOffered({ legal }, { type: "take" }));
  assert.ok(!isOffered({}, { type: "flip", square: 1 }));
});

test("events are shown in order, and then the view", async () => {
  const shown = [];
  const done = new Promise((resolve) => {
    const queue = eventQueue(
      async ({ seq }, quick) => void shown.push([seq, quick]),
      () => resolve(shown.push("view")),
    );
    for (let seq = 1; seq <= 5; seq++) queue.addEvent({ seq });
    queue.addView();
  });
  await done;
  assert.deepEqual(shown, [[1, true], [2, true], [3, false], [4, false], [5, false], "view"]);
});

test("a replay has a state for each version since the start", () => {
  const reducer = {
    initialState: (events, last) => ({ count: events.length, name: last.name }),
    reduce: (state) => void (state.count += 1),
  };
  const events = [1, 2, 2, 3, 3, 4].map((version, index) => ({ version, type: index === 1 ? "game_started" : "x" }));
  const states = computeStates(reducer, events, { state: { name: "last" }, seats: [] });
  assert.deepEqual(
    states.map(({ count }) => count),
    [3, 5, 6],
  );
  assert.equal(states[0].name, "last");
});

test("tables are stored, newest first, and forgotten", () => {
  storage.saveTable("one", { engine: "zoky", host: "secret" });
  storage.saveTable("two", {});
  storage.saveTable("one", { tokens: [{ token: "a", name: "Ana" }] });
  assert.deepEqual(storage.loadTable("one")?.tokens, [{ token: "a", name: "Ana" }]);
  assert.equal(storage.loadTable("one")?.host, "secret");
  assert.equal(storage.loadTables().length, 2);
  storage.forgetTable("one");
  assert.equal(storage.loadTable("one"), undefined);
});

test("at most sixty tables are stored", () => {
  for (let number = 0; number < 70; number++) storage.saveTable(String(number), {});
  assert.equal(storage.loadTables().length, 60);
  assert.equal(storage.loadTable("0"), undefined);
});

test("damaged storage is empty storage", () => {
  localStorage.setItem("ludotheque.tables", "{");
  assert.deepEqual(storage.loadTables(), []);
});

test("the tokens of a new table and of a seat are stored", () => {
  const view = { id: "g", engine: "zoky", seed_commitment: "c", seats: [{ name: "Ana", token: "a" }, { name: "Bot" }] };
  assert.equal(saveCreatedTable({ ...view, host_token: "h" }), "/table/g");
  saveJoinedSeat({ token: "b", game: { ...view, seed_commitment: "d", viewer: 1 } });
  const { host, tokens, commitment } = storage.loadTable("g") ?? {};
  assert.deepEqual(
    { host, tokens, commitment },
    {
      host: "h",
      tokens: [
        { token: "a", name: "Ana" },
        { token: "b", name: "Bot" },
      ],
      commitment: "c",
    },
  );
});

test("the next seat of a shared device", () => {
  const view = { status: "active", awaiting: [1], viewer: 0 };
  const state = { view, localSeats: [0, 1], tokenIndex: 0 };
  assert.equal(nextLocalToken(state), 1);
  assert.equal(nextLocalToken({ ...state, localSeats: [0] }), -1);
  assert.equal(nextLocalToken({ ...state, view: { ...view, awaiting: [0, 1] } }), -1);
  assert.equal(nextLocalToken({ ...state, view: { ...view, status: "finished" } }), -1);
});

test("texts of errors", () => {
  assert.equal(errorText(new TypeError("network")), t("lost"));
  assert.equal(errorText(new ApiError(409, { code: "illegal_action", detail: "No." }, 0)), "No.");
});
