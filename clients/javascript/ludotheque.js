/**
 * Play on a Ludotheque service, from a browser or from node 20: typed calls, retries, and a live table.
 * It has no dependencies and needs no build step. README.md shows how it is used.
 *
 * @import { ActionOf, ActionResultOf, CallOptions, ConnectionState, Engine, EventOf } from "./types.js"
 * @import { LegalOf, Logger, Operations, Problem, RetryPolicy, Retryable } from "./types.js"
 * @import { TableOptions, Tag, Timeouts, ViewOf } from "./types.js"
 */

/** Milliseconds; types.d.ts says what each is for. @type {RetryPolicy} */
export const RETRY = { maxElapsed: 60e3, initialDelay: 250, maxDelay: 8e3 };
/** Milliseconds; types.d.ts says what each is for. @type {Timeouts} */
export const TIMEOUTS = { response: 30e3, streamStart: 8e3, streamSilence: 40e3, poll: 25e3, streamRetry: 300e3 };

/** A POST that has a body and an Idempotency-Key. */
const KEYED = /** @type {const} */ ({ body: true, key: true, retryable: "always" });
const TEXT = /** @type {const} */ ({ text: true, retryable: "always" });

/**
 * Every operation of openapi.yaml, and whether it may be sent again; types.d.ts says what each takes.
 * @type {{ [Name in keyof Operations]: [string, { body?: true, key?: true, text?: true, retryable: Retryable }] }}
 */
export const OPERATIONS = {
  getHealth: ["GET /healthz", { retryable: "never" }],
  getReadiness: ["GET /readyz", { retryable: "never" }],
  getMetrics: ["GET /metrics", TEXT],
  getOpenapiJson: ["GET /openapi.json", { retryable: "always" }],
  getOpenapiYaml: ["GET /openapi.yaml", TEXT],
  listProblems: ["GET /problems", { retryable: "always" }],
  getProblem: ["GET /problems/{code}", TEXT],
  listEngines: ["GET /v1/engines", { retryable: "always" }],
  getEngine: ["GET /v1/engines/{slug}", { retryable: "always" }],
  getRules: ["GET /v1/engines/{slug}/rules", TEXT],
  getPicture: ["GET /v1/engines/{slug}/{picture}.svg", TEXT],
  createGame: ["POST /v1/games", KEYED],
  listGames: ["GET /v1/games", { retryable: "always" }],
  getGame: ["GET /v1/games/{id}", { retryable: "always" }],
  getContent: ["GET /v1/games/{id}/content", { retryable: "always" }],
  deleteGame: ["DELETE /v1/games/{id}", { retryable: "if_unprocessed" }],
  startGame: ["POST /v1/games/{id}/start", { retryable: "if_unprocessed" }],
  createRematch: ["POST /v1/games/{id}/rematch", { retryable: "always" }], // a second call returns the same rematch
  joinGame: ["POST /v1/games/{id}/seats", KEYED],
  leaveGame: ["DELETE /v1/games/{id}/seats/{seat}", { retryable: "if_unprocessed" }],
  listActions: ["GET /v1/games/{id}/actions", { retryable: "always" }],
  takeAction: ["POST /v1/games/{id}/actions", KEYED],
  listEvents: ["GET /v1/games/{id}/events", { retryable: "always" }],
  createTicket: ["POST /v1/games/{id}/events/ticket", { retryable: "always" }],
  getRecord: ["GET /v1/games/{id}/record", { retryable: "always" }],
  verifyRecord: ["POST /v1/records/verify", { body: true, retryable: "always" }],
};

const TRANSIENT = [429, 502, 503, 504];
const WAKE_EVENTS = ["online", "pageshow", "visibilitychange"];
const WOKEN = new Error("The page is awake again.");

/** A call that has failed. */
export class LudothequeError extends Error {
  /** How often it was sent. */
  attempts = 1;
  /** Its Idempotency-Key: the same call with it finds out whether it was done after all. @type {string | undefined} */
  key = undefined;

