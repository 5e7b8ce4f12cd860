/** Beside the board: what is being put together, the pawns with their fireflies, what is found and what is hidden. */

/** @import { Pawn, Scene, Share, State, TurnChoices } from "./types.js" */
/** @import { Attributes, Children } from "/web/types.js" */

import { classes, h, withSpokenText } from "/web/kit.js";
import { trackPointer } from "./drag.js";
import { animal, dragon, firefly, inline, pawnFigure, statue, stone, tangram } from "./icons.js";
import { nameOf, placeText, text } from "./labels.js";
import { CLEAR, giveFirefly } from "./selection.js";

/** A button; `legal`: it does or chooses something legal now. @param {string} key @param {boolean} legal @param {() => void} onclick @param {Children} [content] @param {Attributes} [attributes] */
const button = (key, legal, onclick, content = text(key), attributes = {}) =>
  h("button", { key, "data-legal": legal && "", onclick, ...attributes }, content);

const MAIN = { class: "main" };

/** A text that has room on wide screens only. @param {string} content */
const wideOnly = (content) => h("span", { class: "tc-wide" }, content);

/** What is being put together, with its price and its send button; else how to rest or to give up. @param {Scene} scene @param {TurnChoices} choices */
export function turnControls(scene, choices) {
  const { state, me, sending } = scene;
  if (me === null || !["lay", "move", "share"].includes(state.phase)) return null;
  return h("div", { class: classes("tc-acts", sending && "sent"), key: "acts" }, controls(scene, choices));
}

/** @param {Scene} scene @param {TurnChoices} choices */
function controls(scene, choices) {
  const { giving_up: givingUp, share } = scene.selection;
  if (givingUp) return concedeControls(scene);
  if (scene.state.phase === "lay") return layControls(scene, choices);
  if (share) return [...shareControls(scene, share), backButton(scene)];
  if (choices.aim === null) return restControls(scene, choices);
  return [walkButton(scene, choices, choices.aim), backButton(scene)];
}

/** What is left to lay, and a button for those who do not mind where. @param {Scene} scene @param {TurnChoices} choices */
function layControls(scene, { lays }) {
  const { statues = 0, stones = 0 } = scene.state.to_lay ?? {};
  const free = [...lays];
  return [
    h(
      "span",
      { class: "tc-shelf", key: "shelf" },
      count("", text("statues_left", { n: statues }), inline(statue(null)), statues),
      count("", text("stones_left", { n: stones }), inline(stone()), stones),
    ),
    button("anywhere", free.length > 0, () =>
      scene.send({ type: "lay", square: free[Math.floor(Math.random() * free.length)] ?? -1 }),
    ),
    concedeButton(scene),
  ];
}

/** @param {Scene} scene */
const concedeButton = (scene) =>
  button("concede", scene.types.includes("concede"), () => scene.select({ ...CLEAR, giving_up: true }), undefined, {
    class: "tc-quiet",
  });

/** @param {Scene} scene */
const backButton = (scene) => button("back", !scene.sending, () => scene.select(CLEAR));

/** @param {Scene} scene @param {TurnChoices} choices @param {number} aim */
function walkButton(scene, { chosen, distance, goals }, aim) {
  const left = (scene.state.pawns[chosen]?.fireflies ?? 0) - distance(aim);
  return button(
    "walk",
    goals.has(aim),
    () => scene.send({ type: "move", pawn: chosen, square: aim }),
    [inline(firefly()), text("walk", { n: distance(aim), left })],
    MAIN,
  );
}

