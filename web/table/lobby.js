/** A table that has not begun: who sits where, who may join, and the start. */

import { api } from "../main.js";
import { h } from "../ui/dom.js";
import * as memory from "../ui/storage.js";
import { excuse } from "../ui/notifications.js";
import { t } from "../ui/i18n.js";
import { joined } from "./tokens.js";
import { invite } from "./dialogs.js";

let name = memory.name();

/** @param {any} view @param {string} title @param {() => void} seated is called when this browser has one more seat */
export function lobby(view, title, seated) {
  const kept = memory.table(view.id);
  const taken = view.seats.filter((/** @type {any} */ seat) => seat.kind !== "open").length;

  /** @param {number} seat */
  const sit = (seat) => {
    memory.rename(name.trim());
    return api
      .joinGame(view.id, {
        name: name.trim() || t("seat_n", { n: seat + 1 }),
        seat,
        entropy: crypto.getRandomValues(new Uint32Array(4)).join(""),
      })
      .then(joined)
      .then(seated)
      .catch(excuse);
  };

  return h(
    "section",
    { class: "panel stack" },
    h("p", null, t("invite_text")),
    h("div", { class: "row" }, h("button", { class: "main", onclick: () => invite(title) }, t("share"))),
    view.viewer === null &&
      h(
        "label",
        null,
        t("name"),
        h("input", { maxlength: 60, value: name, oninput: (/** @type {any} */ { target }) => (name = target.value) }),
      ),
    h(
      "ol",
      { class: "bare stack" },
      view.seats.map((/** @type {any} */ seat) =>
        h(
          "li",
          { class: "row", key: `seat-${seat.seat}` },
          h("span", null, `${t("seat_n", { n: seat.seat + 1 })}: ${seat.name ?? t("free_seat")}`),
          seat.kind === "open" && h("button", { onclick: () => sit(seat.seat) }, t("take_seat", { n: seat.seat + 1 })),
          seat.kind === "open" &&
            kept?.host &&
            h(
              "button",
              {
                onclick: () =>
                  api
                    .joinGame(view.id, { kind: "bot", level: "greedy", seat: seat.seat }, { token: kept.host })
                    .catch(excuse),
              },
              t("seat_bot"),
            ),
        ),
      ),
    ),
    kept?.host &&
      taken > 1 &&
      h("button", { onclick: () => api.startGame(view.id, { token: kept.host }).catch(excuse) }, t("start_now")),
  );
}
