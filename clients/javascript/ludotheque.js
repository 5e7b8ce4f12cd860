/**
 * Play on a Ludotheque service, from a browser or from node 20: typed calls, retries, and a live table.
 * README.md shows how it is used, and types.d.ts describes what calls take and return.
 *
 * @import { ActionOf, ActionResultOf, CallOptions, ClientOptions, ConnectionState, Content, Declaration, Engine } from "./types.js"
 * @import { ErrorClasses, EventOf, LegalOf, Operations, Problem, RetryPolicy, Retryable, TableOptions } from "./types.js"
 * @import { Tag, Timeouts, ViewOf } from "./types.js"
 */

/** @type {RetryPolicy} */
export const RETRY = { maxElapsed: 60e3, initialDelay: 250, maxDelay: 8e3 };
/** @type {Timeouts} */
export const TIMEOUTS = { response: 30e3, streamStart: 8e3, streamSilence: 40e3, poll: 25e3, streamRetry: 300e3 };

/** Every operation of openapi.yaml. @type {Record<keyof Operations, Declaration>} */
export const OPERATIONS = {
  getHealth: "GET /healthz never",
  getReadiness: "GET /readyz never",
  getMetrics: "GET /metrics always text",
  getOpenapiJson: "GET /openapi.json always",
  getOpenapiYaml: "GET /openapi.yaml always text",
  listProblems: "GET /problems always",
  getProblem: "GET /problems/{code} always text",
  listEngines: "GET /v1/engines always",
  getEngine: "GET /v1/engines/{slug} always",
  getRules: "GET /v1/engines/{slug}/rules always text",
  getPicture: "GET /v1/engines/{slug}/{picture}.svg always text",
  createGame: "POST /v1/games always body key",
  listGames: "GET /v1/games always",
  getGame: "GET /v1/games/{id} always",
  getContent: "GET /v1/games/{id}/content always",
  deleteGame: "DELETE /v1/games/{id} if_unprocessed",
  startGame: "POST /v1/games/{id}/start if_unprocessed",
  createRematch: "POST /v1/games/{id}/rematch always", // a second call returns the same rematch
  joinGame: "POST /v1/games/{id}/seats always body key",
  leaveGame: "DELETE /v1/games/{id}/seats/{seat} if_unprocessed",
  listActions: "GET /v1/games/{id}/actions always",
  takeAction: "POST /v1/games/{id}/actions always body key",
  listEvents: "GET /v1/games/{id}/events always",
  createTicket: "POST /v1/games/{id}/events/ticket always",
  getRecord: "GET /v1/games/{id}/record always",
  verifyRecord: "POST /v1/records/verify always body",
};

const TRANSIENT = [429, 502, 503, 504];
const WAKE_EVENTS = ["online", "pageshow", "visibilitychange"];
const WOKEN = new Error("The page is awake again.");

/** A call that has failed. */
export class LudothequeError extends Error {
  /** How often it was sent. */
  attempts = 1;
  /** Its Idempotency-Key: the same call with it finds out whether it was done. @type {string | undefined} */
  key = undefined;

