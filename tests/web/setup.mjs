// Lets modules of the page run in node: texts are read from files, and the client is where the service would serve it.
import { readFile } from "node:fs/promises";
import { register } from "node:module";

const client = new URL("../../clients/javascript/ludotheque.js", import.meta.url).href;
const page = new URL("../../web/ludotheque.js", import.meta.url).href;
const hooks = `export const resolve = async (name, context, next) => {
  const url = name.startsWith(".") ? new URL(name, context.parentURL).href : name;
  return next(url === ${JSON.stringify(page)} ? ${JSON.stringify(client)} : name, context);
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
  String(address).startsWith("file:") ? new Response(await readFile(new URL(address))) : fetch(address, options);
