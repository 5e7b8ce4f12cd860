/** The client of the service that all pages share, in the visitor's language. */

import { Ludotheque, Refusal } from "./ludotheque.js";
import { language } from "./ui/i18n.js";

export const api = new Ludotheque("", { language });

/** What the service responds if it does not do what it was asked. */
export { Refusal as ApiError };
