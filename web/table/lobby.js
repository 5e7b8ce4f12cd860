/** A table that has not begun: who sits where, who may join, and the start. */

/** @import { ViewOf } from "../types.js" */

import { api } from "../api.js";
import { h, inputOf } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { showError } from "../ui/notifications.js";
import * as storage from "../ui/storage.js";
import { invite } from "./invitation.js";
import { saveJoinedSeat } from "./tokens.js";

let name = storage.loadName();

/** @param {ViewOf} view @param {string} title @param {() => void} onJoin is called when this browser has one more seat */
export function lobby(view, title, onJoin) {
  const host = storage.loadTable(view.id)?.host;
  const taken = view.seats.filter((seat) => seat.kind !== "open").length;

  /** @param {number} seat */
  const takeSeat = (seat) => {
    storage.saveName(name.trim());
    return api
      .joinGame(view.id, {
        name: name.trim() || t("seat_n", { n: seat + 1 }),
        seat,
        entropy: crypto.getRandomValues(new Uint32Array(4)).join(""),
      })
      .then(saveJoinedSeat)
      .then(onJoin)
      .catch(showError);
  };

  /** @param {number} seat */
  const seatBot = (seat) =>
    api.joinGame(view.id, { kind: "bot", level: "greedy", seat }, { token: host }).catch(showError);

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
        h("input", { maxlength: 60, value: name, oninput: (event) => (name = inputOf(event).value) }),
      ),
    h(
      "ol",
      { class: "bare stack" },
      view.seats.map((seat) =>
        h(
          "li",
          { class: "row", key: `seat-${seat.seat}` },
          h("span", null, `${t("seat_n", { n: seat.seat + 1 })}: ${seat.name ?? t("free_seat")}`),
          seat.kind === "open" &&
            h("button", { onclick: () => takeSeat(seat.seat) }, t("take_seat", { n: seat.seat + 1 })),
          seat.kind === "open" && host && h("button", { onclick: () => seatBot(seat.seat) }, t("seat_bot")),
        ),
      ),
    ),
    host &&
      taken > 1 &&
      h("button", { onclick: () => api.startGame(view.id, { token: host }).catch(showError) }, t("start_now")),
  );
}
