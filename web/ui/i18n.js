/**
 * The page's own texts. A text may have places such as `{name}`, and one that counts has a form for each plural.
 *
 * @typedef {{ [key: string]: string | { [plural: string]: string } }} Messages
 * @typedef {{ [name: string]: string | number | null | undefined }} MessageParams
 * @typedef {"en" | "fr" | "de"} Language
 */

import * as storage from "./storage.js";

/** The languages of the page, each by its own name. @type {Record<Language, string>} */
export const LANGUAGES = { en: "English", fr: "Français", de: "Deutsch" };

/** The language of the page: the one that was chosen here, or the first of the browser's languages that the page has. */
export const language = /** @type {Language} */ (
  [storage.loadLanguage(), ...navigator.languages.map((tag) => tag.toLowerCase().replace(/-.*/, ""))].find(
    (code) => code in LANGUAGES,
  ) ?? "en"
);

const pluralRules = new Intl.PluralRules(language);
const messages = await fetchMessages("../messages");

/** The texts in a folder, in English if they are not there in this language. @param {string} folder @returns {Promise<Messages>} */
async function fetchMessages(folder) {
  const address = (/** @type {string} */ code) => new URL(`${folder}/${code}.json`, import.meta.url);
  const response = await fetch(address(language));
  return (response.ok ? response : await fetch(address("en"))).json();
}

/** The folders that were loaded. @type {Set<string>} */
const loadedFolders = new Set();

/** Load the texts in a folder besides those of all pages, once. @param {string} folder */
export async function loadMessages(folder) {
  if (loadedFolders.has(folder)) return;
  Object.assign(messages, await fetchMessages(`../${folder}`));
  loadedFolders.add(folder);
}

/** Wait for a module and for the texts it needs. @template Module @param {Promise<Module>} module @param {string} folder */
export const withMessages = (module, folder) => Promise.all([module, loadMessages(folder)]).then(([loaded]) => loaded);

/** A text by its key; `n` chooses the plural. @param {string} key @param {MessageParams} [params] */
export function t(key, params = {}) {
  const message = messages[key];
  if (message === undefined) throw new Error(`There is no message ${key}.`);
  return pluralForm(message, Number(params["n"])).replace(/{(\w+)}/g, (_, name) => String(params[name] ?? ""));
}

/** @param {Messages[string]} message @param {number} count */
function pluralForm(message, count) {
  if (typeof message === "string") return message;
  return message[pluralRules.select(count)] ?? message["other"] ?? "";
}

/** Whether there is a text for a key. @param {string} key */
export const hasMessage = (key) => key in messages;

/** Several items as one list in words. @param {string[]} items */
export const formatList = (items) => new Intl.ListFormat(language).format(items);
