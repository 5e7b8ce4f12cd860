/** A new Idempotency-Key. Pages that came neither by https nor from localhost have no randomUUID. */
export function newKey(): `${string}-${string}-${string}-${string}-${string}`;
/**
 * Play on a Ludotheque service, from a browser or from node 20: typed calls, retries, and a live table.
 * It has no dependencies and needs no build step. README.md shows how it is used.
 *
 * @import { ActionOf, ActionResultOf, CallOptions, ConnectionState, Engine, EventOf } from "./types.js"
 * @import { LegalOf, Logger, Operations, Problem, RetryPolicy, Retryable } from "./types.js"
 * @import { TableOptions, Tag, Timeouts, ViewOf } from "./types.js"
 */
/** Milliseconds; types.d.ts says what each is for. @type {RetryPolicy} */
export const RETRY: RetryPolicy;
/** Milliseconds; types.d.ts says what each is for. @type {Timeouts} */
export const TIMEOUTS: Timeouts;
/**
 * Every operation of openapi.yaml, and whether it may be sent again; types.d.ts says what each takes.
 * @type {{ [Name in keyof Operations]: [string, { body?: true, key?: true, text?: true, retryable: Retryable }] }}
 */
export const OPERATIONS: { [Name in keyof Operations]: [string, {
    body?: true;
    key?: true;
    text?: true;
    retryable: Retryable;
}]; };
/** A call that has failed. */
export class LudothequeError extends Error {
    /** @param {string} message @param {ErrorOptions} [options] */
    constructor(message: string, options?: ErrorOptions);
    /** How often it was sent. */
    attempts: number;
    /** Its Idempotency-Key: the same call with it finds out whether it was done after all. @type {string | undefined} */
    key: string | undefined;
}
/** No response came; `cause` is the error of `fetch`. */
export class ConnectionFailed extends LudothequeError {
}
/** An error response. Each `code` of the service has a subclass; that of another server on the way is `http_<status>`. */
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
    /** The rule that forbids an action. */
    reason: string | undefined;
    detail: string | undefined;
    /** The invalid fields of the request. */
    errors: {
        [key: string]: unknown;
    } | undefined;
    /** The game's version when the request was rejected. */
    version: number | undefined;
}
declare const MalformedJson_base: ErrorClass<"malformed_json">;
export class MalformedJson extends MalformedJson_base {
}
declare const Unauthenticated_base: ErrorClass<"unauthenticated">;
export class Unauthenticated extends Unauthenticated_base {
}
declare const Forbidden_base: ErrorClass<"forbidden">;
export class Forbidden extends Forbidden_base {
}
declare const NotFound_base: ErrorClass<"not_found">;
export class NotFound extends NotFound_base {
}
declare const MethodNotAllowed_base: ErrorClass<"method_not_allowed">;
export class MethodNotAllowed extends MethodNotAllowed_base {
}
declare const NotAcceptable_base: ErrorClass<"not_acceptable">;
export class NotAcceptable extends NotAcceptable_base {
}
declare const IllegalAction_base: ErrorClass<"illegal_action">;
export class IllegalAction extends IllegalAction_base {
}
declare const NotYourTurn_base: ErrorClass<"not_your_turn">;
export class NotYourTurn extends NotYourTurn_base {
}
declare const TooEarly_base: ErrorClass<"too_early">;
export class TooEarly extends TooEarly_base {
}
declare const GameNotActive_base: ErrorClass<"game_not_active">;
export class GameNotActive extends GameNotActive_base {
}
declare const GameNotOpen_base: ErrorClass<"game_not_open">;
export class GameNotOpen extends GameNotOpen_base {
}
declare const NotEnoughPlayers_base: ErrorClass<"not_enough_players">;
export class NotEnoughPlayers extends NotEnoughPlayers_base {
}
declare const SeatTaken_base: ErrorClass<"seat_taken">;
export class SeatTaken extends SeatTaken_base {
}
declare const NotFinished_base: ErrorClass<"not_finished">;
export class NotFinished extends NotFinished_base {
}
declare const IdempotencyConflict_base: ErrorClass<"idempotency_conflict">;
export class IdempotencyConflict extends IdempotencyConflict_base {
}
declare const StaleVersion_base: ErrorClass<"stale_version">;
export class StaleVersion extends StaleVersion_base {
}
declare const PayloadTooLarge_base: ErrorClass<"payload_too_large">;
export class PayloadTooLarge extends PayloadTooLarge_base {
}
declare const UnsupportedMediaType_base: ErrorClass<"unsupported_media_type">;
export class UnsupportedMediaType extends UnsupportedMediaType_base {
}
declare const ValidationError_base: ErrorClass<"validation_error">;
export class ValidationError extends ValidationError_base {
}
declare const RulesVersionUnsupported_base: ErrorClass<"rules_version_unsupported">;
export class RulesVersionUnsupported extends RulesVersionUnsupported_base {
}
declare const RateLimited_base: ErrorClass<"rate_limited">;
export class RateLimited extends RateLimited_base {
}
declare const InternalError_base: ErrorClass<"internal_error">;
export class InternalError extends InternalError_base {
}
declare const StoreUnavailable_base: ErrorClass<"store_unavailable">;
export class StoreUnavailable extends StoreUnavailable_base {
}
declare const ShuttingDown_base: ErrorClass<"shutting_down">;
export class ShuttingDown extends ShuttingDown_base {
}
declare const TooManyBots_base: ErrorClass<"too_many_bots">;
export class TooManyBots extends TooManyBots_base {
}
declare const TooManyStreams_base: ErrorClass<"too_many_streams">;
export class TooManyStreams extends TooManyStreams_base {
}
export function etag(tag: Tag): string;
declare const Ludotheque_base: new () => Operations;
/** The service at one URL. Every error is an `ApiError` or a `ConnectionFailed`, unless your `signal` has aborted. */
export class Ludotheque extends Ludotheque_base {
    /**
     * @param {string} [baseUrl] such as `http://localhost:8000`; by default that of the service the page came from
     * @param {{ apiKey?: string, language?: string, fetch?: typeof globalThis.fetch, logger?: Logger,
     *   retry?: Partial<RetryPolicy>, timeouts?: Partial<Timeouts> }} [options]
     *   `language`: of texts for people, such as `fr`; by default that of the browser
     */
    constructor(baseUrl?: string, { apiKey, language, fetch, logger, retry, timeouts }?: {
        apiKey?: string;
        language?: string;
        fetch?: typeof globalThis.fetch;
        logger?: Logger;
        retry?: Partial<RetryPolicy>;
        timeouts?: Partial<Timeouts>;
    });
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
     * A live table. In TypeScript, `table<"zoky">(…)` has the types of this game.
     * @template {Engine} [E=Engine] @param {string} id @param {TableOptions} [options] @returns {Table<E>}
     */
    table<E extends Engine = "dragon_fights" | "tapecho" | "tchang" | "tokyo_poo_divers" | "zoky">(id: string, options?: TableOptions): Table<E>;
    /** Log for debugging: never tokens, keys or bodies. @param {string} message */
    log(message: string): void;
    /**
     * Send one request, once.
     * @param {string} method @param {string} path @param {CallOptions} options
     * @param {{ body?: unknown, accept?: string }} [content]
     */
    request(method: string, path: string, { token, key, ifMatch, ifNoneMatch, signal, retry, ...query }: CallOptions, { body, accept }?: {
        body?: unknown;
        accept?: string;
    }): Promise<Response>;
    /**
     * Send one request, again as long as that may help and does no harm.
     * @param {string} method @param {string} path @param {CallOptions} [options]
     * @param {{ body?: unknown, text?: boolean, retryable?: Retryable }} [kind] @returns {Promise<any>}
     */
    call(method: string, path: string, options?: CallOptions, { body, text, retryable }?: {
        body?: unknown;
        text?: boolean;
        retryable?: Retryable;
    }): Promise<any>;
    #private;
}
/**
 * What listeners get, by kind. `end`: the error that has ended the table; null if it was closed or the game is over.
 * @template {Engine} E
 * @typedef {{ event: EventOf<E>, view: ViewOf<E>, state: ConnectionState, end: ApiError | null }} TableEvents
 */
