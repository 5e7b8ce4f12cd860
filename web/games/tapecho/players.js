/** The players around the table: what lies in front of each, and what holds for them. */

/** @import { Card, Scene, State } from "./types.js" */

import { h, withSpokenText } from "../../ui/dom.js";
import { seatIcon } from "../../ui/seat_icons.js";
import { t } from "../../ui/i18n.js";
import { at, named, pill, signed, title } from "./cards.js";
import { lay, planned, prizes, targets, touchSeat } from "./selection.js";
import { sign } from "./icons.js";

/** The others, clockwise from the one at the bottom. @param {Scene} scene @returns {[string, number[]][]} */
export function around(scene) {
  const seats = scene.state.seats.length;
  const others = Array.from({ length: seats - 1 }, (_, number) => ((scene.me ?? 0) + 1 + number) % seats);
  const top = seats % 2 ? 2 : seats === 4 ? 1 : 3;
  const side = (others.length - top) / 2;
  return [
    ["left", others.slice(0, side)],
    ["top", others.slice(side, side + top)],
    ["right", others.slice(side + top)],
  ];
}

/** What a team is called. @param {State} state @param {number} team */
export const team = ({ mode }, team) =>
  t(mode === "battle_of_the_couples" ? "tapecho.couple" : `tapecho.team_${team}`, { n: team + 1 });

/** One player's place. @param {Scene} scene @param {number} seat */
export function place(scene, seat) {
  const { state, view } = scene;
  const { assets, handicaps, hand, hand_size: n, role, score } = at(state, seat);
  const { card, target } = planned(scene);
  const lit = target === null && targets(scene, card).includes(seat);
  const found = facts(scene, seat);
  return h(
    "section",
    {
      class: `tp-place ${lit ? "lit" : ""} ${view.status === "active" && view.awaiting.includes(seat) ? "tp-turn" : ""}`,
      key: `place-${seat}`,
      "data-seat": seat,
      style: { "--seat": `var(--seat-${seat % 10})` },
      onclick: () => (card === null || target !== null ? look(scene, seat) : touchSeat(scene, card, seat)),
    },
    h(
      "button",
      { class: "tp-who", "data-legal": lit && "target" },
      withSpokenText(
        lit ? t("tapecho.lay_here", { about: words(scene, seat) }) : words(scene, seat),
        h("span", { class: "tp-player" }, seatIcon(seat), h("b", null, scene.name(seat)), sign(role)),
        h("b", { class: "tp-score" }, signed(score)),
        h("small", null, presence(scene, seat), t("tapecho.cards", { n })),
      ),
    ),
    lit && h("span", { class: "tp-here", "aria-hidden": "true" }, t("tapecho.here")),
    found.length > 0 &&
      h(
        "ul",
        { class: "bare tp-badges" },
        found.map(([what, text]) => h("li", null, sign(what), text)),
      ),
    h(
      "div",
      { class: "tp-lies" },
      [assets, handicaps].map((cards) =>
        h(
          "div",
          { class: "tp-side" },
          cards.map((one) => lying(scene, seat, one)),
        ),
      ),
    ),
    (seat !== scene.me || state.phase === "over") &&
      hand &&
      h(
        "div",
        { class: "tp-open" },
        h("small", null, t("tapecho.open_hand")),
        hand.map((one) => pill(one, state.context)),
      ),
  );
}

/** As in the row of seats, which a small screen has no room for. @param {Scene} scene @param {number} seat */
function presence({ view }, seat) {
  const { kind, left, level, present } = /** @type {any} */ (view.seats[seat]);
  return (
    seat !== view.viewer &&
    `${t(left ? "left" : kind === "bot" ? `level_${level}` : present ? "present" : "absent")} · `
  );
}

/** A card in front of a player; one that an attack may take can be touched. @param {Scene} scene @param {number} seat @param {Card} one */
function lying(scene, seat, one) {
  const { card, target } = planned(scene);
  const prize = card !== null && target === seat && prizes(scene, card, seat).includes(one.id);
  const take = (/** @type {Event} */ click) => (click.stopPropagation(), prize && lay(scene, card, seat, one.id));
  return pill(one, scene.state.context, {
    key: `card-${one.id}`,
    "data-moves": true,
    ...(prize && { class: `tp-pill tp-${one.kind} lit`, "data-legal": "prize", onclick: take }),
  });
}

/** What holds for a player, as words with a sign. @param {Scene} scene @param {number} seat @returns {any[][]} */
function facts({ state, name, me }, seat) {
  const {
    attacked_by: by,
    hungover,
    open_hand: open,
    skips,
    team: own,
    team_score: score,
    team_total: total,
  } = at(state, seat);
  const [alone, mate] = [state.mode === "classic", me !== null && me !== seat && at(state, me).team === own];
  const sums = [
    !alone && t(mate ? "tapecho.with_you" : "tapecho.team_score", { team: team(state, own), score: signed(score) }),
    state.games > 1 && t("tapecho.total", { total: signed(total) }),
  ];
  const lies = state.attacks.filter(({ target }) => target === seat);
  return [
    [alone ? "asset" : "mixed", sums.filter(Boolean).join(" · ")],
    ["stood_up", skips > 0 && t("tapecho.skips", { n: skips })],
    ["hangover", hungover && t("tapecho.is_hungover")],
    ["big_reveal", open && t("tapecho.is_open")],
    ...lies.map(({ card, by }) => [card.attack, t("tapecho.lies", { card: title(card), name: name(by) })]),
    ["defence", by !== null && lies.length === 0 && t("tapecho.attacked_by", { name: name(by) })],
  ].filter(([, text]) => text);
}

/** A player in words. @param {Scene} scene @param {number} seat */
function words(scene, seat) {
  const { role, score, hand_size: n, assets, handicaps } = at(scene.state, seat);
  const told = {
    name: scene.name(seat),
    role: t(`tapecho.role.${role}`),
    score: signed(score),
    assets: assets.length,
    handicaps: handicaps.length,
  };
  return [t("tapecho.player", told), t("tapecho.cards", { n }), ...facts(scene, seat).map(([, text]) => text)].join(
    ", ",
  );
}

/** Say all about a player. No dialog: a touch meant to lay a card may come just after the choice of it was undone. @param {Scene} scene @param {number} seat */
function look(scene, seat) {
  const { assets, handicaps } = at(scene.state, seat);
  scene.notify([words(scene, seat), ...[...assets, ...handicaps].map(named)].join(" · "));
}
