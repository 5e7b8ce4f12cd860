/** Opens the dialogs of a table. Each is loaded when it is opened for the first time. */

/** @import { GameTable, LoadedTableState, LogLine, Scene } from "../types.js" */
/** @import { Children } from "../ui/dom.js" */

import { t, withMessages } from "../ui/i18n.js";
import { showError } from "../ui/notifications.js";
import { logList } from "./log.js";

/** @param {Scene} scene @param {GameTable} game */
export const openActions = (scene, game) =>
  void import("./action_list.js").then((module) => module.openActions(scene, game)).catch(showError);

/** Open a dialog with something in it. @param {string} title @param {() => Children} fill @param {string} [kind] */
export const openDialog = (title, fill, kind) =>
  void import("../ui/dialog.js").then(({ dialog }) => dialog(title, fill, kind)).catch(showError);

/** @param {LogLine[]} lines */
export const openLog = (lines) => openDialog(t("log"), () => logList(lines));

/** @param {string} slug @param {string} title */
export const openRules = (slug, title) =>
  void import("./rules_dialog.js").then((module) => module.openRules(slug, title)).catch(showError);

/** @param {LoadedTableState} state */
export const openTableMenu = (state) =>
  void withMessages(import("./table_menu.js"), "table/messages")
    .then((module) => module.openTableMenu(state))
    .catch(showError);