  /** @param {string} message @param {ErrorOptions} [options] */
  constructor(message, options) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** No response came; `cause` is the error of `fetch`. */
export class ConnectionFailed extends LudothequeError {}

/** An error response. Each `code` of the service has a subclass; that of another server on the way is `http_<status>`. */
export class ApiError extends LudothequeError {
  /** @param {number} status @param {Partial<Problem>} problem @param {number} retryAfter in seconds, 0 if not sent */
  constructor(status, problem, retryAfter) {
    super(problem.detail ?? `The response has the status ${status}.`);
    this.status = status;
    this.retryAfter = retryAfter;
    this.problem = problem;
    /** @type {string} */
    this.code = problem.code ?? `http_${status}`;
    /** The rule that forbids an action. */
    this.reason = problem.reason;
    this.detail = problem.detail;
    /** The invalid fields of the request. */
    this.errors = problem.errors;
    /** The game's version when the request was rejected. */
    this.version = problem.version;
  }
}

/**
 * @template {string} Code @typedef {{ code: Code, new (...args: ConstructorParameters<typeof ApiError>): ApiError & { code: Code } }} ErrorClass
 */

/** The base class for one code. @template {string} Code @param {Code} code @returns {ErrorClass<Code>} */
const coded = (code) =>
  class extends ApiError {
    static code = code;
    code = code;
  };

export class MalformedJson extends coded("malformed_json") {}
export class Unauthenticated extends coded("unauthenticated") {}
export class Forbidden extends coded("forbidden") {}
export class NotFound extends coded("not_found") {}
export class MethodNotAllowed extends coded("method_not_allowed") {}
export class NotAcceptable extends coded("not_acceptable") {}
export class IllegalAction extends coded("illegal_action") {}
export class NotYourTurn extends coded("not_your_turn") {}
export class TooEarly extends coded("too_early") {}
export class GameNotActive extends coded("game_not_active") {}
export class GameNotOpen extends coded("game_not_open") {}
export class NotEnoughPlayers extends coded("not_enough_players") {}
export class SeatTaken extends coded("seat_taken") {}
export class NotFinished extends coded("not_finished") {}
export class IdempotencyConflict extends coded("idempotency_conflict") {}
export class StaleVersion extends coded("stale_version") {}
export class PayloadTooLarge extends coded("payload_too_large") {}
export class UnsupportedMediaType extends coded("unsupported_media_type") {}
export class ValidationError extends coded("validation_error") {}
export class RulesVersionUnsupported extends coded("rules_version_unsupported") {}
export class RateLimited extends coded("rate_limited") {}
export class InternalError extends coded("internal_error") {}
export class StoreUnavailable extends coded("store_unavailable") {}
export class ShuttingDown extends coded("shutting_down") {}
export class TooManyBots extends coded("too_many_bots") {}
export class TooManyStreams extends coded("too_many_streams") {}

/** @type {Map<string | undefined, typeof ApiError>} */
const ERRORS = new Map(
  [
    MalformedJson,
    Unauthenticated,
    Forbidden,
    NotFound,
    MethodNotAllowed,
    NotAcceptable,
    IllegalAction,
    NotYourTurn,
    TooEarly,
    GameNotActive,
    GameNotOpen,
    NotEnoughPlayers,
    SeatTaken,
    NotFinished,
    IdempotencyConflict,
    StaleVersion,
    PayloadTooLarge,
    UnsupportedMediaType,
    ValidationError,
    RulesVersionUnsupported,
    RateLimited,
    InternalError,
    StoreUnavailable,
    ShuttingDown,
    TooManyBots,
    TooManyStreams,
  ].map((one) => [one.code, one]),
);

/** Whether the same request may succeed later. @param {unknown} error @param {Retryable} retryable @param {unknown} ifMatch */
function isTransient(error, retryable, ifMatch) {
  if (retryable === "never" || error instanceof TooManyStreams) return false; // the live table polls instead
  if (error instanceof TooEarly) return Boolean(ifMatch); // others may react until then
  if (!(error instanceof ApiError)) return retryable === "always";
  return retryable === "always" ? TRANSIENT.includes(error.status) : error.status === 429;
}

/** A new Idempotency-Key. Pages that came neither by https nor from localhost have no randomUUID. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return crypto.randomUUID?.() ?? Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @type {WeakMap<object, string>} */
const tags = new WeakMap();

/** The ETag of a result; that of a view says its version and whose it is. @param {Tag} tag */
export const etag = (tag) =>
  typeof tag === "string" ? tag : (tags.get(tag) ?? `"${tag.version}.${tag.viewer ?? "-"}"`);

/** @type {new () => Operations} */
const OperationMethods = /** @type {any} */ (class {});
for (const [name, [route, { body, key, ...kind }]] of Object.entries(OPERATIONS)) {
  const [method = "", template = ""] = route.split(" ");
  OperationMethods.prototype[name] = function (/** @type {any[]} */ ...args) {
    const path = template.replace(/{\w+}/g, () => encodeURIComponent(args.shift()));
    const content = body && { body: args.shift() };
    return this.call(method, path, key ? { key: newKey(), ...args[0] } : args[0], { ...kind, ...content });
  };
}

/** The service at one URL. Every error is an `ApiError` or a `ConnectionFailed`, unless your `signal` has aborted. */
export class Ludotheque extends OperationMethods {
  #baseUrl;
  #apiKey;
  #language;
  #fetch;
  #logger;

