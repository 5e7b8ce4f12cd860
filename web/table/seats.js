/** The players around the table: name, kind, presence, whose turn it is, and what the game shows of them. */

/** @import { GameTable, Scene, Schemas } from "../types.js" */

import { classes, h } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { seatIcon } from "../ui/seat_icons.js";

/** @param {Scene} scene @param {GameTable} game */
export const seatList = (scene, game) =>
  h(
    "ol",
    { class: "bare seats", tabindex: "0", "aria-label": t("seats") },
    scene.view.seats.map((seat) =>
      h(
        "li",
        {
          class: classes("seat-box", scene.view.awaiting.includes(seat.seat) && "awaited"),
          key: `seat-${seat.seat}`,
          style: { "--seat": `var(--seat-${seat.seat % 10})` },
        },
        h(
          "b",
          null,
          seatIcon(seat.seat),
          h("span", null, seat.name ?? t("free_seat"), seat.seat === scene.view.viewer && ` (${t("you")})`),
        ),
        h("small", null, seatStatus(seat)),
        game.seatSummary?.(seat.seat, scene),
      ),
    ),
  );

/** Who plays a seat: a bot and its level, or whether the player is there. @param {Schemas["SeatView"]} seat */
export function seatStatus({ kind, left, level, present }) {
  if (left) return t("left");
  if (kind === "bot") return t(`level_${level}`);
  if (kind === "open") return "";
  return t(present ? "present" : "absent");
}
