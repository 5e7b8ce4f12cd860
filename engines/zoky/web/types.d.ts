import type { ActionOf, EventOf, GameTable, Reducer, Scene as AnyScene, StateOf } from "/web/types.js";

export type Action = ActionOf<"zoky">;
export type Event = EventOf<"zoky">;
/** In an action not every field is there, so the latest one keeps its own type. */
export type State = Omit<StateOf<"zoky">, "latest"> & { latest: { seat: number; action: Action } | null };
export type Chief = State["chiefs"][number];
/** A Quartier that is not settled yet, with the Zokus on it. */
export type Spot = State["table"][number];
export type Fight = NonNullable<State["fight"]>;
export type Zoku = Fight["street"][number];
/** A card with a Lieutenant. */
export type Lieutenant = Chief["face_up"][number];
export type LieutenantAction = Extract<Action, { type: "lieutenant" }>;
export type Target = Lieutenant["targets"][number];
export type Placement = Extract<Action, { type: "place" }>["placements"][number];

/** How many Zokus are to be placed on each Quartier, by its number. */
export type Plan = { [quartier: number]: number };
/** `card`: the Lieutenant that is looked at; `targets`: those chosen for it; `kicker`: which Zoku kicks. */
export type Selection = {
  plan?: Plan;
  card?: string | null;
  targets?: { [target in Target]?: number };
  kicker?: number;
};
export type Scene = AnyScene<"zoky", Selection, State, Action>;
export type Table = GameTable<Scene, Action, Event, State>;
export type ZokyReducer = Reducer<State, Event>;
