/** The types of ludotheque.js. All of them come from openapi.d.ts, which is generated from openapi.yaml. */
import type { components, operations } from "./openapi.js";

/** Every schema of openapi.yaml by its name: `Schemas["GameView"]`. */
export type Schemas = components["schemas"];
export type Problem = Schemas["ProblemDetails"];

/**
 * The `engine` of a game that is not in openapi.yaml, or the `type` of its events and actions. At run time it is any
 * other string; this literal stands for all of them, because only literals discriminate unions. Never compare with it:
 * what is of no known game is a `ViewOf<UnknownName>`, an `EventOf<UnknownName>` and so on.
 */
export type UnknownName = "(any other)";

/** The slug of a game, and what any game has: unions that `engine` or `type` discriminates. */
export type Engine = GameView["engine"];
export type GameView = Schemas["GameView"];
export type GameEvent = EventOf<Engine>;
export type GameState = StateOf<Engine>;
export type Action = Schemas["Action"] | Schemas["UnknownAction"];
export type Legal = LegalOf<Engine>;

/** The same of one game, by its slug. */
export type ViewOf<E extends Engine> = Of<E, GameView>;
export type StateOf<E extends Engine> = NonNullable<ViewOf<E>["state"]>;
export type OptionsOf<E extends Engine> = ViewOf<E>["options"];
export type LegalOf<E extends Engine> = NonNullable<ViewOf<E>["legal"]>;
export type EventOf<E extends Engine> = Of<E, Result<"list_events">>["events"][number];
export type ActionOf<E extends Engine> = Of<E, Result<"list_actions">>["actions"][number];
export type ActionResultOf<E extends Engine> = Of<E, Result<"take_action">>;
type Of<E extends Engine, Union> = { [Slug in Engine]: Extract<Union, { engine: Slug }> }[E];

/** A seat in the response that creates a game: a person's has a token, which is not shown again. */
export type CreatedSeat = Omit<Schemas["SeatView"], "kind" | "token"> &
    ({ kind: "human"; token: string } | { kind: "bot" | "open"; token?: undefined });
/** The response that creates a game. */
export type CreatedGame<E extends Engine = Engine> = E extends Engine
    ? Omit<ViewOf<E>, "seats" | "host_token"> & { seats: CreatedSeat[]; host_token: string }
    : never;

/** An ETag, or a view or content whose ETag is meant. */
export type Tag = string | { version?: number; viewer?: number | null };

/** Whether a request may be sent again: always, only if the service has certainly not processed it, or never. */
export type Retryable = "always" | "if_unprocessed" | "never";

/** An operation: its method and path, whether it may be sent again, and whether it has a body, a key, or a text as result. */
export type Declaration = `${string} /${string} ${Retryable}${"" | " body" | " body key" | " text"}`;

/** What a request sends, what it expects, and whether it may be sent again. */
export type Content = { body?: unknown; accept?: string; text?: boolean; retryable?: Retryable };

/** Milliseconds. */
export interface RetryPolicy {
    /** For how long a request is sent again. 0: it is sent once. */
    maxElapsed: number;
    /** The first delay; each is twice as long as the one before. */
    initialDelay: number;
    /** The longest delay, unless the service asks for a longer one with Retry-After. */
    maxDelay: number;
}

/** Milliseconds. */
export interface Timeouts {
    /** A response that takes longer is lost. */
    response: number;
    /** A stream that takes longer to begin is blocked: the service begins at once. */
    streamStart: number;
    /** A stream that sends nothing for longer is dead: the service sends a line every 15 seconds. */
    streamSilence: number;
    /** How long a long poll waits. */
    poll: number;
    /** After so much polling, a stream is tried again. */
    streamRetry: number;
}

/** Receives debug messages, never with tokens, keys or bodies: `console` is one. */
export interface Logger {
    debug(message: string): void;
}

/** The options of a client. */
export interface ClientOptions {
    /** For services where creating a game needs one. */
    apiKey?: string | undefined;
    /** The language of texts for people, such as `fr`; by default that of the browser. */
    language?: string | undefined;
    /** Replaces the built-in one. */
    fetch?: typeof globalThis.fetch | undefined;
    logger?: Logger | undefined;
    retry?: Partial<RetryPolicy> | undefined;
    timeouts?: Partial<Timeouts> | undefined;
}

/** The options of a call besides the query of its operation. */
export type CallOptions = {
    /** The token of a seat or of the host. */
    token?: string | undefined;
    /** The Idempotency-Key; by default a new one. */
    key?: string | undefined;
    ifMatch?: Tag | null | undefined;
    ifNoneMatch?: Tag | undefined;
    /** Seconds that a long poll waits. */
    wait?: number | undefined;
    /** The `seq` of the last event you have. */
    after?: number | undefined;
    retry?: Partial<RetryPolicy> | undefined;
    signal?: AbortSignal | undefined;
};

type Operation = keyof operations;
type Query<Op extends Operation> = NonNullable<operations[Op]["parameters"]["query"]>;
type Success<Responses> = Responses extends { 200: infer Response } | { 201: infer Response } ? Response : never;
type Json<Message> = Message extends { content: { "application/json": infer Content } } ? Content : never;

/** The body that an operation takes. */
export type Body<Op extends Operation> = operations[Op] extends { requestBody: infer Message } ? Json<Message> : never;
/** Its options. */
export type Options<Op extends Operation> = CallOptions & ([Query<Op>] extends [never] ? object : Query<Op>);
/** Its result. */
export type Result<Op extends Operation> = Json<Success<operations[Op]["responses"]>>;

