/** Beside the board: what is being put together, the pawns with their fireflies, what is found and what is hidden. */

/** @import { Pawn, Share, State, Tomb, Turn } from "./types.js" */

import { h, withSpokenText } from "../../ui/dom.js";
import { follow } from "./drag.js";
import { animal, dragon, figure, firefly, picture, stone, tangram } from "./icons.js";
import { CLEAR } from "./selection.js";
import { named, place, w } from "./labels.js";

/** A button; `legal`: it does or chooses something legal now. @param {string} key @param {boolean} legal @param {() => void} onclick @param {any} words @param {object} [more] */
const button = (key, legal, onclick, words = w(key), more = {}) =>
  h("button", { key, "data-legal": legal && "", onclick, ...more }, words);

const MAIN = { class: "main" };

/** @param {any} words */
const wide = (words) => h("span", { class: "tc-wide" }, words);

/** What is being put together, with its price and its send button; else how to rest or to give up. @param {Tomb} scene @param {Turn} turn */
export function acts(scene, turn) {
  const {
    state: { phase, pawns },
    me,
    hand,
    sending,
  } = scene;
  const { aim, chosen, far, goals } = turn;
  if (me === null || !["move", "share"].includes(phase)) return null;
  const back = button("back", !sending, () => scene.select(CLEAR));
  const walk = () => scene.send({ type: "move", pawn: chosen, square: aim });
  return h(
    "div",
    { class: `tc-acts ${sending ? "sent" : ""}`, key: "acts" },
    hand.giving_up
      ? givingUp(scene)
      : hand.share
        ? [...sharing(scene, hand.share), back]
        : aim === null
          ? resting(scene, turn)
          : [
              button(
                "walk",
                goals.has(aim),
                walk,
                [picture(firefly()), w("walk", { n: far(aim), left: (pawns[chosen]?.fireflies ?? 0) - far(aim) })],
                MAIN,
              ),
              back,
            ],
  );
}

/** @param {Tomb} scene @param {Share} share */
function sharing(scene, { from, to, amount }) {
  if (to === undefined) return [];
  const most = scene.state.pawns[from]?.fireflies ?? 0;
  /** @param {string} key @param {number} news @param {string} words */
  const step = (key, news, words) => {
    const next = Math.min(Math.max(news, 1), most);
    return button(key, next !== amount, () => scene.select({ share: { from, to, amount: next } }), words, {
      "aria-label": w(key),
    });
  };
  return [
    wide(w("from_to", { from: from + 1, to: to + 1, n: scene.state.shares_left })),
    step("less", amount - 1, "−"),
    h("output", null, amount),
    step("more", amount + 1, "+"),
    step("all", most, w("all")),
    button(
      "give",
      scene.types.includes("share"),
      () => scene.send({ type: "share", from, to, amount }),
      [picture(firefly()), w("give", { n: amount })],
      MAIN,
    ),
  ];
}

/** @param {Tomb} scene */
const givingUp = (scene) => [
  wide(w("concede_ask")),
  button("vote", scene.types.includes("concede"), () => scene.send({ type: "concede" })),
  button("play_on", true, () => scene.select(CLEAR), undefined, MAIN),
];

/** @param {Tomb} scene @param {Turn} turn */
function resting(scene, { mine, takers }) {
  const {
    state: { phase, turn, concede_votes: votes },
    me,
    types,
    view,
  } = scene;
  const rest = phase === "move" ? "pass" : "end_turn";
  return [
    mine.some(({ pawn }) => takers(pawn).length > 0) && wide(w("share_hint")),
    votes.length > 0 &&
      wide(w(votes.includes(me ?? -1) ? "votes_you" : "votes", { n: votes.length, all: view.seats.length })),
    button(
      rest,
      types.includes(rest),
      () => scene.send({ type: rest }),
      undefined,
      rest === "end_turn" && turn === me ? MAIN : {},
    ),
    button("concede", types.includes("concede"), () => scene.select({ ...CLEAR, giving_up: true }), undefined, {
      class: "tc-quiet",
    }),
  ];
}

/** The pawns: choose one to walk, and hand lights from one to another. @param {Tomb} scene @param {Turn} turn */
export const tray = (scene, turn) =>
  h(
    "ul",
    { class: "bare tc-tray", "aria-label": w("pawns") },
    scene.state.pawns.map((pawn) => card(scene, turn, pawn)),
  );

