/**
 * Play on a Ludotheque service, from a browser or from node 20: typed calls, retries, and a live table.
 * It has no dependencies and needs no build step. README.md shows how it is used.
 *
 * @import { Acted, ActionOf, Asking, Calls, Engine, EventOf, Problem, State } from "./types.js"
 * @import { TableOptions, Tag, Times, ViewOf } from "./types.js"
 */

/** Milliseconds, for all that waits. @type {Times} */
export const TIMES = { patience: 60e3, answer: 30e3, first: 8e3, silence: 40e3, poll: 25e3, polling: 300e3 };

/** Every operation of openapi.yaml; types.d.ts says what each takes. GETs and what has a key may be sent again. */
const OPERATIONS = {
  getHealth: "GET /healthz once",
  getReadiness: "GET /readyz once",
  getMetrics: "GET /metrics text",
  getOpenapiJson: "GET /openapi.json",
  getOpenapiYaml: "GET /openapi.yaml text",
  listProblems: "GET /problems",
  getProblem: "GET /problems/{code} text",
  listEngines: "GET /v1/engines",
  getEngine: "GET /v1/engines/{slug}",
  getRules: "GET /v1/engines/{slug}/rules text",
  getPicture: "GET /v1/engines/{slug}/{picture}.svg text",
  createGame: "POST /v1/games body key",
  listGames: "GET /v1/games",
  getGame: "GET /v1/games/{id}",
  getContent: "GET /v1/games/{id}/content",
  deleteGame: "DELETE /v1/games/{id}",
  startGame: "POST /v1/games/{id}/start",
  createRematch: "POST /v1/games/{id}/rematch again", // twice is the same rematch
  joinGame: "POST /v1/games/{id}/seats body key",
  leaveGame: "DELETE /v1/games/{id}/seats/{seat}",
  listActions: "GET /v1/games/{id}/actions",
  takeAction: "POST /v1/games/{id}/actions body key",
  listEvents: "GET /v1/games/{id}/events",
  createTicket: "POST /v1/games/{id}/events/ticket again",
  getRecord: "GET /v1/games/{id}/record",
  verifyRecord: "POST /v1/records/verify body again",
};

const PASSING = [429, 502, 503, 504];
const WAKING = ["online", "pageshow", "visibilitychange"];
const WOKEN = new Error("The page is awake again.");

/** A refusal, with what the service said about it; `code` is empty if something else on the way has refused. */
export class Refusal extends Error {
  /** @param {number} status @param {Partial<Problem>} problem @param {number} retryAfter in seconds, 0 if not told */
  constructor(status, problem, retryAfter) {
    super(problem.detail ?? `The answer has the status ${status}.`);
    this.name = "Refusal";
    this.status = status;
    this.retryAfter = retryAfter;
    this.problem = problem;
    this.code = problem.code ?? "";
    this.reason = problem.reason;
    this.detail = problem.detail;
    this.errors = problem.errors;
    this.version = problem.version;
  }
}

/** A new Idempotency-Key. Pages that came neither by https nor from localhost have no randomUUID. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return crypto.randomUUID?.() ?? Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @type {WeakMap<object, string>} */
const tags = new WeakMap();

/** The ETag of an answer; that of a view says its version and whose it is. @param {Tag} tag */
export const etag = (tag) =>
  typeof tag === "string" ? tag : (tags.get(tag) ?? `"${tag.version}.${tag.viewer ?? "-"}"`);

/** @type {new () => Calls} */
const Operations = /** @type {any} */ (class {});
for (const [name, form] of Object.entries(OPERATIONS)) {
  const [method = "", path = "", ...how] = form.split(" ");
  const sent = { text: how.includes("text"), again: /GET|key|again/.test(form) && !how.includes("once") };
  Operations.prototype[name] = function (/** @type {any[]} */ ...asked) {
    const place = path.replace(/{\w+}/g, () => encodeURIComponent(asked.shift()));
    const body = how.includes("body") ? asked.shift() : undefined;
    return this.call(method, place, how.includes("key") ? { key: newKey(), ...asked[0] } : asked[0], { ...sent, body });
  };
}

