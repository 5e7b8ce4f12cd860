/** A new Idempotency-Key. Pages that came neither by https nor from localhost have no randomUUID. */
export function newKey(): `${string}-${string}-${string}-${string}-${string}`;
/**
 * Play on a Ludotheque service, from a browser or from node 20: typed calls, retries, and a live table.
 * It has no dependencies and needs no build step. README.md shows how it is used.
 *
 * @import { Acted, ActionOf, Asking, Calls, Engine, EventOf, Problem, State } from "./types.js"
 * @import { TableOptions, Tag, Times, ViewOf } from "./types.js"
 */
/** Milliseconds, for all that waits. @type {Times} */
export const TIMES: Times;
/** A refusal, with what the service said about it; `code` is empty if something else on the way has refused. */
export class Refusal extends Error {
    /** @param {number} status @param {Partial<Problem>} problem @param {number} retryAfter in seconds, 0 if not told */
    constructor(status: number, problem: Partial<Problem>, retryAfter: number);
    status: number;
    retryAfter: number;
    problem: Partial<{
        type: string;
        title: string;
        status: number;
        detail: string;
        code: string;
        errors?: {
            [key: string]: unknown;
        };
        reason?: string;
        version?: number;
    }>;
    code: string;
    reason: string | undefined;
    detail: string | undefined;
    errors: {
        [key: string]: unknown;
    } | undefined;
    version: number | undefined;
}
export function etag(tag: Tag): string;
declare const Ludotheque_base: new () => Calls;
/** The service at one address. A refusal is thrown as `Refusal`; any other error means that no answer came. */
export class Ludotheque extends Ludotheque_base {
    /**
     * @param {string} [base] such as `http://localhost:8000`; without it a page asks the service it came from
     * @param {{ apiKey?: string, language?: string, fetch?: typeof globalThis.fetch, times?: Partial<Times> }} [options]
     *   `language`: what answers are to be in, such as `fr`; without it a browser asks for its own
     */
    constructor(base?: string, { apiKey, language, fetch, times }?: {
        apiKey?: string;
        language?: string;
        fetch?: typeof globalThis.fetch;
        times?: Partial<Times>;
    });
    times: any;
    /**
     * A table that is followed live. In TypeScript, `table<"zoky">(…)` has the types of this game.
     * @template {Engine} [E=Engine] @param {string} id @param {TableOptions} [options] @returns {Table<E>}
     */
    table<E extends Engine = "dragon_fights" | "tapecho" | "tchang" | "tokyo_poo_divers" | "zoky">(id: string, options?: TableOptions): Table<E>;
    /**
     * One request, sent once. The answer is as it came.
     * @param {string} method @param {string} path @param {Asking} asked @param {{ body?: unknown, accept?: string }} sent
     */
    request(method: string, path: string, { token, key, ifMatch, ifNoneMatch, signal, patience, ...query }: Asking, { body, accept }: {
        body?: unknown;
        accept?: string;
    }): Promise<Response>;
    /**
     * One call, sent again as long as its failure may pass.
     * @param {string} method @param {string} path @param {Asking} [asked]
     * @param {{ body?: unknown, text?: boolean, again?: boolean }} [sent] @returns {Promise<any>}
     */
    call(method: string, path: string, asked?: Asking, { body, text, again }?: {
        body?: unknown;
        text?: boolean;
        again?: boolean;
    }): Promise<any>;
    #private;
}
/**
 * What listeners are told, by kind. `end`: the refusal that has ended the table; null if it was closed or is over.
 * @template {Engine} E
 * @typedef {{ event: EventOf<E>, view: ViewOf<E>, state: State, end: Refusal | null }} Told
 */
/**
 * A table that is followed live: its newest view, what this seat may do, and every event once and in order.
 *
 * It reads the event stream with `fetch`. EventSource hides the comment lines, so a quiet game looks like a proxy that
 * lets nothing through, and the status, so a 401 looks like a lost network. It cannot send a token; node 20 has none.
 *
 * When an event is told, `view` is at least as new as the event. A view is told after every event up to it.
 * @template {Engine} [E=Engine]
 */