/** @param {Tomb} scene @param {Turn} turn @param {Pawn} pawn */
function card(scene, turn, pawn) {
  const {
    hand: { share, pawn: picked },
    me,
    state: { exit },
    name,
    view,
  } = scene;
  const { pawn: number, seat, square, bitten, fireflies: n } = pawn;
  const giver = share && share.to === undefined && share.from !== number ? share.from : null;
  const takes = giver !== null && turn.takers(giver).includes(number);
  const walks = turn.idle && turn.movers.has(number) && turn.chosen !== number;
  const gives = turn.idle && turn.takers(number).length > 0;
  const chosen = turn.chosen === number && (picked === number || (turn.mine.length > 1 && turn.movers.has(number)));
  const who =
    w("pawn", { name: name(seat), n: number + 1, place: place(scene.state, square) }) +
    (bitten ? `, ${w("is_bitten")}` : "");
  const out = exit?.open && square === exit.square;
  const take = giver === null ? null : () => handOver(scene, turn, giver, number);
  return h(
    "li",
    {
      class: `tc-card ${chosen ? "chosen" : ""} ${takes ? "takes" : ""} ${share?.from === number ? "gives" : ""}`,
      key: `tray-${number}`,
      "data-pawn": number,
    },
    button(
      "who",
      takes || walks,
      take ?? (() => scene.select({ ...CLEAR, pawn: number })),
      withSpokenText(
        takes ? w("give_to", { who }) : walks ? w("choose_pawn", { who }) : who,
        picture(bitten ? animal() : [], figure(pawn, bitten ? 17 : 24)),
        out ? h("small", null, w("is_out")) : view.seats.length > 1 && h("small", null, name(seat)),
      ),
      { class: "tc-who", disabled: me === null },
    ),
    button(
      "lights",
      takes || gives,
      take ?? (() => scene.select({ ...CLEAR, share: { from: number, amount: 1 } })),
      [picture(firefly()), counted(share, pawn)],
      {
        class: "tc-lights",
        disabled: me === null,
        "aria-label": w(gives ? "lights_give" : "lights", { pawn: number + 1, n }),
        onpointerdown: (/** @type {PointerEvent} */ event) => lift(event, (to) => handOver(scene, turn, number, to)),
      },
    ),
  );
}

/** How many fireflies a pawn has, and would have after the share. @param {Share | undefined} share @param {Pawn} pawn */
function counted(share, { pawn, fireflies }) {
  const change =
    share?.to === undefined ? 0 : share.from === pawn ? -share.amount : share.to === pawn ? share.amount : 0;
  return h("b", null, change ? [h("s", null, fireflies), ` ${fireflies + change}`] : fireflies);
}

/** Carry a light from a pawn to another. @param {PointerEvent} event @param {(to: number) => void} arrive */
function lift(event, arrive) {
  const light = h("div", { class: "tc-carried" }, picture(firefly()));
  follow(event, {
    move: (across, down) => {
      if (!light.isConnected) document.body.append(light);
      light.style.translate = `${event.clientX + across}px ${event.clientY + down}px`;
    },
    end: (moved, { clientX, clientY }) => {
      light.remove();
      const to =
        moved && document.elementFromPoint(clientX, clientY)?.closest("[data-pawn]")?.getAttribute("data-pawn");
      if (to) arrive(Number(to));
    },
  });
}

/** Hand over a light: each adds to the share, one the other way takes from it. If it cannot be, the service says why. @param {Tomb} scene @param {Turn} turn @param {number} from @param {number} to */
function handOver(scene, turn, from, to) {
  const { share } = scene.selection;
  if (from === to) return;
  if (share?.from === to && share.to === from)
    return scene.select({ share: share.amount > 1 ? { ...share, amount: share.amount - 1 } : undefined });
  if (!turn.takers(from).includes(to)) return scene.send({ type: "share", from, to, amount: 1 });
  const more = share?.from === from && share.to === to ? share.amount + 1 : 1;
  scene.select({ ...CLEAR, share: { from, to, amount: Math.min(more, scene.state.pawns[from]?.fireflies ?? 1) } });
}

/** What has been found, and what is still hidden. @param {State} state */
export const finds = ({
  tangrams,
  dragons,
  exit,
  stones_by_face: faces,
  reserve,
  idle_turns: idle,
  idle_limit: limit,
  difficulty,
  rules,
}) =>
  h(
    "section",
    { class: "panel tc-finds", key: "finds", "aria-label": w("finds") },
    h(
      "div",
      { class: "tc-found" },
      count("", w("tangrams", { n: tangrams }), picture(tangram(54, tangrams)), `${tangrams}/7`),
      Object.entries(dragons).map(([colour, n]) => {
        const out = exit?.dragon === colour && w("is_exit");
        return count(
          out ? "exit" : "",
          `${w("dragons", { n, colour: named("colour", colour) })} ${out || ""}`,
          picture(dragon(colour)),
          "●".repeat(n) + "○".repeat(3 - n),
          out && h("small", null, out),
        );
      }),
    ),
    h("b", null, w("hidden")),
    h(
      "div",
      { class: "tc-faces" },
      faces.map(({ face, hidden, total }) =>
        count(
          hidden ? "" : "gone",
          w(face > 0 ? "face_flies" : face < 0 ? "face_animal" : "face_blank", { n: face, hidden, total }),
          h("span", null, face > 0 && face, picture(face > 0 ? firefly() : face < 0 ? animal() : stone())),
          `${hidden}/${total}`,
        ),
      ),
    ),
    h("p", null, picture(firefly()), w("reserve", { n: reserve })),
    idle > 0 && h("p", { class: "tc-warn" }, w("idle", { n: idle, limit })),
    h(
      "p",
      { class: "soft" },
      w("rules", { difficulty: named("difficulty", difficulty), placement: named("placement", rules.placement) }),
      rules.tangram_bonus && ` ${w("bonus")}`,
    ),
  );

/** A count in pictures, and in words. @param {string} kind @param {string} title @param {any[]} inner */
const count = (kind, title, ...inner) => h("span", { class: `tc-count ${kind}`, role: "img", title }, inner);
