/** A small bar for who may act, though nobody waits for them: what may be done, and for how long. */

/** @import { LoadedTableState, Scene } from "../types.js" */

import { h } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { clock, isMyTurn } from "./banner.js";
import { openActions } from "./dialogs.js";

/** More than these are behind one button. */
const MOST_BUTTONS = 3;

/** Its place is always there, so that a screen reader notices when something comes into it. @param {LoadedTableState} state @param {Scene} scene */
export function reactionBar(state, scene) {
  const reactions = isMyTurn(scene) ? [] : scene.legal.filter((action) => state.game.isReaction?.(action) ?? true);
  const isNew = reactions.some((action) => !state.dismissedReactions.includes(JSON.stringify(action)));
  return h("div", { class: "react", role: "status", key: "react" }, isNew && offer(state, scene, reactions));
}

/** @param {LoadedTableState} state @param {Scene} scene @param {Scene["legal"]} reactions */
function offer(state, scene, reactions) {
  const dismiss = () => {
    state.dismissedReactions = reactions.map((action) => JSON.stringify(action));
    state.draw();
  };
  /** @param {Scene["legal"][number]} action */
  const button = (action) =>
    h("button", { "data-legal": "", onclick: () => scene.send(action) }, state.game.describeAction(action, scene));
  const all = () => h("button", { onclick: () => openActions(scene, state.game) }, t("all_actions"));
  return [
    h("b", null, t("you_may_react"), " ", clock(scene, reactionDeadline(scene))),
    h("div", { class: "row" }, reactions.length > MOST_BUTTONS || scene.truncated ? all() : reactions.map(button)),
    h("button", { class: "quiet", "aria-label": t("close"), onclick: dismiss }, "✕"),
  ];
}

/** Nobody may go on before `not_before`. After that, a reaction may come too late at any time, and at last at the deadline. @param {Scene} scene */
const reactionDeadline = ({ view: { deadline, not_before: pause }, now }) =>
  pause && Date.parse(pause) > now() ? pause : deadline;
