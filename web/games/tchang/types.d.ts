import type { Scene } from "../../types.js";
import type { reading } from "./selection.js";

/** A corner in plain numbers, or an exact number: [a, b] is a + b·√2. */
export type Pair = [number, number];
/** A corner in exact numbers. */
export type Corner = [Pair, Pair];
export type Placed = { piece: string; x: Pair; y: Pair; rotation: number; flip: boolean };
export type Figure = { name: string; outlines: Corner[][]; drawing: Pair[][] };
export type Pawn = { pawn: number; seat: number; square: number; fireflies: number; bitten: boolean };
export type Square = { id: number; x: number; y: number; kind: string; colour: string | null };
export type Map = { squares: Square[]; edges: Pair[] };

export type State = {
  phase: string; turn: number; pawns: Pawn[]; reserve: number; stones: number[]; animals: number[]; tangrams: number;
  statues: { square: number; figure: string | null }[]; stones_by_face: { face: number; hidden: number; total: number }[];
  dragons: { [colour: string]: number }; exit: { dragon: string; square: number; open: boolean } | null;
  shares_left: number; idle_turns: number; idle_limit: number; concede_votes: number[]; ending: string | null;
  riddle: { declined: number[]; solver: number | null; solved: string | null; pieces: Placed[]; figures: Figure[] } | null;
  difficulty: string; rules: { fireflies: number; animals: number; tangram_bonus: boolean; placement: string }; map: Map;
};

export type Share = { from: number; to?: number; amount: number };
/** The figure that is tried, the pieces laid for each figure, and which of them was touched last. */
export type Desk = { figure: string; pieces: { [figure: string]: Placed[] }; held: number };
export type Hand = { pawn?: number; aim?: number; share?: Share; giving_up?: boolean; desk?: Desk };
export type Tomb = Omit<Scene<State, Hand>, "send"> & { send(action: object): void };
export type Turn = ReturnType<typeof reading>;