  /** @param {string} message @param {ErrorOptions} [options] */
  constructor(message, options) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** No response came; `cause` is the error of `fetch`. */
export class ConnectionFailed extends LudothequeError {}

/** An error response. Each `code` of the service has a subclass; another server's code is `http_<status>`. */
export class ApiError extends LudothequeError {
  /** @param {number} status @param {Partial<Problem>} problem @param {number} retryAfter in seconds, 0 if not sent */
  constructor(status, problem, retryAfter) {
    super(problem.detail ?? `The response has the status ${status}.`);
    this.status = status;
    this.retryAfter = retryAfter;
    this.problem = problem;
    /** @type {string} */
    this.code = problem.code ?? `http_${status}`;
    this.reason = problem.reason;
    this.detail = problem.detail;
    this.errors = problem.errors;
    this.version = problem.version;
  }
}

const CODES = `malformed_json unauthenticated forbidden not_found method_not_allowed not_acceptable illegal_action
  not_your_turn too_early game_not_active game_not_open not_enough_players seat_taken not_finished
  log_behind idempotency_conflict stale_version payload_too_large unsupported_media_type validation_error
  rules_version_unsupported rate_limited internal_error store_unavailable shutting_down too_many_bots
  too_many_bot_tables too_many_streams`.split(/\s+/);

/** The subclass for each code: `not_found` is `NotFound`. @type {ErrorClasses<typeof ApiError>} */
const CLASSES = Object.assign(
  {},
  ...CODES.map((code) => ({
    [code.replace(/(?:^|_)(.)/g, (_, letter) => letter.toUpperCase())]: class extends ApiError {
      static code = code;
    },
  })),
);
export const {
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
  LogBehind,
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
  TooManyBotTables,
  TooManyStreams,
} = CLASSES;

/** Whether the same request may succeed later. @param {unknown} error @param {Retryable} retryable @param {unknown} ifMatch */
function isTransient(error, retryable, ifMatch) {
  if (retryable === "never" || error instanceof TooManyStreams) return false; // the live table polls instead
  if (error instanceof TooEarly) return Boolean(ifMatch); // others may react until then
  return (retryable === "always" ? TRANSIENT : [429]).includes(responseOf(error).status);
}

/** Without a response, it is handled as a 503. @param {unknown} error */
const responseOf = (error) => (error instanceof ApiError ? error : { status: 503, retryAfter: 0 });

/** A new Idempotency-Key. Only pages that came by https or from localhost have randomUUID. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @type {WeakMap<object, string>} */
const tags = new WeakMap();

/** The ETag of a result; that of a view says its version and whose it is. @param {Tag} tag */
export const etag = (tag) =>
  typeof tag === "string" ? tag : (tags.get(tag) ?? `"${tag.version}.${tag.viewer ?? "-"}"`);

/** @type {new () => Operations} */
const OperationMethods = /** @type {any} */ (class {});
for (const [name, operation] of Object.entries(OPERATIONS)) {
  const [method, template = "", retryable, ...has] = operation.split(" ");
  OperationMethods.prototype[name] = function (/** @type {any[]} */ ...args) {
    const path = template.replace(/{\w+}/g, () => encodeURIComponent(args.shift()));
    const body = has.includes("body") ? args.shift() : undefined;
    const options = has.includes("key") ? { key: newKey(), ...args[0] } : args[0];
    return this.call(method, path, options, { body, text: has.includes("text"), retryable });
  };
}

/** The service at one URL. Every error is an `ApiError` or a `ConnectionFailed`, unless your `signal` has aborted. */
export class Ludotheque extends OperationMethods {
  #baseUrl;
  #options;

  /** @param {string} [baseUrl] by default that of the service the page came from @param {ClientOptions} [options] */
  constructor(baseUrl = "", options = {}) {
    super();
    const here = globalThis.document?.baseURI ?? globalThis.location?.href;
    if (!/^https?:/.test(new URL(baseUrl, here).href)) throw new TypeError(`No service can be at ${baseUrl || here}.`);
    this.#baseUrl = baseUrl.replace(/\/+$/, "");
    this.#options = options;
    this.retry = { ...RETRY, ...options.retry };
    this.timeouts = { ...TIMEOUTS, ...options.timeouts };
  }

  /**
   * A live table. In TypeScript, `table<"the slug of a game">(…)` has the types of this game.
   * @template {Engine} [E=Engine] @param {string} id @param {TableOptions} [options] @returns {Table<E>}
   */
  table(id, options) {
    return new Table(this, id, options);
  }

  /** Log for debugging: never tokens, keys or bodies. @param {string} message */
  log(message) {
    this.#options.logger?.debug(`ludotheque: ${message}`);
  }

