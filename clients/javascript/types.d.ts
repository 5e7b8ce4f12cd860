/** The types of ludotheque.js. All of them come from openapi.d.ts, which is generated from openapi.yaml. */
import type { components, operations } from "./openapi.js";

export type Problem = components["schemas"]["ProblemDetails"];

/** A game's slug, and what is of any game: told apart by `engine`, or by `type`. */
export type Engine = GameView["engine"];
export type GameView = components["schemas"]["GameView"];
export type GameEvent = EventOf<Engine>;
export type Action = components["schemas"]["Action"];

/** The same of one game: `EventOf<"zoky">`. */
export type ViewOf<E extends Engine> = Of<E, GameView>;
export type EventOf<E extends Engine> = Of<E, Answer<"list_events">>["events"][number];
export type ActionOf<E extends Engine> = Of<E, Answer<"list_actions">>["actions"][number];
export type Acted<E extends Engine> = Of<E, Answer<"take_action">>;
type Of<E extends Engine, Told> = Extract<Told, { engine: E }>;

/** An ETag, or a view or content whose ETag is meant. */
export type Tag = string | { version?: number; viewer?: number | null };

/** What a call may be given besides the query of its operation. */
export type Asking = {
    /** The token of a seat or of the host. */
    token?: string | undefined;
    /** The Idempotency-Key, if it is not to be a new one. */
    key?: string | undefined;
    ifMatch?: Tag | undefined;
    ifNoneMatch?: Tag | undefined;
    /** Seconds that a long poll waits. */
    wait?: number | undefined;
    /** Milliseconds to go on trying. 0: the request is sent once. */
    patience?: number | undefined;
    signal?: AbortSignal | undefined;
};

type Operation = keyof operations;
type Query<Op extends Operation> = NonNullable<operations[Op]["parameters"]["query"]>;
type Good<Responses> = Responses extends { 200: infer Told } | { 201: infer Told } ? Told : never;
type Json<Sent> = Sent extends { content: { "application/json": infer Told } } ? Told : never;

/** The body that an operation takes. */
export type Body<Op extends Operation> = operations[Op] extends { requestBody: infer Sent } ? Json<Sent> : never;
/** What it may be given besides. */
export type Options<Op extends Operation> = Asking & ([Query<Op>] extends [never] ? object : Query<Op>);
/** Its answer. */
export type Answer<Op extends Operation> = Json<Good<operations[Op]["responses"]>>;

/** A call of an operation: what is in its path, its body, and options. */
type Call<Op extends Operation, Given extends unknown[] = [], Told = Answer<Op>> = (
    ...asked: [...Given, options?: Options<Op>]
) => Promise<Told>;
/** A call that is answered with null if it is asked with `ifNoneMatch` and nothing has changed. */
type CachedCall<Op extends Operation> = <Asked extends Options<Op>>(
    id: string,
    options?: Asked,
) => Promise<Answer<Op> | (Asked extends { ifNoneMatch: any } ? null : never)>;

/** Every operation of openapi.yaml. */
export interface Calls {
    /** Whether the service lives. */
    getHealth: Call<"get_health">;
    /** Whether it can serve. */
    getReadiness: Call<"get_readiness">;
    /** Its figures, for Prometheus. */
    getMetrics: Call<"get_metrics", [], string>;
    /** The description of the API. */
    getOpenapiJson: Call<"get_openapi_json">;
    getOpenapiYaml: Call<"get_openapi_yaml", [], string>;
    /** Everything that can go wrong. */
    listProblems: Call<"list_problems">;
    /** One of them, explained for people, as Markdown. */
    getProblem: Call<"get_problem", [code: string], string>;

    /** All kinds of games. */
    listEngines: Call<"list_engines">;
    /** One kind of game, with its JSON Schemas. */
    getEngine: Call<"get_engine", [slug: string]>;
    /** Its rules, as Markdown. */
    getRules: Call<"get_rules", [slug: string], string>;
    /** A picture in its rules, as SVG. */
    getPicture: Call<"get_picture", [slug: string, picture: string], string>;

    /** Set up a table. Only this answer holds its tokens. */
    createGame: Call<"create_game", [game: Body<"create_game">]>;
    /** Public tables, newest first. */
    listGames: Call<"list_games">;
    /** A table as the holder of this token may see it. */
    getGame: CachedCall<"get_game">;
    /** What never changes at a table. */
    getContent: CachedCall<"get_content">;
    /** Take a table away, as its host. */
    deleteGame: Call<"delete_game", [id: string], null>;
    /** Start with the seats taken so far, as host. */
    startGame: Call<"start_game", [id: string]>;
    /** The same table again, as host. */
    createRematch: Call<"create_rematch", [id: string]>;

    /** Take a seat, or as host put a bot there. */
    joinGame: Call<"join_game", [id: string, seat: Body<"join_game">]>;
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
    /** Have a record replayed. */
    verifyRecord: Call<"verify_record", [record: Body<"verify_record">]>;
}

/** Milliseconds. */
export interface Times {
    /** How long a request is sent again. */
    patience: number;
    /** An answer that takes longer is lost. */
    answer: number;
    /** A stream that takes longer to begin does not come through: the service begins at once. */
    first: number;
    /** A stream that says nothing for longer is dead: the service sends a line every 15 seconds. */
    silence: number;
    /** How long a poll waits for news. */
    poll: number;
    /** After so much polling, a stream is tried again. */
    polling: number;
}

/** What a live table is doing. */
export type State = "connecting" | "live" | "waiting" | "ended";

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
