/**
 * What this browser remembers: the visitor's name and language, and the tables they sit at with the tokens of their
 * seats. It never leaves this machine, but for the token in a request to the service.
 *
 * @typedef {{ token: string, name: string }} SeatToken
 * @typedef {{
 *   id: string, engine: string, host?: string | undefined, tokens: SeatToken[], left?: SeatToken | undefined,
 *   commitment?: string, tangram?: unknown, at: number,
 * }} SavedTable
 */

const TABLES = "ludotheque.tables";
const NAME = "ludotheque.name";
const LANGUAGE = "ludotheque.language";
const MOST_TABLES = 60;

/** @param {string} key */
function readItem(key) {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} key @param {string} text */
function writeItem(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // The browser stores nothing for this page: tables are lost when it is closed, and all else works.
  }
}

/** @returns {SavedTable[]} */
function readTables() {
  try {
    return JSON.parse(readItem(TABLES) || "[]");
  } catch {
    return [];
  }
}

/** @param {SavedTable[]} tables */
const writeTables = (tables) => writeItem(TABLES, JSON.stringify(tables));

/** The tables this browser has sat at, newest first. */
export const loadTables = () => readTables().sort((one, other) => other.at - one.at);

/** One of them. @param {string} id @returns {SavedTable | undefined} */
export const loadTable = (id) => readTables().find((table) => table.id === id);

/** Save a table, or what is new about it. @param {string} id @param {Partial<SavedTable>} changes */
export function saveTable(id, changes) {
  const others = readTables().filter((table) => table.id !== id);
  const table = { engine: "", tokens: [], ...loadTable(id), ...changes, id, at: Date.now() };
  writeTables([table, ...others].slice(0, MOST_TABLES));
}

/** @param {string} id */
export const forgetTable = (id) => writeTables(readTables().filter((table) => table.id !== id));

/** The name the visitor used last; empty at first. */
export const loadName = () => readItem(NAME);

/** @param {string} name */
export const saveName = (name) => writeItem(NAME, name);

/** The language the visitor chose; empty until then. */
export const loadLanguage = () => readItem(LANGUAGE);

/** @param {string} code */
export const saveLanguage = (code) => writeItem(LANGUAGE, code);
