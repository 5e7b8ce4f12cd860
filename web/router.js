/** Addresses and their pages: `/` games and tables, `/new/<slug>` a new table, `/table/<id>` a table. */

import { show } from "./ui/dom.js";
import { showError } from "./ui/notifications.js";

/** @import { Page } from "./types.js" */

/** Each address and the module of its page. @type {[RegExp, () => Promise<{ page: Page }>][]} */
const PAGES = [
  [/^\/$/, () => import("./pages/landing.js")],
  [/^\/new\/(\w+)$/, () => import("./pages/new_table.js")],
  [/^\/table\/([\w-]+)$/, () => import("./pages/table.js")],
];

/** @type {() => void} */
let leavePage = () => {};
/** The path of the page that is shown. */
let currentPath = "";

/** Show the page of the browser's address. */
async function showPage() {
  leavePage();
  leavePage = () => {};
  const navigated = currentPath !== "";
  const path = (currentPath = location.pathname);
  const host = /** @type {HTMLElement} */ (document.getElementById("page"));
  const [pattern, load] = PAGES.find(([pattern]) => pattern.test(path)) ?? PAGES[0] ?? [];
  const [, parameter = ""] = pattern?.exec(path) ?? [];
  document.title = "Ludotheque";
  try {
    const module = await load?.();
    if (path !== currentPath) return; // the visitor has gone on meanwhile
    show(host);
    host.removeAttribute("class");
    leavePage = module?.page(host, parameter) ?? leavePage;
    window.scrollTo(0, 0);
    if (navigated) host.focus({ preventScroll: true }); // what had the focus is gone with the last page
  } catch (error) {
    showError(error);
  }
}

/** Go to another page of this site. @param {string} address */
export function navigate(address) {
  history.pushState(null, "", address);
  void showPage();
}

/** Follow a link to another page without loading again, unless the visitor wants a new tab. @param {MouseEvent} click */
function followLink(click) {
  const link = click.target instanceof Element ? click.target.closest("a") : null;
  if (!link || link.origin !== location.origin || link.hash || link.target) return;
  if (click.defaultPrevented || click.button || click.metaKey || click.ctrlKey || click.shiftKey) return;
  if (!PAGES.some(([pattern]) => pattern.test(link.pathname))) return;
  click.preventDefault();
  navigate(link.pathname);
}

/** Show the page of the address, and go on showing pages as the address changes. */
export function startRouter() {
  // Going to a part of the same page is no new page.
  addEventListener("popstate", () => location.pathname !== currentPath && void showPage());
  addEventListener("click", followLink);
  void showPage();
}
