import type { ActionOf, EventOf, GameTable, Reducer, Scene as AnyScene, StateOf } from "/web/types.js";

/** A place on the board. The generated types call it a list of numbers. */
export type Cell = [row: number, column: number];
type WithCells<Value> = Value extends number[]
  ? Cell
  : Value extends (infer Item)[]
    ? WithCells<Item>[]
    : Value extends object
      ? { [Name in keyof Value]: WithCells<Value[Name]> }
      : Value;

export type State = WithCells<StateOf<"tokyo_poo_divers">>;
export type Action = WithCells<ActionOf<"tokyo_poo_divers">>;
export type Event = WithCells<EventOf<"tokyo_poo_divers">>;
export type Direction = NonNullable<NonNullable<State["diver"]>["facing"]>;
export type Face = NonNullable<State["peeks"][number]["face"]>;
/** A face as the board shows it. */
export type Letter = "F" | "X" | "Z";
export type Purse = State["bank"];

/** `aim`: what the next touch would do; `sent`: what was sent last. */
export type Selection = { aim?: Action | null; sent?: Action };
export type Scene = AnyScene<"tokyo_poo_divers", Selection, State, Action>;
export type Table = GameTable<Scene, Action, Event, State>;
export type DiversReducer = Reducer<State, Event>;