/**
 * A live table: the newest view, the legal actions of this seat, and every event once and in order.
 *
 * It reads the event stream with `fetch`. EventSource hides the comment lines, so a quiet game looks like a proxy that
 * blocks streams, and the status, so a 401 looks like a lost network. It cannot send a token; node 20 has none.
 *
 * When an event is delivered, `view` is at least as new as the event. A view is delivered after every event up to it.
 * @template {Engine} [E=Engine]
 */
export class Table<E extends Engine = "dragon_fights" | "tapecho" | "tchang" | "tokyo_poo_divers" | "zoky"> {
    /** @param {Ludotheque} api @param {string} id @param {TableOptions} [options] */
    constructor(api: Ludotheque, id: string, { token, after, ...query }?: TableOptions);
    /** The newest view; null until the first has come. @type {ViewOf<E> | null} */
    view: ViewOf<E> | null;
    /** Every event delivered so far. @type {EventOf<E>[]} */
    events: EventOf<E>[];
    /** The state of the connection. @type {ConnectionState} */
    state: ConnectionState;
    /** The error that has ended it. @type {ApiError | null} */
    error: ApiError | null;
    id: string;
    /** The `seq` of the last event delivered. Store it, and give it as `after` to resume there. */
    after: number;
    /** What this seat may do; undefined for spectators. @returns {LegalOf<E> | undefined} */
    get legal(): LegalOf<E> | undefined;
    /** The actions in `legal`. @returns {ActionOf<E>[]} */
    get actions(): ActionOf<E>[];
    /** Whether the game waits for this seat. */
    get isMyTurn(): boolean;
    /** Whether this seat may act although the game does not wait for it. */
    get mayReact(): boolean;
    /** Whether the game is finished or abandoned. */
    get isOver(): boolean;
    /** The service's clock in milliseconds: `Date.parse(table.view.deadline) - table.now()` is the time that is left. */
    now(): number;
    /**
     * Act once, however often this has to be sent. Its events and its view are delivered like all others, and only once.
     *
     * `ifMatch` is the view that the decision is based on: if the game has changed since, nothing is done and
     * `StaleVersion` is thrown. By default it is `view` if the game waits for this seat alone; null: it is not sent.
     * @param {ActionOf<E>} action @param {CallOptions} [options]
     */
    act(action: ActionOf<E>, options?: CallOptions): Promise<ActionResultOf<E>>;
    /** Wait until the game waits for this seat, or with `react` until it may react. False: the game is over. */
    waitForTurn({ react }?: {
        react?: boolean | undefined;
    }): Promise<boolean>;
    /** Get the newest view now. */
    refresh(): Promise<ViewOf<E>>;
    /**
     * Call the listener with each `event`, `view` and `state`, and with the `end`. What was delivered before comes at
     * once: every event, and the newest of the others. Returns a function that removes the listener.
     * @template {keyof TableEvents<E>} Kind @param {Kind} kind @param {(payload: TableEvents<E>[Kind]) => void} listener
     */
    on<Kind extends keyof TableEvents<E>>(kind: Kind, listener: (payload: TableEvents<E>[Kind]) => void): () => undefined;
    /** The newest view, whenever there is a newer one, until the end. An error that ends it is thrown. */
    views(): AsyncGenerator<ViewOf<E>, void, unknown>;
    /** Stop following. */
    close(): void;
    /** Every event of this table, also those delivered before, until the end. An error that ends it is thrown. */
    [Symbol.asyncIterator](): AsyncGenerator<EventOf<E>, void, unknown>;
    #private;
}
export type ErrorClass<Code extends string> = {
    code: Code;
    new (...args: ConstructorParameters<typeof ApiError>): ApiError & {
        code: Code;
    };
};
/**
 * What listeners get, by kind. `end`: the error that has ended the table; null if it was closed or the game is over.
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
import type { Retryable } from "./types.js";
import type { Problem } from "./types.js";
import type { Tag } from "./types.js";
import type { Engine } from "./types.js";
import type { TableOptions } from "./types.js";
import type { CallOptions } from "./types.js";
import type { Logger } from "./types.js";
import type { ViewOf } from "./types.js";
import type { EventOf } from "./types.js";
import type { ConnectionState } from "./types.js";
import type { LegalOf } from "./types.js";
import type { ActionOf } from "./types.js";
import type { ActionResultOf } from "./types.js";
export {};
