import type { ActionOf, EventOf, GameTable, Reducer, Scene as AnyScene, Schemas, ViewOf } from "/web/types.js";

/** A card with its content: the page always asks for it. */
export type Card = Schemas["TapechoCard"] & Required<Pick<Schemas["TapechoCard"], "kind" | "name">>;
type WithCards<Value> = Value extends Schemas["TapechoCard"]
  ? Card
  : Value extends (infer Item)[]
    ? WithCards<Item>[]
    : Value extends object
      ? { [Name in keyof Value]: WithCards<Value[Name]> }
      : Value;

export type State = WithCards<NonNullable<ViewOf<"tapecho">["state"]>>;
export type Action = ActionOf<"tapecho">;
export type Event = WithCards<EventOf<"tapecho">>;
/** A player. */
export type Suitor = State["seats"][number];
export type Attack = State["attacks"][number];
/** The time to react to cards that were laid. */
export type OpenWindow = NonNullable<State["window"]>;
export type LaidCard = OpenWindow["cards"][number];
export type Reaction = OpenWindow["reactions"][number];
export type Tally = State["sheet"][number]["tallies"][number];
/** An action that reacts to a card. */
export type ReactionAction = Extract<Action, { type: "defend" | "out_of_context" }>;

/** One card in front of one seat; `asset`: what the attack takes. */
export interface Lay {
  type: "asset" | "handicap" | "attack";
  card: number;
  target: number;
  asset: number | null;
}

/** What is being put together. `card`: whose target is being chosen; `target`: whose asset is. */
export interface Plan {
  lays: Lay[];
  card: number | null;
  target: number | null;
}

export type Scene = AnyScene<"tapecho", Partial<Plan>, State, Action>;
export type Table = GameTable<Scene, Action, Event, State>;
export type TapechoReducer = Reducer<State, Event>;
