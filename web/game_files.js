/** The files of a game. The service has the same ones for every game: those of the generic table for what it lacks. */

/** @import { GameTable } from "./types.js" */

import { h } from "./ui/dom.js";
import { loadMessages } from "./ui/i18n.js";

/** Load the table of a game, with its texts and its style. @param {string} slug @returns {Promise<GameTable>} */
export async function loadGameTable(slug) {
  const [{ table }] = await Promise.all([
    import(`./games/${slug}/table.js`),
    loadMessages(`games/${slug}/messages`),
    loadStyle(`/web/games/${slug}/style.css`),
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
  h("img", { src: `/web/games/${slug}/picture.svg`, alt: "", width: 320, height: 180 });
