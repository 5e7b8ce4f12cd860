/**
 * Play on a Ludotheque service, from a browser or from node 20: typed calls, retries, and a live table.
 * README.md shows how it is used, and types.d.ts describes what calls take and return.
 *
 * @import { ActionOf, ActionResultOf, CallOptions, ClientOptions, ConnectionState, Content, Declaration, Engine } from "./types.js"
 * @import { ErrorClasses, EventOf, LegalOf, Operations, Problem, RetryPolicy, Retryable, TableOptions } from "./types.js"
 * @import { Tag, Timeouts, ViewOf } from "./types.js"
 */
/** @type {RetryPolicy} */
export const RETRY: RetryPolicy;
/** @type {Timeouts} */
export const TIMEOUTS: Timeouts;
/** Every operation of openapi.yaml. @type {Record<keyof Operations, Declaration>} */
export const OPERATIONS: Record<keyof Operations, Declaration>;
/** A call that has failed. */
export class LudothequeError extends Error {
    /** @param {string} message @param {ErrorOptions} [options] */
    constructor(message: string, options?: ErrorOptions);
    /** How often it was sent. */
    attempts: number;
    /** Its Idempotency-Key: the same call with it finds out whether it was done. @type {string | undefined} */
    key: string | undefined;
}
/** No response came; `cause` is the error of `fetch`. */
export class ConnectionFailed extends LudothequeError {
}
/** An error response. Each `code` of the service has a subclass; another server's code is `http_<status>`. */
export class ApiError extends LudothequeError {
    /** @param {number} status @param {Partial<Problem>} problem @param {number} retryAfter in seconds, 0 if not sent */
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
    /** @type {string} */
    code: string;
    reason: string | undefined;
    detail: string | undefined;
    errors: {
        [key: string]: unknown;
    } | undefined;
    version: number | undefined;
}
export const MalformedJson: import("./types.js").ErrorClass<"malformed_json", typeof ApiError>;
export const Unauthenticated: import("./types.js").ErrorClass<"unauthenticated", typeof ApiError>;
export const Forbidden: import("./types.js").ErrorClass<"forbidden", typeof ApiError>;
export const NotFound: import("./types.js").ErrorClass<"not_found", typeof ApiError>;
export const MethodNotAllowed: import("./types.js").ErrorClass<"method_not_allowed", typeof ApiError>;
export const NotAcceptable: import("./types.js").ErrorClass<"not_acceptable", typeof ApiError>;
export const IllegalAction: import("./types.js").ErrorClass<"illegal_action", typeof ApiError>;
export const NotYourTurn: import("./types.js").ErrorClass<"not_your_turn", typeof ApiError>;
export const TooEarly: import("./types.js").ErrorClass<"too_early", typeof ApiError>;
export const GameNotActive: import("./types.js").ErrorClass<"game_not_active", typeof ApiError>;
export const GameNotOpen: import("./types.js").ErrorClass<"game_not_open", typeof ApiError>;
export const NotEnoughPlayers: import("./types.js").ErrorClass<"not_enough_players", typeof ApiError>;
export const SeatTaken: import("./types.js").ErrorClass<"seat_taken", typeof ApiError>;
export const NotFinished: import("./types.js").ErrorClass<"not_finished", typeof ApiError>;
export const LogBehind: import("./types.js").ErrorClass<"log_behind", typeof ApiError>;
export const IdempotencyConflict: import("./types.js").ErrorClass<"idempotency_conflict", typeof ApiError>;
export const StaleVersion: import("./types.js").ErrorClass<"stale_version", typeof ApiError>;
export const PayloadTooLarge: import("./types.js").ErrorClass<"payload_too_large", typeof ApiError>;
export const UnsupportedMediaType: import("./types.js").ErrorClass<"unsupported_media_type", typeof ApiError>;
export const ValidationError: import("./types.js").ErrorClass<"validation_error", typeof ApiError>;
export const RulesVersionUnsupported: import("./types.js").ErrorClass<"rules_version_unsupported", typeof ApiError>;
export const RateLimited: import("./types.js").ErrorClass<"rate_limited", typeof ApiError>;
export const InternalError: import("./types.js").ErrorClass<"internal_error", typeof ApiError>;
export const StoreUnavailable: import("./types.js").ErrorClass<"store_unavailable", typeof ApiError>;
export const ShuttingDown: import("./types.js").ErrorClass<"shutting_down", typeof ApiError>;
export const TooManyBots: import("./types.js").ErrorClass<"too_many_bots", typeof ApiError>;
export const TooManyBotTables: import("./types.js").ErrorClass<"too_many_bot_tables", typeof ApiError>;
export const TooManyStreams: import("./types.js").ErrorClass<"too_many_streams", typeof ApiError>;
export function newKey(): string;
export function etag(tag: Tag): string;
declare const Ludotheque_base: new () => Operations;
/** The service at one URL. Every error is an `ApiError` or a `ConnectionFailed`, unless your `signal` has aborted. */
export class Ludotheque extends Ludotheque_base {
    /** @param {string} [baseUrl] by default that of the service the page came from @param {ClientOptions} [options] */
    constructor(baseUrl?: string, options?: ClientOptions);
    retry: {
        maxElapsed: number;
        initialDelay: number;
        maxDelay: number;
    };
    timeouts: {
        response: number;
        streamStart: number;
        streamSilence: number;
        poll: number;
        streamRetry: number;
    };
    /**
     * A live table. In TypeScript, `table<"the slug of a game">(…)` has the types of this game.
     * @template {Engine} [E=Engine] @param {string} id @param {TableOptions} [options] @returns {Table<E>}
     */
    table<E extends Engine = "dragon_fights" | "tapecho" | "tchang" | "tokyo_poo_divers" | "(any other)" | "zoky">(id: string, options?: TableOptions): Table<E>;
    /** Log for debugging: never tokens, keys or bodies. @param {string} message */
    log(message: string): void;
    /** Send a request once. @param {string} method @param {string} path @param {CallOptions} options @param {Content} [content] */
    request(method: string, path: string, { token, key, ifMatch, ifNoneMatch, signal, retry, ...query }: CallOptions, { body, accept }?: Content): Promise<Response>;
    /**
     * Send a request, again as long as that may help and does no harm.
     * @param {string} method @param {string} path @param {CallOptions} [options] @param {Content} [content] @returns {Promise<any>}
     */
    call(method: string, path: string, options?: CallOptions, { body, text, retryable }?: Content): Promise<any>;
    #private;
}
/**
 * What listeners get. `end`: the error that has ended the table, or null.
 * @template {Engine} E @typedef {{ event: EventOf<E>, view: ViewOf<E>, state: ConnectionState, end: ApiError | null }} TableEvents
 */