/** An operation as a method: the parameters of its path, its body, and options. */
type Call<Op extends Operation, Args extends unknown[] = [], Returns = Result<Op>> = (
    ...args: [...Args, options?: Options<Op>]
) => Promise<Returns>;
/** An operation whose result is null if it is called with `ifNoneMatch` and nothing has changed. */
type CachedCall<Op extends Operation> = <Given extends Options<Op>>(
    id: string,
    options?: Given,
) => Promise<Result<Op> | (Given extends { ifNoneMatch: any } ? null : never)>;

/** Every operation of openapi.yaml. */
export interface Operations {
    /** Whether the process is alive. */
    getHealth: Call<"get_health">;
    /** Whether an action could be accepted now. */
    getReadiness: Call<"get_readiness">;
    /** Metrics for Prometheus. */
    getMetrics: Call<"get_metrics", [], string>;
    /** The description of the API. */
    getOpenapiJson: Call<"get_openapi_json">;
    getOpenapiYaml: Call<"get_openapi_yaml", [], string>;
    /** All problems that an error response may name. */
    listProblems: Call<"list_problems">;
    /** What an error's `code` means, in Markdown. */
    getProblem: Call<"get_problem", [code: string], string>;

    /** All kinds of games. */
    listEngines: Call<"list_engines">;
    /** One kind of game, with its JSON Schemas. */
    getEngine: Call<"get_engine", [slug: string]>;
    /** Its rules, in Markdown. */
    getRules: Call<"get_rules", [slug: string], string>;
    /** A picture in its rules, as SVG. */
    getPicture: Call<"get_picture", [slug: string, picture: string], string>;

    /** Set up a table. Only this response holds its tokens. */
    createGame<E extends Engine>(
        game: Body<"create_game"> & { engine: E },
        options?: Options<"create_game">,
    ): Promise<CreatedGame<E>>;
    /** Public tables, newest first. */
    listGames: Call<"list_games">;
    /** A table as the holder of this token may see it. */
    getGame: CachedCall<"get_game">;
    /** What never changes at a table. */
    getContent: CachedCall<"get_content">;
    /** Delete a game, as its host. */
    deleteGame: Call<"delete_game", [id: string], null>;
    /** Start with the seats taken so far, as host. */
    startGame: Call<"start_game", [id: string]>;
    /** The same table as a new game, as host. A second call returns the same new game. */
    createRematch: Call<"create_rematch", [id: string]>;

    /** Take a seat, or as host put a bot there. */
    joinGame(
        id: string,
        seat: Exclude<Body<"join_game">, { kind: "bot" }>,
        options?: Options<"join_game">,
    ): Promise<Result<"join_game"> & { token: string }>;
    joinGame(id: string, seat: Body<"join_game">, options?: Options<"join_game">): Promise<Result<"join_game">>;
    /** Leave a seat. */
    leaveGame: Call<"leave_game", [id: string, seat: number], null>;
    /** What this seat may do now. */
    listActions: Call<"list_actions", [id: string]>;
    /** Act. */
    takeAction: Call<"take_action", [id: string, action: Action]>;
    /** A page of the log; `table` follows it live. */
    listEvents: Call<"list_events", [id: string]>;
    /** A ticket for EventSource, which cannot send a token. */
    createTicket: Call<"create_ticket", [id: string]>;

    /** The record of a game that is over. */
    getRecord: Call<"get_record", [id: string]>;
    /** Replay a record. */
    verifyRecord: Call<"verify_record", [record: Body<"verify_record">]>;
}

/** What the connection of a live table is doing. */
export type ConnectionState = "connecting" | "live" | "waiting" | "ended";

export interface TableOptions {
    /** The token of the seat; without it you are a spectator. */
    token?: string | undefined;
    /** The `seq` of the last event you have. */
    after?: number | undefined;
    /** `content`: views do not hold what never changes. */
    omit?: "content" | undefined;
    /** How many legal actions to list at most. */
    limit?: number | undefined;
}

/** The code of each class of error responses. */
export interface ErrorCodes {
    MalformedJson: "malformed_json";
    Unauthenticated: "unauthenticated";
    Forbidden: "forbidden";
    NotFound: "not_found";
    MethodNotAllowed: "method_not_allowed";
    NotAcceptable: "not_acceptable";
    IllegalAction: "illegal_action";
    NotYourTurn: "not_your_turn";
    TooEarly: "too_early";
    GameNotActive: "game_not_active";
    GameNotOpen: "game_not_open";
    NotEnoughPlayers: "not_enough_players";
    SeatTaken: "seat_taken";
    NotFinished: "not_finished";
    LogBehind: "log_behind";
    IdempotencyConflict: "idempotency_conflict";
    StaleVersion: "stale_version";
    PayloadTooLarge: "payload_too_large";
    UnsupportedMediaType: "unsupported_media_type";
    ValidationError: "validation_error";
    RulesVersionUnsupported: "rules_version_unsupported";
    RateLimited: "rate_limited";
    InternalError: "internal_error";
    StoreUnavailable: "store_unavailable";
    ShuttingDown: "shutting_down";
    TooManyBots: "too_many_bots";
    TooManyBotTables: "too_many_bot_tables";
    TooManyStreams: "too_many_streams";
}
/** One of these classes. */
export interface ErrorClass<Code extends string, Base extends abstract new (...args: any) => object> {
    code: Code;
    new (...args: ConstructorParameters<Base>): InstanceType<Base> & { code: Code };
}
/** All of them, by name. */
export type ErrorClasses<Base extends abstract new (...args: any) => object> = {
    [Name in keyof ErrorCodes]: ErrorClass<ErrorCodes[Name], Base>;
};