/** The service at one address. A refusal is thrown as `Refusal`; any other error means that no answer came. */
export class Ludotheque extends Operations {
  #base;
  #apiKey;
  #language;
  #fetch;

  /**
   * @param {string} [base] such as `http://localhost:8000`; without it a page asks the service it came from
   * @param {{ apiKey?: string, language?: string, fetch?: typeof globalThis.fetch, times?: Partial<Times> }} [options]
   *   `language`: what answers are to be in, such as `fr`; without it a browser asks for its own
   */
  constructor(base = "", { apiKey, language, fetch = globalThis.fetch, times } = {}) {
    super();
    const here = globalThis.document?.baseURI ?? globalThis.location?.href;
    if (!/^https?:/.test(new URL(base, here).href)) throw new TypeError(`No service can be at ${base || here}.`);
    this.#base = base.replace(/\/+$/, "");
    this.#apiKey = apiKey;
    this.#language = language;
    this.#fetch = fetch;
    this.times = { ...TIMES, ...times };
  }

  /**
   * A table that is followed live. In TypeScript, `table<"zoky">(…)` has the types of this game.
   * @template {Engine} [E=Engine] @param {string} id @param {TableOptions} [options] @returns {Table<E>}
   */
  table(id, options) {
    return new Table(this, id, options);
  }

  /**
   * One request, sent once. The answer is as it came.
   * @param {string} method @param {string} path @param {Asking} asked @param {{ body?: unknown, accept?: string }} sent
   */
  async request(method, path, { token, key, ifMatch, ifNoneMatch, signal, patience, ...query }, { body, accept }) {
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
    const asked = String(new URLSearchParams(given(query)));
    const init = { method, headers: given(headers), signal: signal ?? null };
    const send = this.#fetch; // browsers refuse to run it as a method of something else
    const response = await send(
      this.#base + path + (asked && `?${asked}`),
      body ? { ...init, body: JSON.stringify(body) } : init,
    );
    if (response.ok || response.status === 304) return response;
    const problem = await response.json().catch((failure) => {
      if (failure instanceof SyntaxError) return {}; // not the service's own words: a proxy's, perhaps
      throw failure; // the answer was cut off, and counts as lost
    });
    throw new Refusal(response.status, problem, Number(response.headers.get("Retry-After")) || 0);
  }

  /**
   * One call, sent again as long as its failure may pass.
   * @param {string} method @param {string} path @param {Asking} [asked]
   * @param {{ body?: unknown, text?: boolean, again?: boolean }} [sent] @returns {Promise<any>}
   */
  async call(method, path, asked = {}, { body, text = false, again = false } = {}) {
    const { ifMatch, signal, patience = this.times.patience, wait = 0 } = asked;
    const end = Date.now() + (again ? patience : 0);
    for (let tries = 0; ; tries++) {
      const limit = alarm(signal, this.times.answer + wait * 1000);
      try {
        const response = await this.request(method, path, { ...asked, signal: limit.signal }, { body });
        if ([204, 304].includes(response.status)) return null;
        const answer = await (text ? response.text() : response.json());
        const tag = response.headers.get("ETag");
        if (tag && !text) [answer, answer.game ?? answer].forEach((part) => tags.set(part, tag));
        return answer;
      } catch (failure) {
        const { status, code, retryAfter } = failure instanceof Refusal ? failure : LOST;
        // What came too early is sent again only with If-Match: others may have reacted by then.
        const passes = PASSING.includes(status) || (code === "too_early" && ifMatch);
        const pause = Math.max(Math.min(250 * 2 ** tries, 8000), retryAfter * 1000) * (1 + Math.random() / 4);
        if (signal?.aborted || !passes || Date.now() + pause > end) throw failure;
        await rung(alarm(signal, pause).signal);
        signal?.throwIfAborted();
      } finally {
        limit.stop();
      }
    }
  }
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
export class Table {
  /** The newest view; null until the first has come. @type {ViewOf<E> | null} */
  view = null;
  /** Every event told so far. @type {EventOf<E>[]} */
  events = [];
  /** What it is doing. @type {State} */
  state = "connecting";
  /** The refusal that has ended it. @type {Refusal | null} */
  error = null;