  /**
   * @param {string} [baseUrl] such as `http://localhost:8000`; by default that of the service the page came from
   * @param {{ apiKey?: string, language?: string, fetch?: typeof globalThis.fetch, logger?: Logger,
   *   retry?: Partial<RetryPolicy>, timeouts?: Partial<Timeouts> }} [options]
   *   `language`: of texts for people, such as `fr`; by default that of the browser
   */
  constructor(baseUrl = "", { apiKey, language, fetch = globalThis.fetch, logger, retry, timeouts } = {}) {
    super();
    const here = globalThis.document?.baseURI ?? globalThis.location?.href;
    if (!/^https?:/.test(new URL(baseUrl, here).href)) throw new TypeError(`No service can be at ${baseUrl || here}.`);
    this.#baseUrl = baseUrl.replace(/\/+$/, "");
    this.#apiKey = apiKey;
    this.#language = language;
    this.#fetch = fetch;
    this.#logger = logger;
    this.retry = { ...RETRY, ...retry };
    this.timeouts = { ...TIMEOUTS, ...timeouts };
  }

  /**
   * A live table. In TypeScript, `table<"zoky">(…)` has the types of this game.
   * @template {Engine} [E=Engine] @param {string} id @param {TableOptions} [options] @returns {Table<E>}
   */
  table(id, options) {
    return new Table(this, id, options);
  }

  /** Log for debugging: never tokens, keys or bodies. @param {string} message */
  log(message) {
    this.#logger?.debug(`ludotheque: ${message}`);
  }

  /**
   * Send one request, once.
   * @param {string} method @param {string} path @param {CallOptions} options
   * @param {{ body?: unknown, accept?: string }} [content]
   */
  async request(method, path, { token, key, ifMatch, ifNoneMatch, signal, retry, ...query }, { body, accept } = {}) {
    const headers = {
      Accept: accept,
      "Accept-Language": this.#language,
      Authorization: token && `Bearer ${token}`,
      "Content-Type": body && "application/json",
      "Idempotency-Key": key,
      "If-Match": ifMatch && etag(ifMatch),
      "If-None-Match": ifNoneMatch && etag(ifNoneMatch),
      "X-API-Key": this.#apiKey,
    };
    const search = String(new URLSearchParams(withValue(query)));
    const init = { method, headers: withValue(headers), signal: signal ?? null };
    const send = this.#fetch; // browsers do not allow to call it as a method of something else
    const start = Date.now();
    const response = await send(
      this.#baseUrl + path + (search && `?${search}`),
      body ? { ...init, body: JSON.stringify(body) } : init,
    );
    this.log(`${method} ${path}: ${response.status} in ${Date.now() - start} ms`);
    if (response.ok || response.status === 304) return response;
    const problem = await response.json().catch((error) => {
      if (error instanceof SyntaxError) return {}; // not from the service: from a proxy, perhaps
      throw error; // the response was cut off, and counts as lost
    });
    const ErrorClass = ERRORS.get(problem?.code) ?? ApiError;
    throw new ErrorClass(response.status, Object(problem), Number(response.headers.get("Retry-After")) || 0);
  }

