/** Beside the street: what is at stake, what lies hidden, the bank, and my buttons. */

/** @import { Here } from "./board.js" */
/** @import { Pieces, Street } from "./reducer.js" */

import { h, s } from "../../ui/dom.js";
import { hidden, payment, risks, value } from "./rules.js";
import { label, pieces, say } from "./labels.js";
import { alike, send, underway } from "./board.js";
import { face, heap, small } from "./icons.js";

const LOW = 30;
const SHELVES = 3;

/** What each face would mean for the diver who opens the next cover. @param {Street} state @returns {{ [face: string]: string }} */
function prospects({ phase, points, finds }) {
  if (phase === "decide")
    return {
      F: say("then_find", { n: points + finds + 1, more: finds + 1 }),
      Z: say("then_paid", { n: points }),
      X: say("then_lost", { n: points }),
    };
  return phase === "dive" ? { F: say("then_first"), Z: say("then_again"), X: say("then_peek") } : {};
}

/** What the turn is worth, and what the next cover may bring. @param {Here} scene */
export function stake({ state, name }) {
  if (state.phase === "over") return false;
  const [then, unseen] = [prospects(state), hidden(state)];
  return h(
    "section",
    { class: "tpd-card tpd-stake", "aria-label": say("stake") },
    h(
      "p",
      { class: "tpd-points" },
      h("b", { key: `stake-${state.points}` }, state.points),
      h("span", null, say("at_stake", { name: name(state.turn), n: state.points })),
    ),
    h(
      "ul",
      { class: "bare tpd-prospects" },
      ["F", "Z", "X"].map((letter) =>
        h(
          "li",
          null,
          small(face(letter)),
          h(
            "span",
            null,
            h("b", null, say(`face_${letter}`)),
            then[letter] && h("span", null, then[letter]),
            h("small", null, say("unseen", { n: unseen[letter] ?? 0 })),
          ),
        ),
      ),
    ),
  );
}

/** Two kinds of pieces as small pictures with numbers. @param {Pieces} held */
export const purse = ({ brown, golden }) =>
  h(
    "span",
    { class: "tpd-purse", role: "img", "aria-label": pieces({ brown, golden }) },
    small(heap("golden")),
    h("span", null, golden),
    small(heap("brown")),
    h("span", null, brown),
  );

/** The bank: every piece that is left, and the gaps of those that are gone. @param {Here} scene */
export function bank({ state }) {
  const all = [state.bank, ...state.purses].reduce(
    (sum, one) => ({ brown: sum.brown + one.brown, golden: sum.golden + one.golden }),
    { brown: 0, golden: 0 },
  );
  const left = value(state.bank);
  const shelf = [...kinds("golden", all.golden, state.bank.golden), ...kinds("brown", all.brown, state.bank.brown)];
  const long = Math.ceil(shelf.length / SHELVES);
  return h(
    "section",
    { class: `tpd-card tpd-bank ${left <= LOW ? "tpd-low" : ""}`, "aria-label": say("bank") },
    h("p", null, h("b", null, say("bank")), purse(state.bank), h("span", null, say("bank_left", { n: left }))),
    s(
      "svg",
      { viewBox: `0 0 ${100 * long} ${95 * SHELVES + 15}`, "aria-hidden": "true", class: "tpd-shelf" },
      shelf.map(({ kind, here }, n) =>
        s(
          "g",
          { transform: `translate(${50 + 100 * (n % long)} ${55 + 95 * Math.floor(n / long)}) scale(1.1)` },
          here ? heap(kind) : s("circle", { r: 12, cy: 10, class: "tpd-gone" }),
        ),
      ),
    ),
    left <= LOW && left > 0 && h("p", { class: "tpd-warning" }, `⚠ ${say("bank_low")}`),
  );
}

/** @param {"brown" | "golden"} kind @param {number} all @param {number} left */
const kinds = (kind, all, left) => Array.from({ length: all }, (_, n) => ({ kind, here: n < left }));

/** What banking brings, in pieces. @param {Street} state @param {number} seat */
function brings({ bank, purses, points }, seat) {
  const { brown, golden, paid, lost } = payment(bank, purses[seat] ?? { brown: 0, golden: 0 }, points);
  const back = { brown: Math.max(0, -brown), golden: Math.max(0, -golden) };
  return [
    say("brings", { what: pieces({ brown: Math.max(0, brown), golden: Math.max(0, golden) }) }),
    back.brown + back.golden > 0 && say("gives_back", { what: pieces(back) }),
    lost > 0 && say("bank_short", { n: paid, lost }),
  ]
    .filter(Boolean)
    .join(" ");
}

/** @param {Here} scene @param {any} action @param {string} text @param {string} [about] @param {string} [kind] */
const button = (scene, action, text, about = "", kind = "") =>
  h(
    "button",
    {
      class: `tpd-act ${kind} ${underway(scene, action) ? "tpd-sent" : ""}`,
      "data-legal": scene.legal.some((one) => alike(one, action)),
      key: `do-${action.type}`,
      onclick: () => send(scene, action),
    },
    h("span", null, h("b", null, text), about && h("small", null, about)),
  );

/** My buttons: what was aimed at, or what the moment asks. @param {Here} scene */
export function buttons(scene) {
  const { state, me, view, hand } = scene;
  if (me === null || !view.awaiting.includes(me) || view.status !== "active") return false;
  if (hand.aim)
    return h(
      "div",
      { class: "tpd-buttons", key: "aimed" },
      button(scene, hand.aim, label(hand.aim, scene), say("aimed"), "main"),
      h("button", { key: "not-there", onclick: () => scene.put({ aim: null }) }, say("not_there")),
    );
  const [next] = risks(state);
  if (state.phase === "decide")
    return h(
      "div",
      { class: "tpd-buttons", key: "decide" },
      button(scene, { type: "bank" }, say("bank_now", { n: state.points }), brings(state, me), "main"),
      state.diver?.facing &&
        next &&
        button(
          scene,
          { type: "risk" },
          say("risk_on", { n: state.finds + 1 }),
          say("risk_way", { way: say(`way_${next.way}`) }),
        ),
    );
  if (state.phase === "peek")
    return h("div", { class: "tpd-buttons", key: "peek" }, button(scene, { type: "decline_peek" }, say("do_decline")));
  return false;
}
