/** What concerns the table itself: inviting, leaving, taking it away. */

/** @import { Sitting } from "../types.js" */

import { api, go } from "../main.js";
import { confirmed, dialog } from "../ui/dialog.js";
import { h } from "../ui/dom.js";
import { languages } from "../ui/language_switch.js";
import * as memory from "../ui/storage.js";
import { excuse } from "../ui/notifications.js";
import { t } from "../ui/i18n.js";
import { invite } from "./dialogs.js";
import { held, stand } from "./table_state.js";

/** @param {Sitting} at */
export const affairs = (at) =>
  dialog(t("seats_and_table"), (close) => {
    /** @param {string} words @param {() => Promise<unknown>} deed */
    const button = (words, deed) => h("button", { onclick: () => (close(), deed().catch(excuse)) }, t(words));
    const { status, viewer } = at.view;
    return [
      h(
        "div",
        { class: "choices" },
        button("share", () => invite(at.engine.title)),
        ["open", "active"].includes(status) && viewer !== null && button("leave", () => leave(at)),
        memory.table(at.id)?.host && button("delete", () => remove(at)),
      ),
      languages(),
    ];
  });

/** @param {Sitting} at */
async function remove(at) {
  if (!(await confirmed(t("delete_title"), t("delete_text"), t("delete")))) return;
  await api.deleteGame(at.id, { token: memory.table(at.id)?.host });
  if (at.view.status !== "active") (memory.forget(at.id), go("/"));
}

/** @param {Sitting} at */
async function leave(at) {
  const text = t(at.view.status === "open" ? "leave_open_text" : "leave_text");
  if (!(await confirmed(t("leave_title"), text, t("leave")))) return;
  const gone = held(at)[at.shown];
  await api.leaveGame(at.id, at.view.viewer, { token: gone?.token });
  stand(at, { left: gone });
}
