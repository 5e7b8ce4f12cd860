/** The entry: sets the language of the document and starts the router. */

import { startRouter } from "./router.js";
import { show } from "./ui/dom.js";
import { language, t } from "./ui/i18n.js";

document.documentElement.lang = language;
show(/** @type {HTMLElement} */ (document.querySelector(".skip")), t("skip"));
startRouter();
