/** The types that the page's modules share. All of the API's come from openapi.d.ts, which is generated. */

import type { components } from "../clients/javascript/openapi.js";
import type { Table } from "./ludotheque.js";
import type { Children } from "./ui/dom.js";
import type { Chance } from "./verify.js";

export type { Attributes, Children } from "./ui/dom.js";
export type { MessageParams } from "./ui/i18n.js";
export type { Chance } from "./verify.js";
export type Schemas = components["schemas"];

/** Everything in a value is there: the page always asks for a view with its whole content. */
export type Complete<Value> = Value extends (infer Item)[]
  ? Complete<Item>[]
  : Value extends object
    ? { [Name in keyof Value]-?: Complete<Exclude<Value[Name], undefined>> }
    : Value;

/** The slug of a game, and what the API says of that game. Without a slug: of any game. */
export type Engine = Schemas["GameView"]["engine"];
export type ViewOf<E extends Engine = Engine> = Extract<Schemas["GameView"], { engine: E }>;
export type StateOf<E extends Engine = Engine> = Complete<NonNullable<ViewOf<E>["state"]>>;
export type ActionOf<E extends Engine = Engine> = NonNullable<ViewOf<E>["legal"]>["actions"][number];
export type EventOf<E extends Engine = Engine> = Extract<Schemas["EventList"], { engine: E }>["events"][number];

/** Fills its host; what it returns is called when the page is left. */
export type Page = (host: HTMLElement, parameter: string) => () => void;

/** What happened, in words: a line of the log. */
export type LogLine = { seq: number; seat: number | null; text: string };

/** What the page of a table remembers as long as it is open. The modules in table/ share it. */
export interface TableState {
  id: string;
  /** The element that the page fills. */
  host: HTMLElement;
  /** The table as the client follows it, for one seat at a time. */
  live: Table;
  /** Which of the tokens that this browser holds is used; -1: none, a spectator. */
  tokenIndex: number;
  /** The seat of each of these tokens, where there are several. */
  localSeats: number[];
  /** The table of the game, and what the service says of the game: both are there before the first view is. */
  game: GameTable;
  engine: Schemas["EngineDetail"];
  /** What only a table before the start needs, and only one after the end; loaded then. */
  lobby?: typeof import("./table/lobby.js").lobby;
  gameOver?: typeof import("./table/game_over.js").gameOver;
  /** The view that is drawn, null before the first; older than the newest while events are shown. */
  view: ViewOf | null;
  log: LogLine[];
  /** What the visitor is putting together. */
  selection: object;
  /** An action was sent, and its response is not there yet. */
  sending: boolean;
  /** The reactions that the visitor has used or does not want, as JSON: the bar stays away until there are others. */
  dismissedReactions: string[];
  /** The replay of a finished game. */
  replay: { step: number; states: StateOf[] } | null;
  /** Draw the page. */
  draw(): void;
  /** Show the seat of another token; without a number, of the newest one. */
  showSeat(tokenIndex?: number): void;
}

/** The same once the first view is there. */
export type LoadedTableState = TableState & { view: ViewOf };

/** What a table is drawn from. Everything in it is what the viewer may know. */
export interface Scene<
  E extends Engine = Engine,
  Selection extends object = object,
  State = StateOf<E>,
  Action extends { type: string } = ActionOf<E>,
> {
  view: ViewOf<E>;
  /** The state in the view. During a replay, the state of the step that is shown. */
  state: State;
  /** The viewer's seat; null for a spectator and during a replay. */
  me: number | null;
  /** What the viewer may do now; nothing for spectators, while a response is awaited, and during a replay. */
  legal: Action[];
  types: Action["type"][];
  /** Whether the list of legal actions is not complete. */
  truncated: boolean;
  /** An action was sent, and its response is not there yet. */
  sending: boolean;
  /** What the visitor is putting together; empty again after each action that is sent. */
  selection: Selection;
  /** Change what is being put together, and draw again. */
  select(changes: Partial<Selection>): void;
  /** Take an action. If it is not legal, the service says why, and that is shown: so anything may be touched. */
  send(action: Action): void;
  /** The legal actions of one type. */
  legalOf<Type extends Action["type"]>(type: Type): Extract<Action, { type: Type }>[];
  /** A player's name; "" for the whole table. */
  name(seat: number | null): string;
  /** The service's clock, in milliseconds. */
  now(): number;
  /** Show a short message. */
  notify(text: string): void;
}

/** The table of one game: games/<slug>/table.js exports it as `table`; its texts are in games/<slug>/messages/. */
export interface GameTable<AnyScene = Scene, Action = ActionOf, Event = EventOf, State = StateOf> {
  /** The board, and the viewer's own things below it. Elements with a `key` keep their identity. */
  draw(scene: AnyScene): Children;
  /** What an event means, in words; "" if it needs none. */
  describeEvent(event: Event, scene: AnyScene): string;
  /** An action in words, for the list of all legal actions. */
  describeAction(action: Action, scene: AnyScene): string;
  /** Whether an action out of turn is a reaction, so that it is offered in a bar. Left out: all are. */
  isReaction?(action: Action): boolean;
  /** One line over the board: what the viewer has to do now. Left out: "Your turn". */
  prompt?(scene: AnyScene): string;
  /** What the game shows of a seat beside its name: points, cards in hand… */
  seatSummary?(seat: number, scene: AnyScene): Children;
  /** What a part of a score is called. Left out: its name. */
  scorePart?(name: string): string;
  /** Load the game's reducer. With it a finished game can be replayed step by step. */
  loadReducer?(): Promise<Reducer<State, Event>>;
  /** Load the game's animations. Left out: pieces with a key move by themselves. */
  loadAnimations?(): Promise<Animations<AnyScene, Event>>;
  /** Load what deals the game again from its seed. With it the check of a record looks at the draws too. */
  loadDeal?(): Promise<{ checkDraws: CheckDraws<any, Event> }>;
}

/** Checks that the events of a game show what is drawn in it; `chance` begins with the game's first draw. */
export type CheckDraws<GameRecord = Schemas["Record"], Event = EventOf> = (
  chance: Chance,
  record: GameRecord,
  log: Event[],
) => { what: string; right: boolean }[];

export interface Animations<AnyScene = Scene, Event = EventOf> {
  /** Animate an event on the board as it was before, in at most 400 ms. */
  animate(event: Event, scene: AnyScene, board: HTMLElement): Promise<unknown> | void;
}

/** Computes the states of a game from its events alone. */
export interface Reducer<State = StateOf, Event = EventOf> {
  /** The state when the game began, from its first events and its last state (for what never changes). */
  initialState(events: Event[], last: State, seats: number): State;
  /** Change the state as this event says. */
  reduce(state: State, event: Event): void;
}

/** A function for each type of event or action; see table/dispatch.js. */
export type Handlers<Item extends { type: string }, Rest extends unknown[], Result> = {
  [Type in Item["type"]]?: (item: Extract<Item, { type: Type }>, ...rest: Rest) => Result;
};
