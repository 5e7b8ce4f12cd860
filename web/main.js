/** Addresses and their pages: `/` games and tables, `/new/<slug>` a new table, `/table/<id>` a table. */

import { Ludotheque } from "./ludotheque.js";
import { show } from "./ui/dom.js";
import { excuse } from "./ui/notifications.js";
import { language, t } from "./ui/i18n.js";

/** @import { Page } from "./types.js" */

export const api = new Ludotheque("", { language });
document.documentElement.lang = language;
show(/** @type {HTMLElement} */ (document.querySelector(".skip")), t("skip"));

/** Each address and the module of its page. @type {[RegExp, () => Promise<{ page: Page }>][]} */
const PAGES = [
  [/^\/$/, () => import("./pages/landing.js")],
  [/^\/new\/(\w+)$/, () => import("./pages/new_table.js")],
  [/^\/table\/([\w-]+)$/, () => import("./pages/table.js")],
];

/** @type {() => void} */
let leave = () => {};
/** The path of the page that is shown. */
let shown = "";

/** Show the page of the address the browser is at. */
async function arrive() {
  leave();
  leave = () => {};
  const moved = shown !== "";
  const path = (shown = location.pathname);
  const host = /** @type {HTMLElement} */ (document.getElementById("page"));
  const [pattern, load] = PAGES.find(([pattern]) => pattern.test(path)) ?? PAGES[0] ?? [];
  const [, place = ""] = pattern?.exec(path) ?? [];
  document.title = "Ludotheque";
  try {
    const found = await load?.();
    if (path !== shown) return; // the visitor has gone on meanwhile
    show(host);
    host.removeAttribute("class");
    leave = found?.page(host, place) ?? leave;
    window.scrollTo(0, 0);
    if (moved) host.focus({ preventScroll: true }); // what had the focus is gone with the last page
  } catch (failure) {
    excuse(failure);
  }
}

/** Go to another page of this site. @param {string} address @param {boolean} [instead] of the one in the history */
export function go(address, instead = false) {
  history[instead ? "replaceState" : "pushState"](null, "", address);
  void arrive();
}

// Going to a part of the same page is no new page.
addEventListener("popstate", () => location.pathname !== shown && void arrive());
addEventListener("click", (click) => {
  const link = click.target instanceof Element ? click.target.closest("a") : null;
  const ours = link && link.origin === location.origin && PAGES.some(([pattern]) => pattern.test(link.pathname));
  if (
    !ours ||
    link.hash ||
    link.target ||
    click.defaultPrevented ||
    click.button ||
    click.metaKey ||
    click.ctrlKey ||
    click.shiftKey
  )
    return;
  click.preventDefault();
  go(link.pathname);
});
void arrive();
