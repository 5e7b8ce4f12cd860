/** A small bar for who may act, though nobody waits for them: what may be done, and for how long. */

/** @import { Scene, Sitting } from "../types.js" */

import { h } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { asked, clock } from "./banner.js";
import { actions } from "./dialogs.js";

/** More than these are behind one button. */
const MOST = 3;

/** Its place is always there, so that a screen reader hears when something comes into it. @param {Sitting} at @param {Scene} now */
export function reaction(at, now) {
  const offered = asked(now) ? [] : now.legal.filter((action) => at.game.reacts?.(action) ?? true);
  const fresh = offered.some((action) => !at.dismissed.includes(JSON.stringify(action)));
  return h("div", { class: "react", role: "status", key: "react" }, fresh && offer(at, now, offered));
}

/** @param {Sitting} at @param {Scene} now @param {Scene["legal"]} offered */
function offer(at, now, offered) {
  const dismiss = () => (at.dismissed = offered.map((action) => JSON.stringify(action)));
  /** @param {Scene["legal"][number]} action */
  const button = (action) =>
    h("button", { "data-legal": "", onclick: () => now.send(action) }, at.game.label(action, now));
  const all = () => h("button", { onclick: () => void actions(now, at.game) }, t("all_actions"));
  return [
    h("b", null, t("you_may_react"), " ", clock(now, until(now))),
    h("div", { class: "row" }, offered.length > MOST || now.truncated ? all() : offered.map(button)),
    h("button", { class: "quiet", "aria-label": t("close"), onclick: () => (dismiss(), at.draw()) }, "✕"),
  ];
}

/** Nobody may go on before `not_before`. After that, the reaction may come too late at any time, and at last at the deadline. @param {Scene} now */
const until = ({ view: { deadline, not_before: pause }, now }) =>
  pause && Date.parse(pause) > now() ? pause : deadline;
