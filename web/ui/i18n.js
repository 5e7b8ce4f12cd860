/**
 * The page's own words. A text may have places such as `{name}`, and one that counts has a form for each plural.
 *
 * @typedef {{ [key: string]: string | { [plural: string]: string } }} Words
 * @typedef {{ [name: string]: string | number | null | undefined }} Filling
 * @typedef {"en" | "fr" | "de"} Language
 */

import * as memory from "./storage.js";

/** The languages of the page, each by its own name. @type {Record<Language, string>} */
export const LANGUAGES = { en: "English", fr: "Français", de: "Deutsch" };

/** The language of the page: the one that was chosen here, or the first that the browser likes and that is spoken. */
export const language = /** @type {Language} */ (
  [memory.language(), ...navigator.languages.map((wanted) => wanted.toLowerCase().replace(/-.*/, ""))].find(
    (wanted) => wanted in LANGUAGES,
  ) ?? "en"
);

const plurals = new Intl.PluralRules(language);
const known = await wordsIn("../words");

/** The words in a folder. A game that does not speak this language speaks English. @param {string} folder @returns {Promise<Words>} */
async function wordsIn(folder) {
  const [found, english] = [language, "en"].map((one) => new URL(`${folder}/${one}.json`, import.meta.url));
  const answer = await fetch(/** @type {URL} */ (found));
  return (answer.ok ? answer : await fetch(/** @type {URL} */ (english))).json();
}

/** Learn the words of a game. @param {string} slug @param {"messages" | "options"} [folder] those of its table, or of its options */
export async function learn(slug, folder = "messages") {
  Object.assign(known, await wordsIn(`../games/${slug}/${folder}`));
}

/** A text by its key; `n` chooses the plural. @param {string} key @param {Filling} [filling] */
export function t(key, filling = {}) {
  const found = known[key];
  if (found === undefined) throw new Error(`There are no words for ${key}.`);
  const text =
    typeof found === "string" ? found : (found[plurals.select(Number(filling["n"]))] ?? found["other"] ?? "");
  return text.replace(/{(\w+)}/g, (_, name) => String(filling[name] ?? ""));
}

/** Whether there are words for a key. @param {string} key */
export const has = (key) => key in known;

/** Several things as one list in words. @param {string[]} things */
export const listed = (things) => new Intl.ListFormat(language).format(things);
