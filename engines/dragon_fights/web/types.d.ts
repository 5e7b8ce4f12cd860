import type { ActionOf, EventOf, GameTable, Reducer, Scene as AnyScene, StateOf } from "/web/types.js";

export type State = StateOf<"dragon_fights">;
export type Action = ActionOf<"dragon_fights">;
export type Event = EventOf<"dragon_fights">;
export type Dragon = State["dragons"][number];
export type Stone = State["stones"][number];
export type Square = State["map"]["squares"][number];
export type Gesture = NonNullable<State["your_gesture"]>;
/** An animal, or the number of fireflies on a stone. */
export type Face = NonNullable<Stone["face"]>;

/** `from`: the stone that is to be put back; `sent`: what was pressed last. */
export type Selection = { from?: number | null; sent?: Gesture | number };
export type Scene = AnyScene<"dragon_fights", Selection>;
export type Table = GameTable<Scene, Action, Event, State>;
export type DragonFightsReducer = Reducer<State, Event>;
