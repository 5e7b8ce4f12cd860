/** T'Chang: an emperor's tomb by the light of fireflies. */

/** @import { GameTable } from "../../types.js" */
/** @import { Tomb } from "./types.js" */

import { flash } from "../../table/animation.js";
import { h } from "../../ui/dom.js";
import { showError } from "../../ui/notifications.js";
import { t } from "../../ui/i18n.js";
import { spot, tomb } from "./board.js";
import { acts, finds, tray } from "./hand.js";
import { firefly, picture } from "./icons.js";
import { reading } from "./selection.js";
import { label, named, told, w } from "./labels.js";

/** What draws the riddle; null until it is loaded, and it is loaded when there is one: most games go without. @type {typeof import("./riddle.js") | null} */
let desk = null;
let failed = false;

/** In the place of the riddle while its desk is loaded. @param {Tomb} scene */
function later(scene) {
  if (failed) return h("button", { key: "later", onclick: () => location.reload() }, t("load_again"));
  import("./riddle.js")
    .then((loaded) => (desk = loaded))
    .catch((failure) => ((failed = true), showError(failure)))
    .then(() => scene.select({}));
  return h("p", { class: "soft", key: "later" }, t("loading"));
}

/** @param {Tomb} scene */
function draw(scene) {
  const { me, state } = scene;
  if (state.phase === "riddle" && me !== null) return (desk?.riddle ?? later)(scene);
  const turn = reading(scene);
  return h(
    "div",
    { class: "tc-table", key: "tchang" },
    tomb(scene, turn),
    h("div", { class: "tc-side" }, acts(scene, turn), tray(scene, turn), finds(state)),
    Boolean(state.riddle?.figures.length) && (desk?.answer ?? later)(scene),
  );
}

/** @param {Tomb} scene */
function prompt(scene) {
  const {
    state: { phase },
    hand: { share },
    types,
  } = scene;
  const { aim, chosen, far, movers } = reading(scene);
  if (phase === "riddle") return w("prompt_riddle");
  if (share) return share.to === undefined ? w("prompt_taker", { n: share.from + 1 }) : w("prompt_amount");
  if (phase === "share") return w("prompt_share");
  if (aim !== null) return w("prompt_aim", { pawn: chosen + 1, n: far(aim) });
  return movers.size === 0 && types.includes("share") ? w("prompt_only_share") : w("prompt_move", { n: chosen + 1 });
}

/** What a seat's pawns carry, and whether it wants to give up. @param {number} seat @param {Tomb} scene */
const plate = (seat, { state }) =>
  state && [
    h(
      "span",
      null,
      picture(firefly()),
      " ",
      state.pawns
        .filter((pawn) => pawn.seat === seat)
        .map(({ fireflies }) => fireflies)
        .join(" + "),
    ),
    state.concede_votes.includes(seat) && h("small", null, w("wants_out")),
  ];

/** A pawn walks its way step by step; what is turned over turns. @param {any} event @param {Tomb} scene @param {HTMLElement} board */
function play({ type, data }, { state }, board) {
  const find = (/** @type {string} */ key) => board.querySelector(`[data-key="${key}"]`);
  if (type === "moved")
    return walk(
      find(`pawn-${data.pawn}`),
      [state.pawns[data.pawn]?.square, ...data.way].map((id) => state.map.squares[id]),
    );
  if (type === "stone_turned" || type === "bitten")
    return flash(find(`stone-${data.square}`), [{ opacity: 1 }, { opacity: 0, translate: "0 -30px" }], 260);
  if (type === "statue_turned") return flash(find(`statue-${data.square}`), [{ scale: "1 1" }, { scale: "0 1" }], 220);
  if (type === "shared") return flash(find(`tray-${data.to}`), [{ scale: 1.08 }, { scale: 1 }], 240);
  return undefined;
}

/** @param {Element | null} pawn @param {any[]} way */
async function walk(pawn, way) {
  const [from] = way;
  await flash(
    pawn,
    way.map(({ x, y }) => ({ translate: `${(x - from.x) * 100}px ${(y - from.y) * 100}px` })),
    Math.min(390, 130 * way.length),
  );
  pawn?.setAttribute("transform", spot(way.at(-1))); // so that it does not travel a second time
}

/** @type {GameTable} */
export const table = {
  draw,
  prompt,
  plate,
  label,
  play,
  reacts: ({ type }) => type !== "concede", // a vote is never pressing
  ear: () => import("./reducer.js"),
  tell: told,
  part: (name) => named("part", name),
};
