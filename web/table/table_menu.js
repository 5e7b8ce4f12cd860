/** The menu of the table itself: invite, leave, delete, and the language. */

/** @import { LoadedTableState } from "../types.js" */

import { api } from "../api.js";
import { navigate } from "../router.js";
import { confirm, dialog } from "../ui/dialog.js";
import { h } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { languageSwitch } from "../ui/language_switch.js";
import { showError } from "../ui/notifications.js";
import * as storage from "../ui/storage.js";
import { invite } from "./invitation.js";
import { dropSeat, seatTokens } from "./table_state.js";

/** @param {LoadedTableState} state */
export const openTableMenu = (state) =>
  dialog(t("seats_and_table"), (close) => {
    /** @param {string} key @param {() => Promise<unknown>} run */
    const button = (key, run) => h("button", { onclick: () => (close(), run().catch(showError)) }, t(key));
    const { status, viewer } = state.view;
    return [
      h(
        "div",
        { class: "choices" },
        button("share", () => invite(state.engine.title)),
        ["open", "active"].includes(status) && viewer !== null && button("leave", () => leaveTable(state)),
        storage.loadTable(state.id)?.host && mayBeDeletable(state) && button("delete", () => deleteTable(state)),
      ),
      languageSwitch(),
    ];
  });

/** Whether the service may let the host delete the table: a running game of others only if they can be overdue. @param {LoadedTableState} state */
const mayBeDeletable = ({ view, localSeats }) =>
  view.status !== "active" ||
  view.turn_seconds !== null ||
  view.seats.every(({ kind, seat }) => kind !== "human" || seat === view.viewer || localSeats.includes(seat));

/** @param {LoadedTableState} state */
async function deleteTable(state) {
  if (!(await confirm(t("delete_title"), t("delete_text"), t("delete")))) return;
  await api.deleteGame(state.id, { token: storage.loadTable(state.id)?.host });
  if (state.view.status === "active") return;
  storage.forgetTable(state.id);
  navigate("/");
}

/** @param {LoadedTableState} state */
async function leaveTable(state) {
  const text = t(state.view.status === "open" ? "leave_open_text" : "leave_text");
  if (!(await confirm(t("leave_title"), text, t("leave")))) return;
  const seatToken = seatTokens(state)[state.tokenIndex];
  await api.leaveGame(state.id, state.view.viewer ?? -1, { token: seatToken?.token });
  dropSeat(state, { left: seatToken });
}
