// Lets modules of the page run in node: every file is where the service would serve it, and texts are read from files.
import { readFile } from "node:fs/promises";
import { register } from "node:module";

const root = new URL("../../", import.meta.url).href;

/** The file at an address of the page. @param {string} address @param {string} root */
const fileAt = (address, root) =>
  address
    .replace(/^\/web\//, `${root}web/`)
    .replace(`${root}web/ludotheque.js`, `${root}clients/javascript/ludotheque.js`)
    .replace(RegExp(`^${root}web/games/(\\w+)/`), `${root}engines/$1/web/`);

const hooks = `const fileAt = ${fileAt};
export const resolve = async (name, context, next) => {
  const address = name.startsWith(".") ? new URL(name, context.parentURL).href : name;
  const found = await next(fileAt(address, ${JSON.stringify(root)}), context);
  return /\\/web\\/.*\\.js$/.test(found.url) ? { ...found, format: "module" } : found;
};`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

globalThis.location = /** @type {any} */ ({ href: "http://localhost/" });
Object.defineProperty(globalThis, "navigator", { value: { languages: ["en-GB", "fr"] }, configurable: true });

/** @type {Map<string, string>} */
const items = new Map();
globalThis.localStorage = /** @type {any} */ ({
  getItem: (key) => items.get(key) ?? null,
  setItem: (key, text) => void items.set(key, text),
  clear: () => items.clear(),
});

const { fetch } = globalThis;
globalThis.fetch = async (address, options) =>
  String(address).startsWith("file:")
    ? new Response(await readFile(new URL(fileAt(String(address), root))))
    : fetch(address, options);
