/** The players around the table: what lies in front of each, and what holds for them. */

/** @import { Card, Scene } from "./types.js" */

import { classes, h, seatIcon, seatStatus, t, withSpokenText } from "/web/kit.js";
import { cardLabel, cardName, cardPill, formatSigned, suitorAt } from "./cards.js";
import { icon } from "./icons.js";
import { teamName } from "./score_sheet.js";
import { addLay, assetsToTake, planned, targetSeats, touchSeat } from "./selection.js";

/** The others, clockwise from the one at the bottom. @param {Scene} scene @returns {[string, number[]][]} */
export function seatsBySide(scene) {
  const seats = scene.state.seats.length;
  const others = Array.from({ length: seats - 1 }, (_, number) => ((scene.me ?? 0) + 1 + number) % seats);
  const top = seatsAtTop(seats);
  const side = (others.length - top) / 2;
  return [
    ["left", others.slice(0, side)],
    ["top", others.slice(side, side + top)],
    ["right", others.slice(side + top)],
  ];
}

/** How many of the others sit at the top, so that both sides have as many. @param {number} seats */
function seatsAtTop(seats) {
  if (seats % 2) return 2;
  return seats === 4 ? 1 : 3;
}

/** One player's place. @param {Scene} scene @param {number} seat */
export function playerPlace(scene, seat) {
  const { state, view } = scene;
  const { assets, handicaps, hand, hand_size: n, role, score } = suitorAt(state, seat);
  const { card, target } = planned(scene);
  const lit = target === null && targetSeats(scene, card).includes(seat);
  const badges = facts(scene, seat);
  return h(
    "section",
    {
      class: classes("tp-place", lit && "lit", view.status === "active" && view.awaiting.includes(seat) && "tp-turn"),
      key: `place-${seat}`,
      "data-seat": seat,
      style: { "--seat": `var(--seat-${seat % 10})` },
      onclick: () => (card === null || target !== null ? notifyAbout(scene, seat) : touchSeat(scene, card, seat)),
    },
    h(
      "button",
      { class: "tp-who", "data-legal": lit && "target" },
      withSpokenText(
        lit ? t("tapecho.lay_here", { about: playerText(scene, seat) }) : playerText(scene, seat),
        h("span", { class: "tp-player" }, seatIcon(seat), h("b", null, scene.name(seat)), icon(role)),
        h("b", { class: "tp-score" }, formatSigned(score)),
        h("small", null, presence(scene, seat), t("tapecho.cards", { n })),
      ),
    ),
    lit && h("span", { class: "tp-here", "aria-hidden": "true" }, t("tapecho.here")),
    badges.length > 0 &&
      h(
        "ul",
        { class: "bare tp-badges" },
        badges.map(([what, text]) => h("li", null, icon(what), text)),
      ),
    h(
      "div",
      { class: "tp-lies" },
      [assets, handicaps].map((cards) =>
        h(
          "div",
          { class: "tp-side" },
          cards.map((one) => tableCard(scene, seat, one)),
        ),
      ),
    ),
    (seat !== scene.me || state.phase === "over") &&
      hand &&
      h(
        "div",
        { class: "tp-open" },
        h("small", null, t("tapecho.open_hand")),
        hand.map((one) => cardPill(one, state.context)),
      ),
  );
}

/** As in the row of seats, which a small screen has no room for. @param {Scene} scene @param {number} seat */
function presence({ view }, seat) {
  const player = view.seats[seat];
  return player && seat !== view.viewer && `${seatStatus(player)} · `;
}

/** A card in front of a player; one that an attack may take can be touched. @param {Scene} scene @param {number} seat @param {Card} one */
function tableCard(scene, seat, one) {
  const { card, target } = planned(scene);
  const prize = card !== null && target === seat && assetsToTake(scene, card, seat).includes(one.id);
  const take = (/** @type {Event} */ click) => (click.stopPropagation(), prize && addLay(scene, card, seat, one.id));
  return cardPill(one, scene.state.context, {
    key: `card-${one.id}`,
    "data-moves": true,
    ...(prize && { class: `tp-pill tp-${one.kind} lit`, "data-legal": "prize", onclick: take }),
  });
}

/** What holds for a player, each with an icon. @param {Scene} scene @param {number} seat @returns {[icon: string, text: string][]} */
function facts({ state, name, me }, seat) {
  const {
    attacked_by: by,
    hungover,
    open_hand: open,
    skips,
    team: own,
    team_score: score,
    team_total: total,
  } = suitorAt(state, seat);
  const [alone, mate] = [state.mode === "classic", me !== null && me !== seat && suitorAt(state, me).team === own];
  const sums = [
    !alone &&
      t(mate ? "tapecho.with_you" : "tapecho.team_score", { team: teamName(state, own), score: formatSigned(score) }),
    state.games > 1 && t("tapecho.total", { total: formatSigned(total) }),
  ];
  const lies = state.attacks.filter(({ target }) => target === seat);
  /** @type {[icon: string, text: string | false][]} */
  const all = [
    [alone ? "asset" : "mixed", sums.filter(Boolean).join(" · ")],
    ["stood_up", skips > 0 && t("tapecho.skips", { n: skips })],
    ["hangover", hungover && t("tapecho.is_hungover")],
    ["big_reveal", open && t("tapecho.is_open")],
    ...lies.map(({ card, by }) => attackFact(card, name(by))),
    ["defence", by !== null && lies.length === 0 && t("tapecho.attacked_by", { name: name(by) })],
  ];
  return all.flatMap(([what, text]) => (text ? [[what, text]] : []));
}

/** An attack that lies in front of a player. @param {Card} card @param {string} name whose it is @returns {[icon: string, text: string]} */
const attackFact = (card, name) => [card.attack ?? "attack", t("tapecho.lies", { card: cardName(card), name })];

/** A player in words. @param {Scene} scene @param {number} seat */
function playerText(scene, seat) {
  const { role, score, hand_size: n, assets, handicaps } = suitorAt(scene.state, seat);
  const params = {
    name: scene.name(seat),
    role: t(`tapecho.role.${role}`),
    score: formatSigned(score),
    assets: assets.length,
    handicaps: handicaps.length,
  };
  return [t("tapecho.player", params), t("tapecho.cards", { n }), ...facts(scene, seat).map(([, text]) => text)].join(
    ", ",
  );
}

/** Show all about a player. No dialog: a touch meant to lay a card may come just after the choice of it was undone. @param {Scene} scene @param {number} seat */
function notifyAbout(scene, seat) {
  const { assets, handicaps } = suitorAt(scene.state, seat);
  scene.notify([playerText(scene, seat), ...[...assets, ...handicaps].map(cardLabel)].join(" · "));
}
