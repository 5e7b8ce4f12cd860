import type { ApiError } from "./ludotheque.js";
import type { ErrorClasses } from "./types.js";

export * from "./ludotheque.js";
export * from "./types.js";

type ErrorOf<Name extends keyof ErrorClasses<typeof ApiError>> = InstanceType<ErrorClasses<typeof ApiError>[Name]>;

/** The module makes these classes from a list of codes, which declares values only: here are their types. */
declare module "./ludotheque.js" {
    type MalformedJson = ErrorOf<"MalformedJson">;
    type Unauthenticated = ErrorOf<"Unauthenticated">;
    type Forbidden = ErrorOf<"Forbidden">;
    type NotFound = ErrorOf<"NotFound">;
    type MethodNotAllowed = ErrorOf<"MethodNotAllowed">;
    type NotAcceptable = ErrorOf<"NotAcceptable">;
    type IllegalAction = ErrorOf<"IllegalAction">;
    type NotYourTurn = ErrorOf<"NotYourTurn">;
    type TooEarly = ErrorOf<"TooEarly">;
    type GameNotActive = ErrorOf<"GameNotActive">;
    type GameNotOpen = ErrorOf<"GameNotOpen">;
    type NotEnoughPlayers = ErrorOf<"NotEnoughPlayers">;
    type SeatTaken = ErrorOf<"SeatTaken">;
    type NotFinished = ErrorOf<"NotFinished">;
    type LogBehind = ErrorOf<"LogBehind">;
    type IdempotencyConflict = ErrorOf<"IdempotencyConflict">;
    type StaleVersion = ErrorOf<"StaleVersion">;
    type PayloadTooLarge = ErrorOf<"PayloadTooLarge">;
    type UnsupportedMediaType = ErrorOf<"UnsupportedMediaType">;
    type ValidationError = ErrorOf<"ValidationError">;
    type RulesVersionUnsupported = ErrorOf<"RulesVersionUnsupported">;
    type RateLimited = ErrorOf<"RateLimited">;
    type InternalError = ErrorOf<"InternalError">;
    type StoreUnavailable = ErrorOf<"StoreUnavailable">;
    type ShuttingDown = ErrorOf<"ShuttingDown">;
    type TooManyBots = ErrorOf<"TooManyBots">;
    type TooManyBotTables = ErrorOf<"TooManyBotTables">;
    type TooManyStreams = ErrorOf<"TooManyStreams">;
}
