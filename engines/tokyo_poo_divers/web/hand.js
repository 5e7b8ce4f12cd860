/** Beside the street: what is at stake, what is hidden, the bank, and the viewer's buttons. */

/** @import { Action, Letter, Purse, Scene, State } from "./types.js" */

import { classes, h, s } from "/web/kit.js";
import { face, heap, inline } from "./icons.js";
import { describeAction, purseText, text, voteText } from "./labels.js";
import { countHidden, payment, purseValue, risks } from "./rules.js";
import { isLegal, isPending, send } from "./selection.js";

/** From how many points on the bank is low, and how many rows its pieces lie in. */
const LOW = 30;
const SHELVES = 3;

/** What each face would mean for the diver who opens the next cover. @param {State} state @returns {{ [letter in Letter]?: string }} */
function prospects({ phase, points, finds }) {
  if (phase === "decide")
    return {
      F: text("then_find", { n: points + finds + 1, more: finds + 1 }),
      Z: text("then_paid", { n: points }),
      X: text("then_lost", { n: points }),
    };
  return phase === "dive" ? { F: text("then_first"), Z: text("then_again"), X: text("then_peek") } : {};
}

/** What the turn is worth, and what the next cover may bring. @param {Scene} scene */
export function stake({ state, name }) {
  if (state.phase === "vote" || state.phase === "over") return false;
  const [then, unseen] = [prospects(state), countHidden(state)];
  return h(
    "section",
    { class: "tpd-card tpd-stake", "aria-label": text("stake") },
    h(
      "p",
      { class: "tpd-points" },
      h("b", { key: `stake-${state.points}` }, state.points),
      h("span", null, text("at_stake", { name: name(state.turn), n: state.points })),
    ),
    h(
      "ul",
      { class: "bare tpd-prospects" },
      /** @type {Letter[]} */ (["F", "Z", "X"]).map((letter) =>
        h(
          "li",
          null,
          inline(face(letter)),
          h(
            "span",
            null,
            h("b", null, text(`face_${letter}`)),
            then[letter] && h("span", null, then[letter]),
            h("small", null, text("unseen", { n: unseen[letter] ?? 0 })),
          ),
        ),
      ),
    ),
  );
}

/** Two kinds of pieces as small pictures with numbers. @param {Purse} purse */
export const purseIcons = ({ brown, golden }) =>
  h(
    "span",
    { class: "tpd-purse", role: "img", "aria-label": purseText({ brown, golden }) },
    inline(heap("golden")),
    h("span", null, golden),
    inline(heap("brown")),
    h("span", null, brown),
  );

/** The bank: every piece that is left, and the gaps of those that are gone. @param {Scene} scene */
export function bank({ state }) {
  const all = [state.bank, ...state.purses].reduce(
    (sum, one) => ({ brown: sum.brown + one.brown, golden: sum.golden + one.golden }),
    { brown: 0, golden: 0 },
  );
  const left = purseValue(state.bank);
  const shelf = [
    ...piecesOf("golden", all.golden, state.bank.golden),
    ...piecesOf("brown", all.brown, state.bank.brown),
  ];
  const long = Math.ceil(shelf.length / SHELVES);
  return h(
    "section",
    { class: classes("tpd-card", "tpd-bank", left <= LOW && "tpd-low"), "aria-label": text("bank") },
    h("p", null, h("b", null, text("bank")), purseIcons(state.bank), h("span", null, text("bank_left", { n: left }))),
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
    left <= LOW && left > 0 && h("p", { class: "tpd-warning" }, `⚠ ${text("bank_low")}`),
  );
}

/** @param {"brown" | "golden"} kind @param {number} all @param {number} left */
const piecesOf = (kind, all, left) => Array.from({ length: all }, (_, n) => ({ kind, here: n < left }));

/** What banking brings, in pieces. @param {State} state @param {number} seat */
function payoutText({ bank, purses, points }, seat) {
  const { brown, golden, paid, lost } = payment(bank, purses[seat] ?? { brown: 0, golden: 0 }, points);
  const back = { brown: Math.max(0, -brown), golden: Math.max(0, -golden) };
  return [
    text("brings", { what: purseText({ brown: Math.max(0, brown), golden: Math.max(0, golden) }) }),
    back.brown + back.golden > 0 && text("gives_back", { what: purseText(back) }),
    lost > 0 && text("bank_short", { n: paid, lost }),
  ]
    .filter(Boolean)
    .join(" ");
}

/** @param {Scene} scene @param {Action} action @param {string} label @param {string} [about] @param {string} [kind] */
const button = (scene, action, label, about = "", kind = "") =>
  h(
    "button",
    {
      class: classes("tpd-act", kind, isPending(scene, action) && "tpd-sent"),
      "data-legal": isLegal(scene, action),
      key: `do-${action.type}-${"winner" in action ? action.winner : ""}`,
      onclick: () => send(scene, action),
    },
    h("span", null, h("b", null, label), about && h("small", null, about)),
  );

/** The buttons: for what is aimed at, or for what the phase needs. @param {Scene} scene */
export function buttons(scene) {
  const { state, me, view, selection } = scene;
  if (me === null || !view.awaiting.includes(me) || view.status !== "active") return false;
  if (selection.aim)
    return h(
      "div",
      { class: "tpd-buttons", key: "aimed" },
      button(scene, selection.aim, describeAction(selection.aim, scene), text("aimed"), "main"),
      h("button", { key: "not-there", onclick: () => scene.select({ aim: null }) }, text("not_there")),
    );
  const [next] = risks(state);
  if (state.phase === "decide")
    return h(
      "div",
      { class: "tpd-buttons", key: "decide" },
      button(scene, { type: "bank" }, text("bank_now", { n: state.points }), payoutText(state, me), "main"),
      state.diver?.facing &&
        next &&
        button(
          scene,
          { type: "risk" },
          text("risk_on", { n: state.finds + 1 }),
          text("risk_way", { way: text(`way_${next.direction}`) }),
        ),
    );
  if (state.phase === "peek")
    return h("div", { class: "tpd-buttons", key: "peek" }, button(scene, { type: "decline_peek" }, text("do_decline")));
  return state.phase === "vote" && voteButtons(scene);
}

/** Who has won the contest: one of the tied, or nobody. @param {Scene} scene */
const voteButtons = (scene) =>
  h(
    "div",
    { class: "tpd-buttons", key: "vote" },
    scene.legalOf("vote").map((vote) => button(scene, vote, describeAction(vote, scene))),
  );

/** The contest: who is tied and has voted, and at the end for whom. @param {Scene} scene */
export function contest({ state: { contest: held }, name }) {
  if (!held) return false;
  const votes = new Map(held.ballots.map(({ seat, winner }) => [seat, winner]));
  return h(
    "section",
    { class: "tpd-card tpd-contest", "aria-label": text("contest") },
    h("b", null, text("contest")),
    h(
      "ul",
      { class: "bare" },
      held.tied.map((seat) => {
        const [vote, params] = [votes.get(seat), { name: name(seat) }];
        const status = text(held.voted.includes(seat) ? "told_voted" : "has_to_vote", params);
        return h(
          "li",
          { key: `ballot-${seat}` },
          vote === undefined ? status : voteText("told_vote", vote, name, params),
        );
      }),
    ),
  );
}
