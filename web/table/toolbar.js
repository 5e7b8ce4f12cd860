/** The bar at the bottom: what is one tap away from the board, and over it what I may answer. */

/** @import { Scene, Sitting } from "../types.js" */

import { api } from "../main.js";
import { dialog } from "../ui/dialog.js";
import { h } from "../ui/dom.js";
import * as memory from "../ui/storage.js";
import { excuse } from "../ui/notifications.js";
import { t } from "../ui/i18n.js";
import { joined } from "./tokens.js";
import { actions, log, rules } from "./dialogs.js";
import { reaction } from "./reactions.js";

/** @param {Sitting} at @param {Scene} now @param {boolean} behind the curtain */
export function bar(at, now, behind) {
  const { engine, game, view } = at;
  const free = view.status === "active" && now.me === null ? left(at) : -1;
  const count = `${now.legal.length}${now.truncated ? "+" : ""}`;
  return h(
    "nav",
    { class: "bar", "aria-label": t("seats_and_table") },
    !behind && reaction(at, now),
    h(
      "div",
      { class: "buttons", key: "buttons" },
      view.status === "active" &&
        now.me !== null &&
        !behind &&
        h("button", { accesskey: "a", onclick: () => void actions(now, game) }, t("actions_n", { n: count })),
      !behind &&
        h("button", { class: "narrow", onclick: () => void dialog(t("log"), () => [log(at.lines)]) }, t("log_short")),
      h("button", { onclick: () => rules(view.engine, engine.title).catch(excuse) }, t("rules")),
      h(
        "button",
        { onclick: () => import("./table_menu.js").then(({ affairs }) => affairs(at)).catch(excuse) },
        t("table_short"),
      ),
      free >= 0 && h("button", { onclick: () => comeBack(at, free).catch(excuse) }, t("come_back", { n: free + 1 })),
    ),
  );
}

/** The seat that this browser has left, while it can still be taken again; -1 if there is none. @param {Sitting} at */
const left = ({ id, view }) =>
  view.seats.findIndex((/** @type {any} */ seat) => seat.left && seat.name === memory.table(id)?.left?.name);

/** Take the seat again that was left. @param {Sitting} at @param {number} seat */
async function comeBack(at, seat) {
  const gone = memory.table(at.id)?.left;
  joined(await api.joinGame(at.id, { name: gone?.name ?? "", seat }, { token: gone?.token }));
  at.sit();
}
