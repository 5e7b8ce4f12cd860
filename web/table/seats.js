/** The players around the table: name, kind, presence, whose turn, and what the game shows of them. */

/** @import { GameTable, Scene } from "../types.js" */

import { h } from "../ui/dom.js";
import { mark } from "../ui/seat_icons.js";
import { t } from "../ui/i18n.js";

/** @param {Scene} scene @param {GameTable} game */
export const plates = (scene, game) =>
  h(
    "ol",
    { class: "bare plates", tabindex: "0", "aria-label": t("seats") },
    scene.view.seats.map((seat) =>
      h(
        "li",
        {
          class: `plate ${scene.view.awaiting.includes(seat.seat) ? "asked" : ""}`,
          key: `plate-${seat.seat}`,
          style: { "--seat": `var(--seat-${seat.seat % 10})` },
        },
        h(
          "b",
          null,
          mark(seat.seat),
          h("span", null, seat.name ?? t("free_seat"), seat.seat === scene.view.viewer && ` (${t("you")})`),
        ),
        h("small", null, about(seat)),
        game.plate?.(seat.seat, scene),
      ),
    ),
  );

/** @param {any} seat */
const about = (seat) =>
  seat.left
    ? t("left")
    : seat.kind === "bot"
      ? t(`level_${seat.level}`)
      : seat.kind === "open"
        ? ""
        : t(seat.present ? "present" : "absent");
