/** Whose turn it is, what I may do, and how much time is left; also in the title and the icon of the page. */

/** @import { GameTable, Scene } from "../types.js" */

import { h } from "../ui/dom.js";
import { listed, t } from "../ui/i18n.js";

/** Whether the game waits for me. @param {Scene} scene */
export const asked = ({ view, me }) => me !== null && view.status === "active" && view.awaiting.includes(me);

/** @param {Scene} scene @param {GameTable} game */
export function banner(scene, game) {
  const { view } = scene;
  const mine = asked(scene);
  const text =
    view.status === "open"
      ? t("waits_for_players")
      : view.status === "finished"
        ? t("game_over")
        : view.status === "abandoned"
          ? t("abandoned")
          : mine
            ? game.prompt?.(scene) || t("your_turn")
            : view.awaiting.length === 1
              ? t("turn_of", { name: scene.name(view.awaiting[0] ?? null) })
              : t("waiting_for", { names: listed(view.awaiting.map((seat) => scene.name(seat))) });
  // The clock is no part of what is said aloud, or it would be said every second.
  return h("div", { class: `banner ${mine ? "mine" : ""}` }, h("span", { role: "status" }, text), clock(scene));
}

/** How much time is left. @param {Scene} scene @param {string | null | undefined} [until] */
export function clock({ view, now }, until = view.deadline ?? view.not_before) {
  if (!until || view.status !== "active") return null;
  const left = Math.max(0, Math.ceil((Date.parse(until) - now()) / 1000));
  const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const time =
    hours > 48
      ? t("days", { n: Math.floor(hours / 24) })
      : hours
        ? `${hours}:${two(minutes)}:${two(seconds)}`
        : `${minutes}:${two(seconds)}`;
  return h("span", { class: "clock", role: "timer" }, t("time_left", { time }));
}

/** Say in the browser's own places whether it is my turn. @param {Scene} scene @param {string} title */
export function herald(scene, title) {
  const mine = asked(scene);
  document.title = `${mine ? `● ${t("your_turn")} – ` : ""}${title} – Ludotheque`;
  icon(mine ? "/web/icon-turn.svg" : "/docs/icon.svg");
}

/** Take it back when the page is left. */
export const unherald = () => icon("/docs/icon.svg");

/** @param {string} address */
const icon = (address) => document.querySelector("link[rel=icon]")?.setAttribute("href", address);
