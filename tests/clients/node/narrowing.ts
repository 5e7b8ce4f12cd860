// What `engine` and `type` tell the compiler. Where it must object (`@ts-expect-error`), its silence is an error.
import type { act, create, join, list, look, read, Schemas } from "./calls.js";

type Result<Call extends (...sent: never[]) => unknown> = Awaited<ReturnType<Call>>;

/** Of which game this is. `engine` alone does not tell: that of a game installed tomorrow is a string like any other. */
export function isGame<Thing extends { engine: string }, Slug extends Schemas["NewGame"]["engine"]>(
  thing: Thing,
  engine: Slug,
): thing is Extract<Thing, { engine: Slug }> {
  return thing.engine === engine;
}

/** An event as text. A type without a case would not be a `never` at the end. */
export function describeEvent(event: Schemas["TokyoPooDiversEvent"]): string {
  switch (event.type) {
    case "game_created":
      return `A table of ${event.data.engine}.`;
    case "seat_taken":
      return `${event.data.name} sits down.`;
    case "seat_left":
    case "game_started":
    case "game_abandoned":
    case "turn_began":
    case "peek_declined":
      return `Seat ${event.seat}: ${event.type}`;
    case "game_finished":
      return `${event.data.outcome.winners.length} have won: ${event.data.outcome.reason}.`;
    case "covers_laid":
      return `${event.data.board.length} rows in the layout ${event.data.layout}.`;
    case "cover_opened":
      // @ts-expect-error: forfeits are in the event of a payment
      event.data.forfeited;
      return `Row ${event.data.cell[0]}: a ${event.data.face}, the turn is worth ${event.data.points}.`;
    case "paid":
      // @ts-expect-error: nobody is paid at a cell
      event.data.cell;
      return `${event.data.points - event.data.forfeited} points (${event.data.why}).`;
    case "peeked":
      return `Under ${event.data.cell.join()} there is ${event.data.face ?? "something"}.`;
    case "contest_began":
      return `Tied: ${event.data.tied.join()}.`;
    case "voted":
      return `Seat ${event.seat} votes for ${event.data.winner ?? "somebody"}.`;
    case "contest_decided":
      return `${event.data.ballots.length} votes: ${event.data.winner}.`;
    default:
      throw new Error(`no case for ${JSON.stringify(event satisfies never)}`);
  }
}

/** A view, and a view inside of a result. */
export function views(shown: Result<typeof look>, acted: Result<typeof act>, joined: Result<typeof join>): unknown[] {
  const seen: unknown[] = [];
  for (const view of [shown, acted.game, joined.game]) {
    if (isGame(view, "zoky")) {
      seen.push(view.state?.day, view.options.throw_odds?.belly);
      // @ts-expect-error: a board is of another game
      seen.push(view.state?.board);
      // @ts-expect-error: so is a layout
      seen.push(view.options.layout);
    } else if (isGame(view, "tokyo_poo_divers")) {
      seen.push(view.state?.board, view.options.layout);
      // @ts-expect-error: Zoky has days
      seen.push(view.state?.day);
    } else if (!isGame(view, "dragon_fights") && !isGame(view, "tapecho") && !isGame(view, "tchang")) {
      seen.push(view.version, view.seats[0]?.name, view.options.anything, view.legal?.actions[0]?.type);
      for (const [name, value] of Object.entries(view.state ?? {})) seen.push(name.length, value satisfies unknown);
      // @ts-expect-error: nobody knows what it is
      seen.push(view.state?.day.length);
    }
  }
  return seen;
}

/** The results themselves also have the engine of their game. */
export function results(made: Result<typeof create>, acted: Result<typeof act>, joined: Result<typeof join>): unknown {
  if (isGame(made, "tchang")) return [made.host_token, made.state?.pawns];
  if (isGame(joined, "tapecho")) return joined.game.options.reaction_seconds;
  if (isGame(acted, "zoky")) {
    // @ts-expect-error: nobody dives in Zoky
    acted.events.some((event) => event.type === "cover_opened");
    return acted.events.map((event) => (event.type === "placed" ? event.data.placements : event.seat));
  }
  return acted.events;
}

/** What is listed is of one game. */
export function offers(listed: Result<typeof list>, shown: Result<typeof look>): unknown {
  if (isGame(listed, "dragon_fights")) {
    // @ts-expect-error: nobody kicks a dragon
    listed.actions.find((action) => action.type === "kick");
    return listed.actions.map((action) => (action.type === "gesture" ? action.gesture : action.type));
  }
  if (isGame(shown, "zoky")) return shown.legal?.actions.map((action) => action.type === "kick" && action.target);
  return listed.types;
}

/** A page of the log is of one game, too. */
export function pages(page: Result<typeof read>): unknown {
  if (!isGame(page, "tokyo_poo_divers")) return page.next_after;
  return page.events.map(describeEvent);
}

export const MISTAKES: Schemas["NewGame"][] = [
  // @ts-expect-error: Zoky has no layout
  { engine: "zoky", seats: [{}, {}], options: { layout: "donut" } },
  // @ts-expect-error: no layout has this name
  { engine: "tokyo_poo_divers", seats: [{}, {}], options: { layout: "doughnut" } },
  // @ts-expect-error: nor has a game
  { engine: "ludo", seats: [{}, {}] },
];
