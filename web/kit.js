/** What the table of a game may use of the page; its types are in types.d.ts. */

export { flash, prefersReducedMotion } from "./table/animation.js";
export { openDialog } from "./table/dialogs.js";
export { dispatch } from "./table/dispatch.js";
export { seatStatus } from "./table/seats.js";
export { classes, h, s, withSpokenText } from "./ui/dom.js";
export { formatList, hasMessage, language, t } from "./ui/i18n.js";
export { announce, showError } from "./ui/notifications.js";
export { seatIcon, seatShape } from "./ui/seat_icons.js";
export * as storage from "./ui/storage.js";