  #api;
  #token;
  #asked;
  #offset = 0;
  #retry = 1000;
  #failures = 0;
  #heardAt = Date.now();
  #pollUntil = 0;
  #closing = new AbortController();
  #alarm = alarm(this.#closing.signal);
  /** The view told last. @type {ViewOf<E> | null} */
  #shown = null;
  /** Events that cannot be told yet. @type {Map<number, EventOf<E>>} */
  #early = new Map();
  /** @type {Set<[kind: keyof Told<E>, listener: (told: any) => void]>} */
  #listeners = new Set();
  /** Iterations that wait for more. @type {((told?: unknown) => void)[]} */
  #waiting = [];

  /** @param {Ludotheque} api @param {string} id @param {TableOptions} [options] */
  constructor(api, id, { token, after = 0, ...asked } = {}) {
    this.id = id;
    /** The `seq` of the last event told. Keep it, and give it as `after` to go on where this table stopped. */
    this.last = after;
    this.#api = api;
    this.#token = token;
    this.#asked = { include: /** @type {const} */ ("actions"), ...asked };
    WAKING.forEach((news) => globalThis.addEventListener?.(news, this.#wake));
    this.#run();
  }

  /** What this seat may do; undefined for spectators. */
  get legal() {
    return this.view?.legal;
  }

  /** The service's clock in milliseconds: `Date.parse(table.view.deadline) - table.now()` is the time that is left. */
  now() {
    return Date.now() + this.#offset;
  }

  /**
   * Act once, however often this has to be sent. Its events and its view are told like all others, and only once.
   * @param {ActionOf<E>} action @param {Asking} [options]
   */
  async act(action, options) {
    const began = Date.now();
    const asked = { ...this.#asked, token: this.#token, ...options };
    const answer = /** @type {Acted<E>} */ (await this.#api.takeAction(this.id, action, asked));
    this.#take(answer.game, began);
    this.#hear(answer.events);
    return answer;
  }

  /**
   * Be told each `event`, `view` and `state`, and the `end`. What was told before is told at once: every event, and the
   * newest of the others. Returns what ends this.
   * @template {keyof Told<E>} Kind @param {Kind} kind @param {(told: Told<E>[Kind]) => void} listener
   */
  on(kind, listener) {
    const shown = this.#shown ? [this.#shown] : [];
    const told = {
      event: this.events,
      view: shown,
      state: [this.state],
      end: this.state === "ended" ? [this.error] : [],
    };
    for (const one of [...told[kind]]) listener(/** @type {Told<E>[Kind]} */ (one));
    /** @type {[Kind, (told: any) => void]} */
    const entry = [kind, listener];
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  /** Every event of this table, also those told before, until the end. A refusal is thrown. */
  async *[Symbol.asyncIterator]() {
    let next = 0;
    do while (next < this.events.length) yield /** @type {EventOf<E>} */ (this.events[next++]);
    while (await this.#more());
  }

  /** The newest view, whenever there is a newer one, until the end. A refusal is thrown. */
  async *views() {
    let seen = null;
    do while (this.#shown && this.#shown !== seen) yield (seen = this.#shown);
    while (await this.#more());
  }

  /** Stop following. */
  close() {
    this.#end(null);
  }

  /** Look, follow, and come back after a pause, until the end. */
  async #run() {
    while (this.state !== "ended") {
      const { signal, stop } = (this.#alarm = alarm(this.#closing.signal));
      try {
        this.#say("connecting");
        await this.#look();
        await (Date.now() < this.#pollUntil ? this.#poll() : this.#stream());
      } catch (failure) {
        const { status, retryAfter } = failure instanceof Refusal ? failure : LOST;
        if (status < 500 && status !== 429) this.#end(/** @type {Refusal} */ (failure));
        else if (signal.reason !== WOKEN) {
          const pause = Math.min(this.#retry * 2 ** this.#failures++, 30_000) * (0.75 + Math.random() / 2);
          this.#alarm = alarm(this.#closing.signal, Math.max(pause, retryAfter * 1000));
          this.#say("waiting");
          await rung(this.#alarm.signal);
        }
      } finally {
        stop();
      }
    }
  }

  /** Read the stream to its end. If it is refused or does not come through, poll for a while. */
  async #stream() {
    const { signal, set } = this.#alarm;
    let quiet = true;
    try {
      set(this.#api.times.first);
      const path = `/v1/games/${this.id}/events?after=${this.last}`;
      const response = await this.#api.request(
        "GET",
        path,
        { token: this.#token, signal },
        { accept: "text/event-stream" },
      );
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      let [rest, over] = ["", false];
      for (let part; reader && !over && !(part = await reader.read()).done;) {
        quiet = false;
        set(this.#api.times.silence);
        const blocks = (rest + part.value).split("\n\n");
        rest = blocks.pop() ?? "";
        over = await this.#read(blocks);
      }
      if (!quiet || response.status === 204) {
        await this.#look(); // the game is over, or the seat has another holder
        throw new Error("The stream has ended.");
      }
    } catch (failure) {
      const { status, code } = failure instanceof Refusal ? failure : LOST;
      const held = signal.reason?.name === "TimeoutError" || (PASSING.includes(status) && this.#failures > 2);
      if (code !== "too_many_streams" && !(quiet && held)) throw failure;
    }
    this.#pollUntil = Date.now() + this.#api.times.polling;
  }

  /** Take what the stream has brought; true if nothing more follows. @param {string[]} blocks */
  async #read(blocks) {
    const events = [];
    let over = false;
    for (const block of blocks) {
      const [, kind, told = ""] = /^(data|event|retry): ?(.*)$/m.exec(block) ?? [];
      if (kind === "data") events.push(JSON.parse(told));
      if (kind === "retry") this.#retry = Number(told);
      over ||= kind === "event";
    }
    this.#say("live");
    this.#hear(events);
    if (events.at(-1)?.version > (this.view?.version ?? 0)) await this.#look();
    return over;
  }

  /** Wait for news again and again. */
  async #poll() {
    while (Date.now() < this.#pollUntil) {
      const [began, version] = [Date.now(), this.view?.version];
      this.#say("live");
      await this.#look(this.#api.times.poll / 1000);
      // A service that is about to stop does not wait: do not ask again at once.
      const early = this.view?.version === version && Date.now() - began < 900;
      if (early) await rung(alarm(this.#alarm.signal, this.#retry).signal);
    }
  }

  /** Get the newest view and the events up to it, or wait some seconds for a newer one. @param {number} [wait] */
  async #look(wait) {
    const began = Date.now();
    const asked = { token: this.#token, signal: this.#alarm.signal, patience: 0 };
    const view = await this.#api.getGame(this.id, { ...asked, ...this.#asked, wait, ifNoneMatch: this.view ?? "" });
    this.#heardAt = Date.now();
    if (view) this.#take(view, began);
    this.#tell();
    while (this.view && this.last < this.view.last_seq) {
      this.#hear((await this.#api.listEvents(this.id, { ...asked, after: this.last, limit: 1000 })).events);
    }
  }

  /** Take a view asked for at `began`, unless it is an older one. @param {ViewOf<Engine>} view @param {number} began */
  #take(view, began) {
    const now = Date.parse(view.now); // the service's clock at some time since `began`
    this.#offset = Math.min(Math.max(this.#offset, now - Date.now()), now - began);
    if (view.version >= (this.view?.version ?? 0)) this.view = /** @type {ViewOf<E>} */ (view);
  }

  /** Take events, in any order and any number of times. @param {{ seq: number }[]} events */
  #hear(events) {
    for (const event of events)
      if (event.seq > this.last) this.#early.set(event.seq, /** @type {EventOf<E>} */ (event));
    this.#tell();
  }

  /** Tell what can be told, and end when the game is over and all is told. */
  #tell() {
    const { view } = this;
    if (!view) return;
    for (let event; this.state !== "ended" && (event = this.#early.get(this.last + 1));) {
      if (event.version > view.version) return;
      this.#early.delete(event.seq);
      this.last = event.seq;
      this.events.push(event);
      this.#emit("event", event);
    }
    if (this.state === "ended" || this.last < view.last_seq) return;
    if (view.version > (this.#shown?.version ?? 0)) this.#emit("view", (this.#shown = view));
    if (["finished", "abandoned"].includes(view.status)) this.#end(null);
  }

  /** @param {State} state */
  #say(state) {
    if (state === "live") [this.#heardAt, this.#failures] = [Date.now(), 0];
    if ([state, "ended"].includes(this.state)) return;
    this.state = state;
    this.#emit("state", state);
  }

  /** @param {Refusal | null} error */
  #end(error) {
    if (this.state === "ended") return;
    this.error = error;
    this.#closing.abort();
    WAKING.forEach((news) => globalThis.removeEventListener?.(news, this.#wake));
    this.#say("ended");
    this.#emit("end", error);
  }

  /** @template {keyof Told<E>} Kind @param {Kind} kind @param {Told<E>[Kind]} told */
  #emit(kind, told) {
    for (const [heard, listener] of [...this.#listeners]) {
      try {
        if (heard === kind) listener(told);
      } catch (mistake) {
        Promise.reject(mistake); // it is the listener's own, and does not stop the table
      }
    }
    this.#waiting.splice(0).forEach((go) => go());
  }

  /** Wait for what comes next; false if nothing can. */
  async #more() {
    if (this.error) throw this.error;
    if (this.state === "ended") return false;
    await new Promise((go) => this.#waiting.push(go));
    return true;
  }

  /** Come back at once, if this waits, or has heard nothing for longer than the service is ever silent. */
  #wake = () => {
    if (this.state === "waiting" || Date.now() - this.#heardAt > this.#api.times.silence / 2) this.#alarm.stop(WOKEN);
  };
}

/** No answer at all, which passes as a 503 does. */
const LOST = { status: 503, code: "", retryAfter: 0 };

/** What has a value, as text. @param {object} named @returns {[string, string][]} */
const given = (named) => Object.entries(named).flatMap(([name, it]) => (it || it === 0 ? [[name, String(it)]] : []));

/**
 * A signal that fires with another, or when the time that was set is over.
 * @param {AbortSignal} [outer] @param {number} [time]
 */
function alarm(outer, time) {
  const control = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const stop = (/** @type {unknown} */ reason = undefined) => {
    clearTimeout(timer);
    outer?.removeEventListener("abort", follow);
    control.abort(reason);
  };
  const follow = () => stop(outer?.reason);
  const set = (/** @type {number} */ time) => {
    clearTimeout(timer);
    timer = setTimeout(() => stop(new DOMException("Nothing came in time.", "TimeoutError")), Math.min(time, 2e9));
  };
  if (time) set(time);
  if (outer?.aborted) follow();
  else outer?.addEventListener("abort", follow);
  return { signal: control.signal, set, stop };
}

/** Wait until it fires. @param {AbortSignal} signal */
const rung = (signal) => new Promise((go) => (signal.aborted ? go(null) : signal.addEventListener("abort", go)));
