/** T'Chang: an emperor's tomb by the light of fireflies. */

/** @import { Scene, Table } from "./types.js" */

import { h, showError, t } from "/web/kit.js";
import { tomb } from "./board.js";
import { findings, pawnTray, turnControls } from "./hand.js";
import { firefly, inline } from "./icons.js";
import { describeAction, describeEvent, nameOf, prompt, text } from "./labels.js";
import { turnChoices } from "./selection.js";

/** What draws the riddle; null until it is loaded, and it is loaded when there is one: most games go without. @type {typeof import("./riddle.js") | null} */
let riddleModule = null;
let loadingFailed = false;

/** In the place of the riddle while its module is loaded. @param {Scene} scene */
function riddlePlaceholder(scene) {
  if (loadingFailed) return h("button", { key: "later", onclick: () => location.reload() }, t("load_again"));
  import("./riddle.js")
    .then((module) => (riddleModule = module))
    .catch((error) => ((loadingFailed = true), showError(error)))
    .then(() => scene.select({}));
  return h("p", { class: "soft", key: "later" }, t("loading"));
}

/** @param {Scene} scene */
function draw(scene) {
  const { me, state } = scene;
  if (state.phase === "riddle" && me !== null) return (riddleModule?.riddle ?? riddlePlaceholder)(scene);
  const choices = turnChoices(scene);
  return h(
    "div",
    { class: "tc-table", key: "tchang" },
    tomb(scene, choices),
    h("div", { class: "tc-side" }, turnControls(scene, choices), pawnTray(scene, choices), findings(state)),
    Boolean(state.riddle?.figures.length) && (riddleModule?.riddleResult ?? riddlePlaceholder)(scene),
  );
}

/** What a seat's pawns carry, and whether it wants to give up. @param {number} seat @param {Scene} scene */
const seatSummary = (seat, { state }) =>
  state && [
    h(
      "span",
      null,
      inline(firefly()),
      " ",
      state.pawns
        .filter((pawn) => pawn.seat === seat)
        .map(({ fireflies }) => fireflies)
        .join(" + "),
    ),
    state.concede_votes.includes(seat) && h("small", null, text("wants_out")),
  ];

/** @type {Table} */
export const table = {
  draw,
  prompt,
  seatSummary,
  describeAction,
  describeEvent,
  isReaction: ({ type }) => type !== "concede", // a vote is never urgent
  loadReducer: () => import("./reducer.js"),
  loadAnimations: () => import("./animations.js"),
  scorePart: (name) => nameOf("part", name),
};