  /** Send a request once. @param {string} method @param {string} path @param {CallOptions} options @param {Content} [content] */
  async request(method, path, { token, key, ifMatch, ifNoneMatch, signal, retry, ...query }, { body, accept } = {}) {
    const { apiKey, language, fetch: send = fetch } = this.#options; // browsers do not allow to call it as a method
    const headers = {
      Accept: accept,
      "Accept-Language": language,
      Authorization: token && `Bearer ${token}`,
      "Content-Type": body && "application/json",
      "Idempotency-Key": key,
      "If-Match": ifMatch && etag(ifMatch),
      "If-None-Match": ifNoneMatch && etag(ifNoneMatch),
      "X-API-Key": apiKey,
    };
    const search = String(new URLSearchParams(withValue(query)));
    const start = Date.now();
    const response = await send(this.#baseUrl + path + (search && `?${search}`), {
      method,
      headers: withValue(headers),
      signal: signal ?? null,
      body: body ? JSON.stringify(body) : null,
    });
    this.log(`${method} ${path}: ${response.status} in ${Date.now() - start} ms`);
    if (response.ok || response.status === 304) return response;
    const problem = await response.json().catch((error) => {
      if (error instanceof SyntaxError) return {}; // not from the service: from a proxy, perhaps
      throw error; // the response was cut off, and counts as lost
    });
    const ErrorClass = Object.values(CLASSES).find(({ code }) => code === problem?.code) ?? ApiError;
    throw new ErrorClass(response.status, Object(problem), Number(response.headers.get("Retry-After")) || 0);
  }

  /**
   * Send a request, again as long as that may help and does no harm.
   * @param {string} method @param {string} path @param {CallOptions} [options] @param {Content} [content] @returns {Promise<any>}
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
        const backoff = Math.min(initialDelay * 2 ** (attempts - 1), maxDelay);
        const delay = Math.max(backoff, responseOf(error).retryAfter * 1000) * (1 + Math.random() / 4);
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
export class Table {
  /** The newest view; null at first. @type {ViewOf<E> | null} */
  view = null;
  /** Every event delivered so far. @type {EventOf<E>[]} */
  events = [];
  /** @type {ConnectionState} */
  state = "connecting";
  /** The error that has ended it. @type {ApiError | null} */
  error = null;

  #api;
  #query;
  #clockOffset = 0;
  #retryDelay = 1000;
  #failures = 0;
  #lastActivity = Date.now();
  #pollUntil = 0;
  #reactionVersion = 0;
  #closing = new AbortController();
  #timer = timer(this.#closing.signal);
  /** @type {ViewOf<E> | null} */
  #deliveredView = null;
  /** Events that came before others or their view. @type {Map<number, EventOf<E>>} */
  #pending = new Map();
  /** @type {Set<{ kind: string, listener: (payload: any) => void }>} */
  #listeners = new Set();
  /** @type {((value?: unknown) => void)[]} */
  #waiters = [];

