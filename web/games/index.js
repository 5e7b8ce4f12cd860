/** Which games have a table of their own. Any other is played at the generic one. */

/** @import { GameTable } from "../types.js" */

import { h } from "../ui/dom.js";
import { loadMessages } from "../ui/i18n.js";

/** The slugs of games with a folder here: table.js, messages/, style.css and picture.svg. @type {string[]} */
const WITH_TABLE = ["dragon_fights", "tapecho", "tchang", "tokyo_poo_divers", "zoky"];

/** Whether a game has a table of its own. @param {string} slug */
export const hasOwnTable = (slug) => WITH_TABLE.includes(slug);

/** @param {string} slug */
const folderOf = (slug) => (hasOwnTable(slug) ? slug : "generic");

/** Load the table of a game, with its texts and its style. @param {string} slug @returns {Promise<GameTable>} */
export async function loadGameTable(slug) {
  const folder = folderOf(slug);
  const [{ table }] = await Promise.all([
    import(`./${folder}/table.js`),
    hasOwnTable(slug) && loadMessages(slug),
    loadStyle(`/web/games/${folder}/style.css`),
  ]);
  return table;
}

/** Load a style sheet, once. @param {string} address */
export function loadStyle(address) {
  if (document.querySelector(`link[href="${address}"]`)) return undefined;
  return new Promise((resolve) => {
    document.head.append(h("link", { rel: "stylesheet", href: address, onload: resolve, onerror: resolve }));
  });
}

/** The picture of a game. @param {string} slug */
export const gamePicture = (slug) =>
  h("img", { src: `/web/games/${folderOf(slug)}/picture.svg`, alt: "", width: 320, height: 180 });
