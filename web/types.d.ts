import type { Action, GameEvent, GameView } from "../clients/javascript/types.js";
import type { Table } from "./ludotheque.js";
import type { Children } from "./ui/dom.js";

/** Fills its host; what it gives back ends it. */
export type Page = (host: HTMLElement, place: string) => () => void;

/** What happened, in words: a line of the log. */
export type Line = { seq: number; seat: number | null; text: string };

/** What the page of a table remembers as long as it is open. The modules in table/ share it. */
export interface Sitting {
  id: string;
  /** The element that the page fills. */
  host: HTMLElement;
  /** The table as the client follows it, for one seat at a time. */
  live: Table;
  /** Which of the tokens that this browser holds is used; -1: none, a spectator. */
  shown: number;
  /** The seat of each of these tokens, where there are several. */
  seats: number[];
  /** The table of the game, and what the service says of the game: both are there before the first view is. */
  game: GameTable;
  engine: any;
  /** What only a table before the start needs, and only one after the end; loaded then. */
  lobby?: typeof import("./table/lobby.js").lobby;
  finish?: typeof import("./table/game_over.js").finish;
  /** The view that is drawn, null before the first; older than the newest while events are told. */
  view: any;
  lines: Line[];
  /** What the visitor is putting together. */
  hand: object;
  /** An action was sent, and its answer is not there yet. */
  sending: boolean;
  /** The reactions that the visitor has answered or does not want, as JSON: the bar stays away until there are others. */
  dismissed: string[];
  /** The finished game, seen again. */
  replay: { step: number; states: any[] } | null;
  /** Draw the page. */
  draw(): void;
  /** Show the seat of another token; without a number, of the one that came last. */
  sit(number?: number): void;
}

/** What a table is drawn from. Everything in it is what the viewer may know. */
export interface Scene<State = any, Hand = any> {
  view: GameView;
  /** The state in the view. During a replay, the table as it was. */
  state: State;
  /** The viewer's seat; null for a spectator and during a replay. */
  me: number | null;
  /** What the viewer may do now; nothing for spectators, while an answer is awaited, and during a replay. */
  legal: Action[];
  types: string[];
  /** Whether the list of legal actions is not complete. */
  truncated: boolean;
  /** An action was sent, and its answer is not there yet. */
  sending: boolean;
  /** What the visitor is putting together; empty again after each action that is sent. */
  hand: Hand;
  /** Change what is being put together, and draw again. */
  put(news: Partial<Hand>): void;
  /** Take an action. If it is not legal, the service says why, and that is shown: so anything may be touched. */
  send(action: Action): void;
  /** The legal actions of one type. */
  can(type: string): any[];
  /** A player's name; "" for the whole table. */
  name(seat: number | null): string;
  /** The service's clock, in milliseconds. */
  now(): number;
  /** Say something for a moment. */
  note(text: string): void;
}

/** The table of one game: games/<slug>/table.js exports it as `table`; its words are in games/<slug>/words/. */
export interface GameTable {
  /** The board, and the viewer's own things below it. Elements with a `key` keep their identity. */
  draw(scene: Scene): Children;
  /** What an event means, in words; "" if it needs none. */
  tell(event: GameEvent, scene: Scene): string;
  /** An action in words, for the list of all legal actions. */
  label(action: Action, scene: Scene): string;
  /** Animate an event on the board as it was before, in at most 400 ms. Left out: pieces with a key travel by themselves. */
  play?(event: GameEvent, scene: Scene, board: HTMLElement): Promise<unknown> | void;
  /** Whether an action out of turn answers something, so that it is offered in a bar. Left out: all do. */
  reacts?(action: Action): boolean;
  /** One line over the board: what I am asked to do now. Left out: "Your turn". */
  prompt?(scene: Scene): string;
  /** A part of a seat's plate: points, cards in hand… */
  plate?(seat: number, scene: Scene): Children;
  /** What a part of a score is called. Left out: its name. */
  part?(name: string): string;
  /** Load the game's ear. With it a finished game can be seen again step by step. */
  ear?(): Promise<Ear>;
}

/** Follows a game by its events alone. */
export interface Ear {
  /** The state when the game began, from its first events and its last state (for what never changes). */
  opening(events: GameEvent[], last: any, seats: number): any;
  /** Change the state as this event tells. */
  hear(state: any, event: GameEvent): void;
}