  /** @param {Ludotheque} api @param {string} id @param {TableOptions} [options] */
  constructor(api, id, { after = 0, ...query } = {}) {
    this.id = id;
    /** The `seq` of the last event delivered: give it as `after` to resume there. */
    this.after = after;
    this.#api = api;
    this.#query = { include: /** @type {const} */ ("actions"), ...query };
    const { signal } = this.#closing;
    for (const name of WAKE_EVENTS) globalThis.addEventListener?.(name, this.#wake, { signal });
    this.#run();
  }

  /** What this seat may do; undefined for spectators. */
  get legal() {
    return /** @type {LegalOf<E> | undefined} */ (this.view?.legal);
  }

  /** The actions in `legal`. */
  get actions() {
    return /** @type {ActionOf<E>[]} */ (this.view?.legal?.actions ?? []);
  }

  /** Whether the game waits for this seat. */
  get isMyTurn() {
    return this.#mayAct(this.view?.awaiting);
  }

  /** Whether this seat may act although the game does not wait for it. */
  get mayReact() {
    return this.#mayAct(this.view?.may_react);
  }

  /** Whether the game is finished or abandoned. */
  get isOver() {
    return ["finished", "abandoned"].includes(this.view?.status ?? "");
  }

  /** The service's clock in milliseconds: `Date.parse(table.view.deadline) - table.now()` are left. */
  now() {
    return Date.now() + this.#clockOffset;
  }

  /**
   * Act once, however often this has to be sent. If the game has changed since the view `ifMatch`, nothing is done and
   * `StaleVersion` is thrown. By default it is `view` if the game waits for this seat alone; null: any view.
   * @param {ActionOf<E>} action @param {CallOptions} [options]
   */
  async act(action, options = {}) {
    const start = Date.now();
    const { view } = this;
    const isAlone = view?.awaiting.length === 1 && view.awaiting[0] === view.viewer;
    const { ifMatch = isAlone ? view : null } = options;
    try {
      const merged = { ...this.#query, ...options, ifMatch };
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

  /** Wait until it is this seat's turn, or with `react` until it may react. False: the game is over. */
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
   * Call the listener with each `event`, `view` and `state`, and with the `end`; at once with what was delivered before:
   * every event, and the newest of the others. Returns a function that removes the listener.
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
    const entry = { kind, listener };
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  /** Every event, also those delivered before, until the end. An error that ends it is thrown. */
  async *[Symbol.asyncIterator]() {
    let next = 0;
    do while (next < this.events.length) yield /** @type {EventOf<E>} */ (this.events[next++]);
    while (await this.#nextChange());
  }

  /** The newest view, whenever there is one, until the end. An error that ends it is thrown. */
  async *views() {
    let last = null;
    do while (this.#deliveredView && this.#deliveredView !== last) yield (last = this.#deliveredView);
    while (await this.#nextChange());
  }

  /** Stop following. */
  close() {
    this.#end(null);
  }

  async #run() {
    while (this.state !== "ended") {
      const { signal, stop } = (this.#timer = timer(this.#closing.signal));
      try {
        this.#setState("connecting");
        await this.#fetchView();
        await (Date.now() < this.#pollUntil ? this.#poll() : this.#stream());
      } catch (error) {
        const { status, retryAfter } = responseOf(error);
        if (status < 500 && status !== 429) this.#end(error);
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

  /** Read the stream; if it is rejected or blocked, poll for a while. */
  async #stream() {
    const { signal, set } = this.#timer;
    const { timeouts } = this.#api;
    let silent = true;
    try {
      set(timeouts.streamStart);
      const options = { token: this.#query.token, signal, after: this.after };
      const path = `/v1/games/${this.id}/events`;
      const response = await this.#api.request("GET", path, options, { accept: "text/event-stream" });
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      let [rest, over] = ["", false];
      for (let chunk; reader && !over && !(chunk = await reader.read()).done;) {
        silent = false;
        set(timeouts.streamSilence);
        const blocks = (rest + chunk.value).split("\n\n");
        rest = blocks.pop() ?? "";
        over = await this.#parse(blocks);
      }
      if (!silent || response.status === 204) {
        await this.#fetchView(); // the game is over, or the seat has another holder
        throw new Error("The stream has ended.");
      }
    } catch (error) {
      const failed = TRANSIENT.includes(responseOf(error).status) && this.#failures > 2;
      const blocked = signal.reason?.name === "TimeoutError" || failed;
      if (!(error instanceof TooManyStreams) && !(silent && blocked)) throw error;
    }
    this.#api.log(`${this.id}: polling for ${timeouts.streamRetry} ms`);
    this.#pollUntil = Date.now() + timeouts.streamRetry;
  }

  /** Handle blocks of the stream; true: it is over. @param {string[]} blocks */
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

  async #poll() {
    while (Date.now() < this.#pollUntil) {
      const [start, version] = [Date.now(), this.view?.version];
      this.#setState("live");
      await this.#fetchView(this.#api.timeouts.poll / 1000);
      // A service that is about to stop does not wait.
      const early = this.view?.version === version && Date.now() - start < 900;
      if (early) await aborted(timer(this.#timer.signal, this.#retryDelay).signal);
    }
  }

  /** Get the newest view and the events up to it. @param {number} [wait] seconds for a newer one */
  async #fetchView(wait) {
    const start = Date.now();
    const options = { token: this.#query.token, signal: this.#timer.signal, retry: { maxElapsed: 0 } };
    const view = await this.#api.getGame(this.id, { ...options, ...this.#query, wait, ifNoneMatch: this.view ?? "" });
    this.#lastActivity = Date.now();
    if (view) this.#update(view, start);
    this.#deliver();
    while (this.view && this.after < this.view.last_seq) {
      this.#addEvents((await this.#api.listEvents(this.id, { ...options, after: this.after, limit: 1000 })).events);
    }
  }

  /** Keep a view, unless it is older. @param {ViewOf<Engine>} view @param {number} start */
  #update(view, start) {
    const now = Date.parse(view.now); // the service's clock at some time since `start`
    this.#clockOffset = Math.min(Math.max(this.#clockOffset, now - Date.now()), now - start);
    if (view.version >= (this.view?.version ?? 0)) this.view = /** @type {ViewOf<E>} */ (view);
  }

  /** Add events in any order, once each. @param {any[]} events */
  #addEvents(events) {
    for (const event of events) if (event.seq > this.after) this.#pending.set(event.seq, event);
    this.#deliver();
  }

  /** Deliver all that is in order. */
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

  /** @param {number[]} [seats] */
  #mayAct(seats) {
    return Boolean(seats?.includes(this.view?.viewer ?? -1) && this.legal?.types.length);
  }

  /** @param {ConnectionState} state */
  #setState(state) {
    if (state === "live") [this.#lastActivity, this.#failures] = [Date.now(), 0];
    if ([state, "ended"].includes(this.state)) return;
    this.state = state;
    this.#api.log(`${this.id}: ${state}`);
    this.#emit("state", state);
  }

  /** @param {any} error */
  #end(error) {
    if (this.state === "ended") return;
    this.error = error;
    this.#closing.abort();
    this.#setState("ended");
    this.#emit("end", error);
  }

  /** @param {keyof TableEvents<E>} kind @param {unknown} payload */
  #emit(kind, payload) {
    for (const entry of [...this.#listeners]) {
      try {
        if (entry.kind === kind) entry.listener(payload);
      } catch (error) {
        Promise.reject(error); // reported as the listener's own, and does not stop the table
      }
    }
    this.#waiters.splice(0).forEach((resolve) => resolve());
  }

  /** False: there is no next change. */
  async #nextChange() {
    if (this.error) throw this.error;
    if (this.state === "ended") return false;
    await new Promise((resolve) => this.#waiters.push(resolve));
    return true;
  }

  /** Reconnect at once if this waits, or if nothing came for longer than the service is ever silent. */
  #wake = () => {
    const silence = Date.now() - this.#lastActivity;
    if (this.state === "waiting" || silence > this.#api.timeouts.streamSilence / 2) this.#timer.stop(WOKEN);
  };
}

/** The entries that have a value, as text. @param {object} entries @returns {[string, string][]} */
const withValue = (entries) =>
  Object.entries(entries).flatMap(([name, value]) => (value || value === 0 ? [[name, String(value)]] : []));

/** A signal that aborts with another, or after the time that was set. @param {AbortSignal} [outer] @param {number} [time] */
function timer(outer, time) {
  const control = new AbortController();
  const { signal } = control;
  /** @type {any} */
  let timeout;
  const stop = (/** @type {unknown} */ reason = undefined) => {
    clearTimeout(timeout);
    control.abort(reason);
  };
  const follow = () => stop(outer?.reason);
  const set = (/** @type {number} */ time) => {
    clearTimeout(timeout);
    timeout = setTimeout(() => stop(new DOMException("Nothing came in time.", "TimeoutError")), Math.min(time, 2e9));
  };
  if (time) set(time);
  if (outer?.aborted) follow();
  else outer?.addEventListener("abort", follow, { signal });
  return { signal, set, stop };
}

/** Wait until it aborts. @param {AbortSignal} signal */
const aborted = (signal) =>
  new Promise((resolve) => (signal.aborted ? resolve(null) : signal.addEventListener("abort", resolve)));
