/** Which games have a table of their own. Any other is played at the generic one. */

/** @import { GameTable } from "../types.js" */

import { h } from "../ui/dom.js";
import { learn } from "../ui/i18n.js";

/** The slugs of games with a folder here: table.js, words/, style.css and picture.svg. @type {string[]} */
export const OWN = ["dragon_fights", "tapecho", "tchang", "tokyo_poo_divers", "zoky"];

/** Load the table of a game, with its words and its style. @param {string} slug @returns {Promise<GameTable>} */
export async function tableOf(slug) {
  const own = OWN.includes(slug);
  const folder = own ? slug : "generic";
  const [{ table }] = await Promise.all([
    import(`./${folder}/table.js`),
    own && learn(slug),
    style(`/web/games/${folder}/style.css`),
  ]);
  return table;
}

/** Load a style, once. @param {string} address */
export function style(address) {
  if (document.querySelector(`link[href="${address}"]`)) return undefined;
  return new Promise((done) => {
    document.head.append(h("link", { rel: "stylesheet", href: address, onload: done, onerror: done }));
  });
}

/** The picture of a game. @param {string} slug */
export const picture = (slug) =>
  h("img", {
    src: `/web/games/${OWN.includes(slug) ? slug : "generic"}/picture.svg`,
    alt: "",
    width: 320,
    height: 180,
  });