/** @param {Scene} scene @param {Share} share */
function shareControls(scene, { from, to, amount }) {
  if (to === undefined) return [];
  const most = scene.state.pawns[from]?.fireflies ?? 0;
  /** @param {string} key @param {number} wanted @param {string} label */
  const step = (key, wanted, label) => {
    const next = Math.min(Math.max(wanted, 1), most);
    return button(key, next !== amount, () => scene.select({ share: { from, to, amount: next } }), label, {
      "aria-label": text(key),
    });
  };
  return [
    wideOnly(text("from_to", { from: from + 1, to: to + 1, n: scene.state.shares_left })),
    step("less", amount - 1, "−"),
    h("output", null, amount),
    step("more", amount + 1, "+"),
    step("all", most, text("all")),
    button(
      "give",
      scene.types.includes("share"),
      () => scene.send({ type: "share", from, to, amount }),
      [inline(firefly()), text("give", { n: amount })],
      MAIN,
    ),
  ];
}

/** @param {Scene} scene */
const concedeControls = (scene) => [
  wideOnly(text("concede_ask")),
  button("vote", scene.types.includes("concede"), () => scene.send({ type: "concede" })),
  button("play_on", true, () => scene.select(CLEAR), undefined, MAIN),
];

/** @param {Scene} scene @param {TurnChoices} choices */
function restControls(scene, { mine, takers }) {
  const {
    state: { phase, turn, concede_votes: votes },
    me,
    types,
    view,
  } = scene;
  const type = phase === "move" ? "pass" : "end_turn";
  return [
    mine.some(({ pawn }) => takers(pawn).length > 0) && wideOnly(text("share_hint")),
    votes.length > 0 &&
      wideOnly(text(votes.includes(me ?? -1) ? "votes_you" : "votes", { n: votes.length, all: view.seats.length })),
    button(
      type,
      types.includes(type),
      () => scene.send({ type }),
      undefined,
      type === "end_turn" && turn === me ? MAIN : {},
    ),
    concedeButton(scene),
  ];
}

/** The pawns: choose one to walk, and give fireflies from one to another. @param {Scene} scene @param {TurnChoices} choices */
export const pawnTray = (scene, choices) =>
  h(
    "ul",
    { class: "bare tc-tray", "aria-label": text("pawns") },
    scene.state.pawns.map((pawn) => pawnCard(scene, choices, pawn)),
  );

/** @param {Scene} scene @param {TurnChoices} choices @param {Pawn} pawn */
function pawnCard(scene, choices, pawn) {
  const {
    selection: { share, pawn: picked },
    me,
    state: { exit },
    name,
    view,
  } = scene;
  const { pawn: number, seat, square, bitten, fireflies: n } = pawn;
  const giver = share && share.to === undefined && share.from !== number ? share.from : null;
  const takes = giver !== null && choices.takers(giver).includes(number);
  const walks = choices.idle && choices.movers.has(number) && choices.chosen !== number;
  const gives = choices.idle && choices.takers(number).length > 0;
  const chosen =
    choices.chosen === number && (picked === number || (choices.mine.length > 1 && choices.movers.has(number)));
  const who =
    text("pawn", { name: name(seat), n: number + 1, place: placeText(scene.state, square) }) +
    (bitten ? `, ${text("is_bitten")}` : "");
  const out = exit?.open && square === exit.square;
  const take = giver === null ? null : () => giveFirefly(scene, choices, giver, number);
  return h(
    "li",
    {
      class: classes("tc-card", chosen && "chosen", takes && "takes", share?.from === number && "gives"),
      key: `tray-${number}`,
      "data-pawn": number,
    },
    button(
      "who",
      takes || walks,
      take ?? (() => scene.select({ ...CLEAR, pawn: number })),
      withSpokenText(
        pawnButtonText(who, takes, walks),
        inline(bitten ? animal() : [], pawnFigure(pawn, bitten ? 17 : 24)),
        out ? h("small", null, text("is_out")) : view.seats.length > 1 && h("small", null, name(seat)),
      ),
      { class: "tc-who", disabled: me === null },
    ),
    button(
      "lights",
      takes || gives,
      take ?? (() => scene.select({ ...CLEAR, share: { from: number, amount: 1 } })),
      [inline(firefly()), fireflyCount(share, pawn)],
      {
        class: "tc-lights",
        disabled: me === null,
        "aria-label": text(gives ? "lights_give" : "lights", { pawn: number + 1, n }),
        onpointerdown: (/** @type {PointerEvent} */ event) =>
          dragFirefly(event, (to) => giveFirefly(scene, choices, number, to)),
      },
    ),
  );
}

