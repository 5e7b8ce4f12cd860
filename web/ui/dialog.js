/** A dialog over the page, closed by its button, by Escape, or by a click beside it. */

import { h } from "./dom.js";
import { t } from "./i18n.js";

/**
 * Open a dialog; the promise ends when it is closed, with what `close` was given.
 * @template T @param {string} title @param {(close: (answer?: T) => void) => (Node | string)[]} fill @param {string} [kind]
 * @returns {Promise<T | undefined>}
 */
export function dialog(title, fill, kind = "") {
  return new Promise((done) => {
    /** @type {T | undefined} */
    let answer;
    const close = (/** @type {T} */ given = /** @type {any} */ (undefined)) => {
      answer = given;
      made.close();
    };
    const made = h(
      "dialog",
      {
        class: `dialog ${kind}`,
        "aria-label": title,
        onclick: (/** @type {MouseEvent} */ click) => click.target === made && close(),
        onclose: () => {
          made.remove();
          // The browser gives the focus back to what had it; that may be gone, for the page has been drawn again since.
          if (document.activeElement === document.body) document.getElementById("page")?.focus({ preventScroll: true });
          done(answer);
        },
      },
      h(
        "header",
        null,
        h("h2", null, title),
        h("button", { class: "quiet", "aria-label": t("close"), onclick: () => close() }, "✕"),
      ),
      h("div", { class: "body" }, fill(/** @type {any} */ (close))),
    );
    document.body.append(made);
    made.showModal();
  });
}

/** Ask a question that can be answered with yes. @param {string} title @param {string} text @param {string} yes */
export async function confirmed(title, text, yes) {
  const answer = await dialog(title, (close) => [
    h("p", null, text),
    h(
      "div",
      { class: "row end" },
      h("button", { onclick: () => close(false) }, t("cancel")),
      h("button", { class: "main", onclick: () => close(true) }, yes),
    ),
  ]);
  return answer === true;
}
