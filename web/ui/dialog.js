/** A dialog over the page, closed by its button, by Escape, or by a click beside it. */

/** @import { Children } from "./dom.js" */

import { h } from "./dom.js";
import { t } from "./i18n.js";

/**
 * Open a dialog; the promise resolves when it is closed, with what `close` was called with.
 * @template T @param {string} title @param {(close: (result?: T) => void) => Children} fill @param {string} [kind]
 * @returns {Promise<T | undefined>}
 */
export function dialog(title, fill, kind = "") {
  return new Promise((resolve) => {
    /** @type {T | undefined} */
    let result;
    const close = (/** @type {T | undefined} */ value) => {
      result = value;
      element.close();
    };
    /** @type {HTMLDialogElement} */
    const element = h(
      "dialog",
      {
        class: `dialog ${kind}`,
        "aria-label": title,
        onclick: (click) => click.target === element && close(undefined),
        onclose: () => {
          element.remove();
          // The browser gives the focus back to what had it; that may be gone, because the page has been drawn again since.
          if (document.activeElement === document.body) document.getElementById("page")?.focus({ preventScroll: true });
          resolve(result);
        },
      },
      h(
        "header",
        null,
        h("h2", null, title),
        h("button", { class: "quiet", "aria-label": t("close"), onclick: () => close(undefined) }, "✕"),
      ),
      h("div", { class: "body" }, fill(close)),
    );
    document.body.append(element);
    element.showModal();
  });
}

/** Ask before something that cannot be undone; whether the visitor agreed. @param {string} title @param {string} text @param {string} yes */
export async function confirm(title, text, yes) {
  const agreed = await dialog(title, (close) => [
    h("p", null, text),
    h(
      "div",
      { class: "row end" },
      h("button", { onclick: () => close(false) }, t("cancel")),
      h("button", { class: "main", onclick: () => close(true) }, yes),
    ),
  ]);
  return agreed === true;
}