export class Table<E extends Engine = "dragon_fights" | "tapecho" | "tchang" | "tokyo_poo_divers" | "zoky"> {
    /** @param {Ludotheque} api @param {string} id @param {TableOptions} [options] */
    constructor(api: Ludotheque, id: string, { token, after, ...asked }?: TableOptions);
    /** The newest view; null until the first has come. @type {ViewOf<E> | null} */
    view: ViewOf<E> | null;
    /** Every event told so far. @type {EventOf<E>[]} */
    events: EventOf<E>[];
    /** What it is doing. @type {State} */
    state: State;
    /** The refusal that has ended it. @type {Refusal | null} */
    error: Refusal | null;
    id: string;
    /** The `seq` of the last event told. Keep it, and give it as `after` to go on where this table stopped. */
    last: number;
    /** What this seat may do; undefined for spectators. */
    get legal(): {
        version: number;
        types: ("gesture" | "flip" | "take" | "relocate")[];
        actions: import("./openapi.js").components["schemas"]["DragonFightsAction"][];
        truncated: boolean;
    } | {
        version: number;
        types: ("asset" | "handicap" | "attack" | "pair" | "exchange" | "keep" | "defend" | "out_of_context" | "pass")[];
        actions: import("./openapi.js").components["schemas"]["TapechoAction"][];
        truncated: boolean;
    } | {
        version: number;
        types: ("move" | "share" | "pass" | "end_turn" | "concede" | "solve_riddle" | "decline_riddle")[];
        actions: import("./openapi.js").components["schemas"]["TchangAction"][];
        truncated: boolean;
    } | {
        version: number;
        types: ("dive" | "bank" | "risk" | "peek" | "decline_peek")[];
        actions: import("./openapi.js").components["schemas"]["TokyoPooDiversAction"][];
        truncated: boolean;
    } | {
        version: number;
        types: ("place" | "throw" | "ready" | "kick" | "decline_kick" | "lieutenant")[];
        actions: import("./openapi.js").components["schemas"]["ZokyAction"][];
        truncated: boolean;
    } | undefined;
    /** The service's clock in milliseconds: `Date.parse(table.view.deadline) - table.now()` is the time that is left. */
    now(): number;
    /**
     * Act once, however often this has to be sent. Its events and its view are told like all others, and only once.
     * @param {ActionOf<E>} action @param {Asking} [options]
     */
    act(action: ActionOf<E>, options?: Asking): Promise<Acted<E>>;
    /**
     * Be told each `event`, `view` and `state`, and the `end`. What was told before is told at once: every event, and the
     * newest of the others. Returns what ends this.
     * @template {keyof Told<E>} Kind @param {Kind} kind @param {(told: Told<E>[Kind]) => void} listener
     */
    on<Kind extends keyof Told<E>>(kind: Kind, listener: (told: Told<E>[Kind]) => void): () => undefined;
    /** The newest view, whenever there is a newer one, until the end. A refusal is thrown. */
    views(): AsyncGenerator<ViewOf<E>, void, unknown>;
    /** Stop following. */
    close(): void;
    /** Every event of this table, also those told before, until the end. A refusal is thrown. */
    [Symbol.asyncIterator](): AsyncGenerator<EventOf<E>, void, unknown>;
    #private;
}
/**
 * What listeners are told, by kind. `end`: the refusal that has ended the table; null if it was closed or is over.
 */
export type Told<E extends Engine> = {
    event: EventOf<E>;
    view: ViewOf<E>;
    state: State;
    end: Refusal | null;
};
import type { Problem } from "./types.js";
import type { Tag } from "./types.js";
import type { Calls } from "./types.js";
import type { Engine } from "./types.js";
import type { TableOptions } from "./types.js";
import type { ViewOf } from "./types.js";
import type { EventOf } from "./types.js";
import type { ActionOf } from "./types.js";
export {};
