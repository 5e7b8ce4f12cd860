/** The rules of a game in a dialog. */

import { dialog } from "../ui/dialog.js";
import { h } from "../ui/dom.js";
import { language } from "../ui/i18n.js";

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
