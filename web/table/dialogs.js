/** Dialogs of every table: all legal actions, the log, the rules, and the invitation. */

/** @import { GameTable, LogLine, Scene } from "../types.js" */

import { h } from "../ui/dom.js";
import { dialog } from "../ui/dialog.js";
import { language, t } from "../ui/i18n.js";
import { toast } from "../ui/notifications.js";

const MOST_ACTIONS = 200;

/** Every legal action as a button. @param {Scene} scene @param {GameTable} game */
export function openActions(scene, game) {
  return dialog(t("all_actions"), (close) => [
    scene.legal.length === 0 && scene.types.length === 0 ? h("p", null, t("no_actions")) : "",
    h(
      "div",
      { class: "choices" },
      scene.legal
        .slice(0, MOST_ACTIONS)
        .map((action) =>
          h("button", { onclick: () => (close(), scene.send(action)) }, game.describeAction(action, scene)),
        ),
    ),
    scene.truncated || scene.legal.length > MOST_ACTIONS ? h("p", { class: "soft" }, t("more_actions")) : "",
  ]);
}

/** @param {LogLine[]} lines newest last */
export const logList = (lines) =>
  h(
    "ol",
    { class: "bare log", reversed: true },
    [...lines]
      .reverse()
      .map(({ seq, seat, text }) =>
        h(
          "li",
          { key: `log-${seq}`, style: { "--seat": seat === null ? "var(--line)" : `var(--seat-${seat % 10})` } },
          text,
        ),
      ),
  );

/** The rules, as the service shows them. @param {string} slug @param {string} title */
export async function openRules(slug, title) {
  const address = `/v1/engines/${slug}/rules?lang=${language}`;
  const page = new DOMParser().parseFromString(
    await (await fetch(address, { headers: { Accept: "text/html" } })).text(),
    "text/html",
  );
  const text = page.querySelector("main") ?? page.body;
  for (const picture of text.querySelectorAll("img"))
    picture.src = new URL(picture.getAttribute("src") ?? "", new URL(address, location.href)).href;
  for (const link of text.querySelectorAll("a"))
    if (!link.getAttribute("href")?.startsWith("#")) link.target = "_blank";
  return dialog(title, () => [h("div", { class: "rules" }, document.adoptNode(text))], "sheet");
}

/** Invite: the phone's own way to share, or the address copied. @param {string} game */
export async function invite(game) {
  const address = location.href;
  try {
    if (navigator.share) await navigator.share({ text: t("share_text", { game }), url: address });
    else await navigator.clipboard.writeText(address).then(() => toast(t("copied")));
  } catch {
    await dialog(t("share"), () => [
      h("p", null, t("invite_text")),
      h("input", { readonly: true, value: address, "aria-label": t("share") }),
    ]);
  }
}
