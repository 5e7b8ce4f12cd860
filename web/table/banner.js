/** Whose turn it is, what the viewer may do, and how much time is left; also in the title and the icon of the page. */

/** @import { GameTable, Scene } from "../types.js" */

import { classes, h } from "../ui/dom.js";
import { formatList, t } from "../ui/i18n.js";

/** What is said of a table that is not being played. @type {{ [status: string]: string }} */
const STATUS = { open: "waits_for_players", finished: "game_over", abandoned: "abandoned" };

/** Whether the game waits for the viewer. @param {Scene} scene */
export const isMyTurn = ({ view, me }) => me !== null && view.status === "active" && view.awaiting.includes(me);

/** @param {Scene} scene @param {GameTable} game */
export function banner(scene, game) {
  const mine = isMyTurn(scene);
  const text = mine ? game.prompt?.(scene) || t("your_turn") : othersTurn(scene);
  // The clock is no part of what is announced, or it would be announced every second.
  return h("div", { class: classes("banner", mine && "mine") }, h("span", { role: "status" }, text), clock(scene));
}

/** What the game waits for, if not for the viewer. @param {Scene} scene */
function othersTurn({ view, name }) {
  const status = STATUS[view.status];
  if (status) return t(status);
  if (view.awaiting.length === 1) return t("turn_of", { name: name(view.awaiting[0] ?? null) });
  return t("waiting_for", { names: formatList(view.awaiting.map(name)) });
}

/** How much time is left. @param {Scene} scene @param {string | null | undefined} [until] */
export function clock({ view, now }, until = view.deadline ?? view.not_before) {
  if (!until || view.status !== "active") return null;
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - now()) / 1000));
  return h("span", { class: "clock", role: "timer" }, t("time_left", { time: formatDuration(seconds) }));
}

/** A time as m:ss, h:mm:ss, or in days. @param {number} total in seconds */
export function formatDuration(total) {
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const twoDigits = (/** @type {number} */ number) => String(number).padStart(2, "0");
  if (hours > 48) return t("days", { n: Math.floor(hours / 24) });
  if (hours) return `${hours}:${twoDigits(minutes)}:${twoDigits(seconds)}`;
  return `${minutes}:${twoDigits(seconds)}`;
}

/** Show in the title and the icon of the page whether it is the viewer's turn. @param {Scene} scene @param {string} title */
export function updateTitle(scene, title) {
  const mine = isMyTurn(scene);
  document.title = `${mine ? `● ${t("your_turn")} – ` : ""}${title} – Ludotheque`;
  setIcon(mine ? "/web/icon-turn.svg" : "/docs/icon.svg");
}

/** Show the usual icon again. */
export const resetIcon = () => setIcon("/docs/icon.svg");

/** @param {string} address */
const setIcon = (address) => document.querySelector("link[rel=icon]")?.setAttribute("href", address);