  /**
   * Send one request, again as long as that may help and does no harm.
   * @param {string} method @param {string} path @param {CallOptions} [options]
   * @param {{ body?: unknown, text?: boolean, retryable?: Retryable }} [kind] @returns {Promise<any>}
   */
  async call(method, path, options = {}, { body, text = false, retryable = "never" } = {}) {
    const { ifMatch, key, signal, wait = 0 } = options;
    const { maxElapsed, initialDelay, maxDelay } = { ...this.retry, ...options.retry };
    const deadline = Date.now() + maxElapsed;
    for (let attempts = 1; ; attempts++) {
      const timeout = timer(signal, this.timeouts.response + wait * 1000);
      try {
        const response = await this.request(method, path, { ...options, signal: timeout.signal }, { body });
        if ([204, 304].includes(response.status)) return null;
        const result = await (text ? response.text() : response.json());
        const tag = response.headers.get("ETag");
        if (tag && !text) [result, result.game ?? result].forEach((part) => tags.set(part, tag));
        return result;
      } catch (cause) {
        if (signal?.aborted) throw cause;
        const error = cause instanceof ApiError ? cause : new ConnectionFailed(`No response: ${cause}`, { cause });
        const retryAfter = error instanceof ApiError ? error.retryAfter * 1000 : 0;
        const backoff = Math.min(initialDelay * 2 ** (attempts - 1), maxDelay);
        const delay = Math.max(backoff, retryAfter) * (1 + Math.random() / 4);
        if (!isTransient(error, retryable, ifMatch) || Date.now() + delay > deadline)
          throw Object.assign(error, { attempts, key });
        this.log(`${method} ${path}: retry in ${Math.round(delay)} ms after ${error.name}`);
        await aborted(timer(signal, delay).signal);
        signal?.throwIfAborted();
      } finally {
        timeout.stop();
      }
    }
  }
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
export class Table {
  /** The newest view; null until the first has come. @type {ViewOf<E> | null} */
  view = null;
  /** Every event delivered so far. @type {EventOf<E>[]} */
  events = [];
  /** The state of the connection. @type {ConnectionState} */
  state = "connecting";
  /** The error that has ended it. @type {ApiError | null} */
  error = null;

  #api;
  #token;
  #query;
  #clockOffset = 0;
  #retryDelay = 1000;
  #failures = 0;
  #lastActivity = Date.now();
  #pollUntil = 0;
  #reactionVersion = 0;
  #closing = new AbortController();
  #timer = timer(this.#closing.signal);
  /** The last view delivered. @type {ViewOf<E> | null} */
  #deliveredView = null;
  /** Events that came before their predecessors or their view. @type {Map<number, EventOf<E>>} */
  #pending = new Map();
  /** @type {Set<[kind: keyof TableEvents<E>, listener: (payload: any) => void]>} */
  #listeners = new Set();
  /** Iterations that wait for the next change. @type {((value?: unknown) => void)[]} */
  #waiters = [];

