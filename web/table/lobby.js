/** A table that has not begun: who sits where, who may join, and the start. */

import { api } from "../main.js";
import { h } from "../ui/dom.js";
import * as memory from "../ui/memory.js";
import { excuse } from "../ui/notes.js";
import { t } from "../ui/words.js";
import { joined } from "./opened.js";
import { invite } from "./panels.js";

let name = memory.name();

/** @param {any} view @param {string} title @param {() => void} changed is called when this browser sits somewhere else */
export function lobby(view, title, changed) {
  const kept = memory.table(view.id);
  const seated = view.viewer !== null;
  const taken = view.seats.filter((/** @type {any} */ seat) => seat.kind !== "open").length;

  /** @param {Promise<unknown>} call */
  const doing = (call) => call.then(changed, excuse);
  /** @param {number} seat */
  const sit = (seat) => {
    memory.rename(name.trim());
    return doing(
      api
        .takeSeat(view.id, {
          name: name.trim() || t("seat_n", { n: seat + 1 }),
          seat,
          entropy: crypto.getRandomValues(new Uint32Array(4)).join(""),
        })
        .then(joined),
    );
  };

  return h(
    "section",
    { class: "panel stack" },
    h("p", null, t("invite_text")),
    h("div", { class: "row" }, h("button", { class: "main", onclick: () => invite(title) }, t("share"))),
    !seated &&
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
                  doing(api.takeSeat(view.id, { kind: "bot", level: "greedy", seat: seat.seat }, { token: kept.host })),
              },
              t("seat_bot"),
            ),
        ),
      ),
    ),
    kept?.host &&
      taken > 1 &&
      h("button", { onclick: () => doing(api.startGame(view.id, { token: kept.host })) }, t("start_now")),
  );
}
