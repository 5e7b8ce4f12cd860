/** The client of the service that all pages share, in the visitor's language. */

import { ApiError, Ludotheque } from "./ludotheque.js";
import { language } from "./ui/i18n.js";

export const api = new Ludotheque("", { language });

/** Seconds after an action before which no bot acts at a table created here, so that people can follow. */
export const BOT_PACE = 0.6;

export { ApiError };
