// What `engine` and `type` tell the compiler. Where it must object (`@ts-expect-error`), its silence is an error.
import type { act, create, join, list, look, read, Schemas } from "./calls.js";

type Answer<Call extends (...sent: never[]) => unknown> = Awaited<ReturnType<Call>>;

/** An event in words. A type without a case would not be a `never` at the end. */
export function told(event: Schemas["TokyoPooDiversEvent"]): string {
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
      // @ts-expect-error: what was forfeited is said when somebody is paid
      event.data.forfeited;
      return `Row ${event.data.cell[0]}: a ${event.data.face}, the turn is worth ${event.data.points}.`;
    case "paid":
      // @ts-expect-error: nobody is paid at a cell
      event.data.cell;
      return `${event.data.points - event.data.forfeited} points (${event.data.why}).`;
    case "peeked":
      return `Under ${event.data.cell.join()} there is ${event.data.face ?? "something"}.`;
    default:
      throw new Error(`no case for ${JSON.stringify(event satisfies never)}`);
  }
}

/** A view, and a view inside of an answer. */
export function views(shown: Answer<typeof look>, acted: Answer<typeof act>, joined: Answer<typeof join>): unknown[] {
  const seen: unknown[] = [];
  for (const view of [shown, acted.game, joined.game]) {
    if (view.engine === "zoky") {
      seen.push(view.state?.day, view.options.throw_odds?.belly);
      // @ts-expect-error: a board is of another game
      seen.push(view.state?.board);
      // @ts-expect-error: so is a layout
      seen.push(view.options.layout);
    } else if (view.engine === "tokyo_poo_divers") {
      seen.push(view.state?.board, view.options.layout);
      // @ts-expect-error: Zoky has days
      seen.push(view.state?.day);
    }
  }
  return seen;
}

/** Also the answers themselves say which game they are of. */
export function answers(made: Answer<typeof create>, acted: Answer<typeof act>, joined: Answer<typeof join>): unknown {
  if (made.engine === "tchang") return [made.host_token, made.state?.pawns];
  if (joined.engine === "tapecho") return joined.game.options.reaction_seconds;
  if (acted.engine === "zoky") {
    // @ts-expect-error: nobody dives in Zoky
    acted.events.some((event) => event.type === "cover_opened");
    return acted.events.map((event) => (event.type === "placed" ? event.data.placements : event.seat));
  }
  return acted.events;
}

/** What is listed is of one game. */
export function offers(listed: Answer<typeof list>, shown: Answer<typeof look>): unknown {
  if (listed.engine === "dragon_fights") {
    // @ts-expect-error: nobody kicks a dragon
    listed.actions.find((action) => action.type === "kick");
    return listed.actions.map((action) => (action.type === "gesture" ? action.gesture : action.type));
  }
  if (shown.engine === "zoky") return shown.legal?.actions.map((action) => action.type === "kick" && action.target);
  return listed.types;
}

/** A page of the log is of one game, too. */
export function pages(page: Answer<typeof read>): unknown {
  if (page.engine !== "tokyo_poo_divers") return page.next_after;
  return page.events.map(told);
}

export const MISTAKES: Schemas["NewGame"][] = [
  // @ts-expect-error: Zoky has no layout
  { engine: "zoky", seats: [{}, {}], options: { layout: "donut" } },
  // @ts-expect-error: no layout has this name
  { engine: "tokyo_poo_divers", seats: [{}, {}], options: { layout: "doughnut" } },
  // @ts-expect-error: nor has a game
  { engine: "ludo", seats: [{}, {}] },
];
