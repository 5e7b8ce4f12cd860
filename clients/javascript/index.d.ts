export * from "./ludotheque.js";
export * from "./types.js";
