import type { ActionOf, EventOf, GameTable, Reducer, Scene as AnyScene, StateOf } from "/web/types.js";
import type { turnChoices } from "./selection.js";

/** A corner in plain numbers, or an exact number: [a, b] is a + b·√2. The generated types call it a list of numbers. */
export type Pair = [number, number];
/** A corner in exact numbers. */
export type Corner = [Pair, Pair];

type Raw = StateOf<"tchang">;
export type Square = Raw["map"]["squares"][number];
export type TombMap = { squares: Square[]; edges: number[][] };
export type Pawn = Raw["pawns"][number];
/** A piece of the tangram as it lies. */
export type Placed = Omit<NonNullable<Raw["riddle"]>["pieces"][number], "x" | "y"> & { x: Pair; y: Pair };
/** A figure to be laid. */
export type Figure = { name: string; outlines: Corner[][]; drawing: Pair[][] };
export type Riddle = Omit<NonNullable<Raw["riddle"]>, "pieces" | "figures"> & { pieces: Placed[]; figures: Figure[] };
export type State = Omit<Raw, "riddle"> & { riddle: Riddle | null };

type WithFigures<Event> = Event extends { type: "riddle_posed" }
  ? Omit<Event, "data"> & { data: { figures: Figure[] } }
  : Event extends { type: "riddle_solved" }
    ? Omit<Event, "data"> & { data: { figure: string; pieces: Placed[] } }
    : Event;
export type Action = ActionOf<"tchang">;
export type Event = WithFigures<EventOf<"tchang">>;

export type Share = { from: number; to?: number; amount: number };
/** The figure that is tried, the pieces laid for each figure, and which of them was touched last. */
export type Tangram = { figure: string; pieces: { [figure: string]: Placed[] }; active: number };
export type Selection = { pawn?: number; aim?: number; share?: Share; giving_up?: boolean; tangram?: Tangram };
export type Scene = AnyScene<"tchang", Selection, State, Action>;
export type TurnChoices = ReturnType<typeof turnChoices>;
export type Table = GameTable<Scene, Action, Event, State>;
export type TchangReducer = Reducer<State, Event>;
