/**
 * What this browser remembers: the visitor's name, and the tables they sit at with the tokens of their seats. It never
 * leaves this machine, but for the token in a request to the service.
 *
 * @typedef {{ token: string, name: string }} Held
 * @typedef {{ id: string, engine: string, host?: string, held: Held[], left?: Held | undefined, commitment?: string, at: number }} Kept
 */

const TABLES = "ludotheque.tables";
const NAME = "ludotheque.name";
const LANGUAGE = "ludotheque.language";
const MOST = 60;

/** @returns {Kept[]} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(TABLES) ?? "[]");
  } catch {
    return [];
  }
}

/** The tables this browser has sat at, newest first. */
export const tables = () => read().sort((one, other) => other.at - one.at);

/** One of them. @param {string} id @returns {Kept | undefined} */
export const table = (id) => read().find((kept) => kept.id === id);

/** Remember a table, or what is new about it. @param {string} id @param {Partial<Kept>} news */
export function keep(id, news) {
  const others = read().filter((kept) => kept.id !== id);
  const kept = { engine: "", held: [], ...table(id), ...news, id, at: Date.now() };
  write([kept, ...others].slice(0, MOST));
  return kept;
}

/** @param {string} id */
export const forget = (id) => write(read().filter((kept) => kept.id !== id));

/** @param {Kept[]} tables */
function write(tables) {
  try {
    localStorage.setItem(TABLES, JSON.stringify(tables));
  } catch {
    // The browser keeps nothing for this page: tables are lost when it is closed, and all else works.
  }
}

/** @param {string} key */
function recall(key) {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} key @param {string} text */
function note(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // as above
  }
}

/** The name the visitor used last; empty at first. */
export const name = () => recall(NAME);

/** @param {string} text */
export const rename = (text) => note(NAME, text);

/** The language the visitor chose; empty until then. */
export const language = () => recall(LANGUAGE);

/** @param {string} chosen */
export const speak = (chosen) => note(LANGUAGE, chosen);