/**
 * A live table: the newest view, the legal actions of this seat, and every event once and in order.
 *
 * It reads the stream with `fetch`, because EventSource hides the status and comment lines, and cannot send a token.
 * When an event is delivered, `view` is at least as new. A view is delivered after every event up to it.
 * @template {Engine} [E=Engine]
 */
export class Table<E extends Engine = "dragon_fights" | "tapecho" | "tchang" | "tokyo_poo_divers" | "(any other)" | "zoky"> {
    /** @param {Ludotheque} api @param {string} id @param {TableOptions} [options] */
    constructor(api: Ludotheque, id: string, { after, ...query }?: TableOptions);
    /** The newest view; null at first. @type {ViewOf<E> | null} */
    view: ViewOf<E> | null;
    /** Every event delivered so far. @type {EventOf<E>[]} */
    events: EventOf<E>[];
    /** @type {ConnectionState} */
    state: ConnectionState;
    /** The error that has ended it. @type {ApiError | null} */
    error: ApiError | null;
    id: string;
    /** The `seq` of the last event delivered: give it as `after` to resume there. */
    after: number;
    /** What this seat may do; undefined for spectators. */
    get legal(): LegalOf<E> | undefined;
    /** The actions in `legal`. */
    get actions(): ActionOf<E>[];
    /** Whether the game waits for this seat. */
    get isMyTurn(): boolean;
    /** Whether this seat may act although the game does not wait for it. */
    get mayReact(): boolean;
    /** Whether the game is finished or abandoned. */
    get isOver(): boolean;
    /** The service's clock in milliseconds: `Date.parse(table.view.deadline) - table.now()` are left. */
    now(): number;
    /**
     * Act once, however often this has to be sent. If the game has changed since the view `ifMatch`, nothing is done and
     * `StaleVersion` is thrown. By default it is `view` if the game waits for this seat alone; null: any view.
     * @param {ActionOf<E>} action @param {CallOptions} [options]
     */
    act(action: ActionOf<E>, options?: CallOptions): Promise<ActionResultOf<E>>;
    /** Wait until it is this seat's turn, or with `react` until it may react. False: the game is over. */
    waitForTurn({ react }?: {
        react?: boolean | undefined;
    }): Promise<boolean>;
    /** Get the newest view now. */
    refresh(): Promise<ViewOf<E>>;
    /**
     * Call the listener with each `event`, `view` and `state`, and with the `end`; at once with what was delivered before:
     * every event, and the newest of the others. Returns a function that removes the listener.
     * @template {keyof TableEvents<E>} Kind @param {Kind} kind @param {(payload: TableEvents<E>[Kind]) => void} listener
     */
    on<Kind extends keyof TableEvents<E>>(kind: Kind, listener: (payload: TableEvents<E>[Kind]) => void): () => undefined;
    /** The newest view, whenever there is one, until the end. An error that ends it is thrown. */
    views(): AsyncGenerator<({
        engine: E;
    } & {
        id: string;
        rules_version: string;
        status: "abandoned" | "active" | "finished" | "open";
        version: number;
        viewer: number | null;
        seats: import("./openapi.js").components["schemas"]["SeatView"][];
        awaiting: number[];
        may_react: number[];
        deadline: string | null;
        not_before: string | null;
        now: string;
        outcome: import("./openapi.js").components["schemas"]["Outcome"] | null;
        seed_commitment: string;
        public: boolean;
        turn_seconds: number | null;
        bot_pace: number;
        last_seq: number;
        created_at: string;
        updated_at: string;
        expires_at: string;
        previous_game: string | null;
        next_game: string | null;
        host_token?: string;
    } & {
        engine: "dragon_fights";
        options: import("./openapi.js").components["schemas"]["DragonFightsOptions"];
        state: import("./openapi.js").components["schemas"]["DragonFightsState"] | null;
        legal?: import("./openapi.js").components["schemas"]["DragonFightsLegal"];
    } & {
        engine: "dragon_fights";
    }) | ({
        engine: E;
    } & {
        id: string;
        rules_version: string;
        status: "abandoned" | "active" | "finished" | "open";
        version: number;
        viewer: number | null;
        seats: import("./openapi.js").components["schemas"]["SeatView"][];
        awaiting: number[];
        may_react: number[];
        deadline: string | null;
        not_before: string | null;
        now: string;
        outcome: import("./openapi.js").components["schemas"]["Outcome"] | null;
        seed_commitment: string;
        public: boolean;
        turn_seconds: number | null;
        bot_pace: number;
        last_seq: number;
        created_at: string;
        updated_at: string;
        expires_at: string;
        previous_game: string | null;
        next_game: string | null;
        host_token?: string;
    } & {
        engine: "tapecho";
        options: import("./openapi.js").components["schemas"]["TapechoOptions"];
        state: import("./openapi.js").components["schemas"]["TapechoState"] | null;
        legal?: import("./openapi.js").components["schemas"]["TapechoLegal"];
    } & {
        engine: "tapecho";
    }) | ({
        engine: E;
    } & {
        id: string;
        rules_version: string;
        status: "abandoned" | "active" | "finished" | "open";
        version: number;
        viewer: number | null;
        seats: import("./openapi.js").components["schemas"]["SeatView"][];
        awaiting: number[];
        may_react: number[];
        deadline: string | null;
        not_before: string | null;
        now: string;
        outcome: import("./openapi.js").components["schemas"]["Outcome"] | null;
        seed_commitment: string;
        public: boolean;
        turn_seconds: number | null;
        bot_pace: number;
        last_seq: number;
        created_at: string;
        updated_at: string;
        expires_at: string;
        previous_game: string | null;
        next_game: string | null;
        host_token?: string;
    } & {
        engine: "tchang";
        options: import("./openapi.js").components["schemas"]["TchangOptions"];
        state: import("./openapi.js").components["schemas"]["TchangState"] | null;
        legal?: import("./openapi.js").components["schemas"]["TchangLegal"];
    } & {
        engine: "tchang";
    }) | ({
        engine: E;
    } & {
        id: string;
        rules_version: string;
        status: "abandoned" | "active" | "finished" | "open";
        version: number;
        viewer: number | null;
        seats: import("./openapi.js").components["schemas"]["SeatView"][];
        awaiting: number[];
        may_react: number[];
        deadline: string | null;
        not_before: string | null;
        now: string;
        outcome: import("./openapi.js").components["schemas"]["Outcome"] | null;
        seed_commitment: string;
        public: boolean;
        turn_seconds: number | null;
        bot_pace: number;
        last_seq: number;
        created_at: string;
        updated_at: string;
        expires_at: string;
        previous_game: string | null;
        next_game: string | null;
        host_token?: string;
    } & {
        engine: "tokyo_poo_divers";
        options: import("./openapi.js").components["schemas"]["TokyoPooDiversOptions"];
        state: import("./openapi.js").components["schemas"]["TokyoPooDiversState"] | null;
        legal?: import("./openapi.js").components["schemas"]["TokyoPooDiversLegal"];
    } & {
        engine: "tokyo_poo_divers";
    }) | ({
        engine: E;
    } & {
        id: string;
        rules_version: string;
        status: "abandoned" | "active" | "finished" | "open";
        version: number;
        viewer: number | null;
        seats: import("./openapi.js").components["schemas"]["SeatView"][];
        awaiting: number[];
        may_react: number[];
        deadline: string | null;
        not_before: string | null;
        now: string;
        outcome: import("./openapi.js").components["schemas"]["Outcome"] | null;
        seed_commitment: string;
        public: boolean;
        turn_seconds: number | null;
        bot_pace: number;
        last_seq: number;
        created_at: string;
        updated_at: string;
        expires_at: string;
        previous_game: string | null;
        next_game: string | null;
        host_token?: string;
    } & {
        engine: "zoky";
        options: import("./openapi.js").components["schemas"]["ZokyOptions"];
        state: import("./openapi.js").components["schemas"]["ZokyState"] | null;
        legal?: import("./openapi.js").components["schemas"]["ZokyLegal"];
    } & {
        engine: "zoky";
    }) | ({
        engine: E;
    } & {
        id: string;
        rules_version: string;
        status: "abandoned" | "active" | "finished" | "open";
        version: number;
        viewer: number | null;
        seats: import("./openapi.js").components["schemas"]["SeatView"][];
        awaiting: number[];
        may_react: number[];
        deadline: string | null;
        not_before: string | null;
        now: string;
        outcome: import("./openapi.js").components["schemas"]["Outcome"] | null;
        seed_commitment: string;
        public: boolean;
        turn_seconds: number | null;
        bot_pace: number;
        last_seq: number;
        created_at: string;
        updated_at: string;
        expires_at: string;
        previous_game: string | null;
        next_game: string | null;
        host_token?: string;
    } & {
        engine: import("./types.js").UnknownName;
        options: {
            [key: string]: unknown;
        };
        state: {
            [key: string]: unknown;
        } | null;
        legal?: import("./openapi.js").components["schemas"]["UnknownLegal"];
    }), void, unknown>;
    /** Stop following. */
    close(): void;
    /** Every event, also those delivered before, until the end. An error that ends it is thrown. */
    [Symbol.asyncIterator](): AsyncGenerator<EventOf<E>, void, unknown>;
    #private;
}
/**
 * What listeners get. `end`: the error that has ended the table, or null.
 */
export type TableEvents<E extends Engine> = {
    event: EventOf<E>;
    view: ViewOf<E>;
    state: ConnectionState;
    end: ApiError | null;
};
import type { RetryPolicy } from "./types.js";
import type { Timeouts } from "./types.js";
import type { Operations } from "./types.js";
import type { Declaration } from "./types.js";
import type { Problem } from "./types.js";
import type { Tag } from "./types.js";
import type { Engine } from "./types.js";
import type { TableOptions } from "./types.js";
import type { CallOptions } from "./types.js";
import type { Content } from "./types.js";
import type { ClientOptions } from "./types.js";
import type { ViewOf } from "./types.js";
import type { EventOf } from "./types.js";
import type { ConnectionState } from "./types.js";
import type { LegalOf } from "./types.js";
import type { ActionOf } from "./types.js";
import type { ActionResultOf } from "./types.js";
export {};
