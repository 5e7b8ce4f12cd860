/** The client of the service that all pages share, in the visitor's language. */

import { Ludotheque, Refusal } from "./ludotheque.js";
import { language } from "./ui/i18n.js";

export const api = new Ludotheque("", { language });

/** An error response of the service. */
export { Refusal as ApiError };