  /** @param {Ludotheque} api @param {string} id @param {TableOptions} [options] */
  constructor(api, id, { token, after = 0, ...query } = {}) {
    this.id = id;
    /** The `seq` of the last event delivered. Store it, and give it as `after` to resume there. */
    this.after = after;
    this.#api = api;
    this.#token = token;
    this.#query = { include: /** @type {const} */ ("actions"), ...query };
    WAKE_EVENTS.forEach((name) => globalThis.addEventListener?.(name, this.#wake));
    this.#run();
  }

  /** What this seat may do; undefined for spectators. @returns {LegalOf<E> | undefined} */
  get legal() {
    return /** @type {LegalOf<E> | undefined} */ (this.view?.legal);
  }

  /** The actions in `legal`. @returns {ActionOf<E>[]} */
  get actions() {
    return /** @type {ActionOf<E>[]} */ (this.view?.legal?.actions ?? []);
  }

  /** Whether the game waits for this seat. */
  get isMyTurn() {
    return mayAct(this.view, this.view?.awaiting);
  }

  /** Whether this seat may act although the game does not wait for it. */
  get mayReact() {
    return mayAct(this.view, this.view?.may_react);
  }

  /** Whether the game is finished or abandoned. */
  get isOver() {
    return ["finished", "abandoned"].includes(this.view?.status ?? "");
  }

  /** The service's clock in milliseconds: `Date.parse(table.view.deadline) - table.now()` is the time that is left. */
  now() {
    return Date.now() + this.#clockOffset;
  }

  /**
   * Act once, however often this has to be sent. Its events and its view are delivered like all others, and only once.
   *
   * `ifMatch` is the view that the decision is based on: if the game has changed since, nothing is done and
   * `StaleVersion` is thrown. By default it is `view` if the game waits for this seat alone; null: it is not sent.
   * @param {ActionOf<E>} action @param {CallOptions} [options]
   */
  async act(action, options = {}) {
    const start = Date.now();
    const { view } = this;
    const isAlone = view?.awaiting.length === 1 && view.awaiting[0] === view.viewer;
    const { ifMatch = isAlone ? view : null } = options;
    const merged = { ...this.#query, token: this.#token, ...options, ifMatch };
    try {
      const result = /** @type {ActionResultOf<E>} */ (await this.#api.takeAction(this.id, action, merged));
      this.#update(result.game, start);
      this.#addEvents(result.events);
      return result;
    } catch (error) {
      const conflict = error instanceof ApiError && [409, 412].includes(error.status);
      if (conflict && error.version !== this.view?.version) await this.refresh().catch(() => {});
      throw error;
    }
  }

  /** Wait until the game waits for this seat, or with `react` until it may react. False: the game is over. */
  async waitForTurn({ react = false } = {}) {
    do {
      const { version = 0 } = this.view ?? {};
      if (this.isMyTurn) return true;
      if (react && this.mayReact && version > this.#reactionVersion) {
        this.#reactionVersion = version; // once for each version, as a reaction may be left out
        return true;
      }
    } while (await this.#nextChange());
    return false;
  }

  /** Get the newest view now. */
  async refresh() {
    await this.#fetchView();
    return /** @type {ViewOf<E>} */ (this.view);
  }

  /**
   * Call the listener with each `event`, `view` and `state`, and with the `end`. What was delivered before comes at
   * once: every event, and the newest of the others. Returns a function that removes the listener.
   * @template {keyof TableEvents<E>} Kind @param {Kind} kind @param {(payload: TableEvents<E>[Kind]) => void} listener
   */
  on(kind, listener) {
    const delivered = {
      event: this.events,
      view: this.#deliveredView ? [this.#deliveredView] : [],
      state: [this.state],
      end: this.state === "ended" ? [this.error] : [],
    };
    for (const payload of [...delivered[kind]]) listener(/** @type {TableEvents<E>[Kind]} */ (payload));
    /** @type {[Kind, (payload: any) => void]} */
    const entry = [kind, listener];
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  /** Every event of this table, also those delivered before, until the end. An error that ends it is thrown. */
  async *[Symbol.asyncIterator]() {
    let next = 0;
    do while (next < this.events.length) yield /** @type {EventOf<E>} */ (this.events[next++]);
    while (await this.#nextChange());
  }

  /** The newest view, whenever there is a newer one, until the end. An error that ends it is thrown. */
  async *views() {
    let last = null;
    do while (this.#deliveredView && this.#deliveredView !== last) yield (last = this.#deliveredView);
    while (await this.#nextChange());
  }

  /** Stop following. */
  close() {
    this.#end(null);
  }

  /** Fetch the view, follow the events, and reconnect after a delay, until the end. */
  async #run() {
    while (this.state !== "ended") {
      const { signal, stop } = (this.#timer = timer(this.#closing.signal));
      try {
        this.#setState("connecting");
        await this.#fetchView();
        await (Date.now() < this.#pollUntil ? this.#poll() : this.#stream());
      } catch (error) {
        const { status, retryAfter } = error instanceof ApiError ? error : NO_RESPONSE;
        if (status < 500 && status !== 429) this.#end(/** @type {ApiError} */ (error));
        else if (signal.reason !== WOKEN) {
          const delay = Math.min(this.#retryDelay * 2 ** this.#failures++, 30_000) * (0.75 + Math.random() / 2);
          this.#timer = timer(this.#closing.signal, Math.max(delay, retryAfter * 1000));
          this.#api.log(`${this.id}: reconnect in ${Math.round(delay)} ms at least`);
          this.#setState("waiting");
          await aborted(this.#timer.signal);
        }
      } finally {
        stop();
      }
    }
  }

  /** Read the stream to its end. If it is rejected or blocked, poll for a while. */
  async #stream() {
    const { signal, set } = this.#timer;
    let silent = true;
    try {
      set(this.#api.timeouts.streamStart);
      const options = { token: this.#token, signal, after: this.after };
      const path = `/v1/games/${this.id}/events`;
      const response = await this.#api.request("GET", path, options, { accept: "text/event-stream" });
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      let [rest, over] = ["", false];
      for (let chunk; reader && !over && !(chunk = await reader.read()).done;) {
        silent = false;
        set(this.#api.timeouts.streamSilence);
        const blocks = (rest + chunk.value).split("\n\n");
        rest = blocks.pop() ?? "";
        over = await this.#parse(blocks);
      }
      if (!silent || response.status === 204) {
        await this.#fetchView(); // the game is over, or the seat has another holder
        throw new Error("The stream has ended.");
      }
    } catch (error) {
      const { status } = error instanceof ApiError ? error : NO_RESPONSE;
      const blocked = signal.reason?.name === "TimeoutError" || (TRANSIENT.includes(status) && this.#failures > 2);
      if (!(error instanceof TooManyStreams) && !(silent && blocked)) throw error;
    }
    this.#api.log(`${this.id}: polling for ${this.#api.timeouts.streamRetry} ms`);
    this.#pollUntil = Date.now() + this.#api.timeouts.streamRetry;
  }

  /** Handle complete blocks of the stream; true if nothing more follows. @param {string[]} blocks */
  async #parse(blocks) {
    const events = [];
    let over = false;
    for (const block of blocks) {
      const [, field, value = ""] = /^(data|event|retry): ?(.*)$/m.exec(block) ?? [];
      if (field === "data") events.push(JSON.parse(value));
      if (field === "retry") this.#retryDelay = Number(value);
      over ||= field === "event";
    }
    this.#setState("live");
    this.#addEvents(events);
    if (events.at(-1)?.version > (this.view?.version ?? 0)) await this.#fetchView();
    return over;
  }

  /** One long poll after the other. */
  async #poll() {
    while (Date.now() < this.#pollUntil) {
      const [start, version] = [Date.now(), this.view?.version];
      this.#setState("live");
      await this.#fetchView(this.#api.timeouts.poll / 1000);
      // A service that is about to stop does not wait: do not send the next request at once.
      const early = this.view?.version === version && Date.now() - start < 900;
      if (early) await aborted(timer(this.#timer.signal, this.#retryDelay).signal);
    }
  }

  /** Get the newest view and the events up to it, or wait some seconds for a newer one. @param {number} [wait] */
  async #fetchView(wait) {
    const start = Date.now();
    const options = { token: this.#token, signal: this.#timer.signal, retry: { maxElapsed: 0 } };
    const ifNoneMatch = this.view ?? "";
    const view = await this.#api.getGame(this.id, { ...options, ...this.#query, wait, ifNoneMatch });
    this.#lastActivity = Date.now();
    if (view) this.#update(view, start);
    this.#deliver();
    while (this.view && this.after < this.view.last_seq) {
      this.#addEvents((await this.#api.listEvents(this.id, { ...options, after: this.after, limit: 1000 })).events);
    }
  }

  /** Keep a view requested at `start`, unless it is older. @param {ViewOf<Engine>} view @param {number} start */
  #update(view, start) {
    const now = Date.parse(view.now); // the service's clock at some time since `start`
    this.#clockOffset = Math.min(Math.max(this.#clockOffset, now - Date.now()), now - start);
    if (view.version >= (this.view?.version ?? 0)) this.view = /** @type {ViewOf<E>} */ (view);
  }

  /** Add events, in any order and any number of times. @param {{ seq: number }[]} events */
  #addEvents(events) {
    for (const event of events)
      if (event.seq > this.after) this.#pending.set(event.seq, /** @type {EventOf<E>} */ (event));
    this.#deliver();
  }

  /** Deliver all that is in order, and end when the game is over and everything is delivered. */
  #deliver() {
    const { view } = this;
    if (!view) return;
    for (let event; this.state !== "ended" && (event = this.#pending.get(this.after + 1));) {
      if (event.version > view.version) return;
      this.#pending.delete(event.seq);
      this.after = event.seq;
      this.events.push(event);
      this.#emit("event", event);
    }
    if (this.state === "ended" || this.after < view.last_seq) return;
    if (view.version > (this.#deliveredView?.version ?? 0)) this.#emit("view", (this.#deliveredView = view));
    if (this.isOver) this.#end(null);
  }

  /** @param {ConnectionState} state */
  #setState(state) {
    if (state === "live") [this.#lastActivity, this.#failures] = [Date.now(), 0];
    if ([state, "ended"].includes(this.state)) return;
    this.state = state;
    this.#api.log(`${this.id}: ${state}`);
    this.#emit("state", state);
  }

  /** @param {ApiError | null} error */
  #end(error) {
    if (this.state === "ended") return;
    this.error = error;
    this.#closing.abort();
    WAKE_EVENTS.forEach((name) => globalThis.removeEventListener?.(name, this.#wake));
    this.#setState("ended");
    this.#emit("end", error);
  }

  /** @template {keyof TableEvents<E>} Kind @param {Kind} kind @param {TableEvents<E>[Kind]} payload */
  #emit(kind, payload) {
    for (const [wanted, listener] of [...this.#listeners]) {
      try {
        if (wanted === kind) listener(payload);
      } catch (error) {
        Promise.reject(error); // reported as the listener's own, and does not stop the table
      }
    }
    this.#waiters.splice(0).forEach((resolve) => resolve());
  }

  /** Wait for the next change; false if there is none. */
  async #nextChange() {
    if (this.error) throw this.error;
    if (this.state === "ended") return false;
    await new Promise((resolve) => this.#waiters.push(resolve));
    return true;
  }

  /** Reconnect at once, if this waits, or was without a sign of life for longer than the service is ever silent. */
  #wake = () => {
    const silence = Date.now() - this.#lastActivity;
    if (this.state === "waiting" || silence > this.#api.timeouts.streamSilence / 2) this.#timer.stop(WOKEN);
  };
}

/** No response at all is handled as a 503. */
const NO_RESPONSE = { status: 503, retryAfter: 0 };

/** Whether the viewer is one of these seats and has a legal action. @param {ViewOf<Engine> | null} view @param {number[]} [seats] */
const mayAct = (view, seats = []) => seats.includes(view?.viewer ?? -1) && (view?.legal?.types.length ?? 0) > 0;

/** The entries that have a value, as text. @param {object} entries @returns {[string, string][]} */
const withValue = (entries) =>
  Object.entries(entries).flatMap(([name, value]) => (value || value === 0 ? [[name, String(value)]] : []));

/**
 * A signal that aborts with another, or after the time that was set.
 * @param {AbortSignal} [outer] @param {number} [time]
 */
function timer(outer, time) {
  const control = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timeout;
  const stop = (/** @type {unknown} */ reason = undefined) => {
    clearTimeout(timeout);
    outer?.removeEventListener("abort", follow);
    control.abort(reason);
  };
  const follow = () => stop(outer?.reason);
  const set = (/** @type {number} */ time) => {
    clearTimeout(timeout);
    timeout = setTimeout(() => stop(new DOMException("Nothing came in time.", "TimeoutError")), Math.min(time, 2e9));
  };
  if (time) set(time);
  if (outer?.aborted) follow();
  else outer?.addEventListener("abort", follow);
  return { signal: control.signal, set, stop };
}

/** Wait until it aborts. @param {AbortSignal} signal */
const aborted = (signal) =>
  new Promise((resolve) => (signal.aborted ? resolve(null) : signal.addEventListener("abort", resolve)));