/** What the button of a pawn does. @param {string} who @param {boolean} takes @param {boolean} walks */
function pawnButtonText(who, takes, walks) {
  if (takes) return text("give_to", { who });
  return walks ? text("choose_pawn", { who }) : who;
}

/** How many fireflies a pawn has, and would have after the share. @param {Share | undefined} share @param {Pawn} pawn */
function fireflyCount(share, { pawn, fireflies }) {
  const change = shareChange(share, pawn);
  return h("b", null, change ? [h("s", null, fireflies), ` ${fireflies + change}`] : fireflies);
}

/** What a share changes for a pawn. @param {Share | undefined} share @param {number} pawn */
function shareChange(share, pawn) {
  if (share?.to === undefined) return 0;
  if (share.from === pawn) return -share.amount;
  return share.to === pawn ? share.amount : 0;
}

/** Carry a firefly from a pawn to another. @param {PointerEvent} event @param {(to: number) => void} onDrop */
function dragFirefly(event, onDrop) {
  const light = h("div", { class: "tc-carried" }, inline(firefly()));
  trackPointer(event, {
    move: (across, down) => {
      if (!light.isConnected) document.body.append(light);
      light.style.translate = `${event.clientX + across}px ${event.clientY + down}px`;
    },
    end: (moved, { clientX, clientY }) => {
      light.remove();
      const to =
        moved && document.elementFromPoint(clientX, clientY)?.closest("[data-pawn]")?.getAttribute("data-pawn");
      if (to) onDrop(Number(to));
    },
  });
}

/** What has been found, and what is still hidden. @param {State} state */
export const findings = ({
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
    { class: "panel tc-finds", key: "finds", "aria-label": text("finds") },
    h(
      "div",
      { class: "tc-found" },
      count("", text("tangrams", { n: tangrams }), inline(tangram(54, tangrams)), `${tangrams}/7`),
      Object.entries(dragons).map(([colour, n]) => {
        const out = exit?.dragon === colour && text("is_exit");
        return count(
          out ? "exit" : "",
          `${text("dragons", { n, colour: nameOf("colour", colour) })} ${out || ""}`,
          inline(dragon(colour)),
          "●".repeat(n) + "○".repeat(3 - n),
          out && h("small", null, out),
        );
      }),
    ),
    h("b", null, text("hidden")),
    h(
      "div",
      { class: "tc-faces" },
      faces.map(({ face, hidden, total }) =>
        count(
          hidden ? "" : "gone",
          text(faceLook(face).key, { n: face, hidden, total }),
          h("span", null, face > 0 && face, inline(faceLook(face).icon())),
          `${hidden}/${total}`,
        ),
      ),
    ),
    h("p", null, inline(firefly()), text("reserve", { n: reserve })),
    idle > 0 && h("p", { class: "tc-warn" }, text("idle", { n: idle, limit })),
    h(
      "p",
      { class: "soft" },
      text("rules", { difficulty: nameOf("difficulty", difficulty), placement: nameOf("placement", rules.placement) }),
      rules.tangram_bonus && ` ${text("bonus")}`,
    ),
  );

/** The text and the icon of a face of stones: fireflies or an animal. @param {number} face */
const faceLook = (face) => (face > 0 ? { key: "face_flies", icon: firefly } : { key: "face_animal", icon: animal });

/** A count in pictures, and in words. @param {string} kind @param {string} title @param {Children[]} inner */
const count = (kind, title, ...inner) => h("span", { class: classes("tc-count", kind), role: "img", title }, ...inner);
