import type { Scene as AnyScene } from "../../types.js";

export interface Card { id: number; kind: string; name: string; name_fr: string; role?: string; value?: number | null; spot?: string | null; attack?: string | null }

export interface Suitor {
  seat: number; role: string; team: number; hand_size: number; hand: Card[] | null; assets: Card[]; handicaps: Card[]; score: number; team_score: number;
  total: number; team_total: number; skips: number; hungover: boolean; open_hand: boolean; attacked_by: number | null;
}

export interface Laid { card: Card; target: number; asset: number | null; defended: boolean; out_of_context: Card | null; out_of_context_by: number | null }

export interface Reaction { type: string; against: number; seats: number[] }

export interface OpenWindow { by: number; cards: Laid[]; reactions: Reaction[]; passed: number[]; next_player: number; held_up: boolean }

export interface Tally { table: number; benefits: number; hand: number }

/** What of the state in the view is drawn; the service's page of the game says what each part means. */
export interface State {
  phase: string; game: number; games: number; mode: string; context: Card; turn: number; seats: Suitor[]; window: OpenWindow | null; drawn_cards: Card[] | null;
  attacks: { card: Card; by: number; target: number; until: string }[]; pile: number; pit: Card[]; quiet_turns: number; quiet_limit: number;
  shown: { seat: number; cards: Card[] }[]; sheet: { game: number; context: Card; tallies: Tally[]; scores: number[]; winners: number[] }[];
}

/** One card in front of one seat; `asset`: what the attack takes. */
export interface Lay { type: string; card: number; target: number; asset: number | null }

/** What is being put together. `card`: whose target is being chosen; `target`: whose asset is. */
export interface Plan { lays: Lay[]; card: number | null; target: number | null }

export type Scene = AnyScene<State, Partial<Plan>>;
