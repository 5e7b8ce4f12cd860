/** The client of the service that all pages share, in the visitor's language. */

import { ApiError, Ludotheque } from "./ludotheque.js";
import { language } from "./ui/i18n.js";

export const api = new Ludotheque("", { language });

export { ApiError };
