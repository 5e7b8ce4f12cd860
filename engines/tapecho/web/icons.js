/** Icons for kinds, attacks and roles, in a square of 16. */

import { s } from "/web/kit.js";

/** Filled shapes. @type {{ [name: string]: string }} */
const FILLED = {
  asset: "M8 1l2.1 4.6 4.9.6-3.6 3.4.9 5L8 12.1l-4.3 2.5.9-5L1 6.2l4.9-.6Z",
  handicap: "M5.6 5.5a2.6 2.6 0 1 1 4.8 0H12l2.5 9.5h-13L4 5.5Zm2.4-2a1 1 0 1 0 .01 2 1 1 0 0 0 0-2Z",
  attack: "M9.5.5 3 9h4l-1.5 6.5L13 6.5H8.5Z",
  defence: "M8 .8 14.5 3v5c0 4-3.5 6.2-6.5 7.5C5 14.2 1.5 12 1.5 8V3Zm0 2v10.8c2.5-1.3 4.8-3 4.8-5.6V4.2Z",
  out_of_context: "M8 .8a7.2 7.2 0 1 0 .01 0ZM3.4 6.6h9.2v2.8H3.4Z",
  context:
    "M8 .8a5.4 5.4 0 0 1 5.4 5.4C13.4 10.5 8 15.5 8 15.5S2.6 10.5 2.6 6.2A5.4 5.4 0 0 1 8 .8Zm0 3.2a2.2 2.2 0 1 0 .01 0Z",
  stood_up: "M8 .8a7.2 7.2 0 1 0 .01 0ZM8 2.8a5.2 5.2 0 1 1-.01 0ZM7.2 4h1.6v3.7l2.6 1.6-.8 1.3-3.4-2Z",
  rejected:
    "M8 14.5C3 10.5 1 8 1 5.2a3.7 3.7 0 0 1 6-2.7L6 6l2.5 1.5L7 10.5 11 7 8.8 5.5 10 2.1a3.7 3.7 0 0 1 5 3.1c0 2.8-2 5.3-7 9.3Z",
  the_ex:
    "M8 1a5 5 0 0 1 5 5v9l-1.7-1.5L9.6 15 8 13.5 6.4 15l-1.7-1.5L3 15V6a5 5 0 0 1 5-5ZM6 5a1.2 1.2 0 1 0 .01 2.4A1.2 1.2 0 0 0 6 5Zm4 0a1.2 1.2 0 1 0 .01 2.4A1.2 1.2 0 0 0 10 5Z",
  hangover: "M2 1h12L8.8 8.5v4.7H12V15H4v-1.8h3.2V8.5Zm3.4 2 1.2 1.8h2.8L10.6 3Z",
  big_reveal:
    "M.8 8C4.5 1.7 11.5 1.7 15.2 8 11.5 14.3 4.5 14.3.8 8ZM8 4.6a3.4 3.4 0 1 0 .01 0ZM8 6.5a1.5 1.5 0 1 1-.01 0Z",
  swapped_numbers: "M1 5h9V2l5 4-5 4V7H1Zm14 8H6v2.5L1 11.8 6 8v3h9Z",
};

/** Lines. @type {{ [name: string]: string }} */
const LINED = {
  man: "M10 6 14 2M10.3 1.8H14.2V5.7M6.3 5.7a4 4 0 1 0 .01 0Z",
  woman: "M8 1.5a3.9 3.9 0 1 0 .01 0ZM8 9.4V15M5.3 12.3h5.4",
  mixed: "M9.8 6 13 2.8M9.8 2.5H13.3V6M7.3 5.3a3 3 0 1 0 .01 0ZM7.3 11.4V15.3M5.3 13.4h4",
};

/** @param {string} name a kind, an attack or a role */
export const icon = (name) =>
  s(
    "svg",
    { class: "tp-sign", viewBox: "0 0 16 16", "aria-hidden": "true" },
    name in LINED
      ? s("path", {
          d: LINED[name],
          fill: "none",
          stroke: "currentColor",
          "stroke-width": 1.7,
          "stroke-linecap": "round",
          "stroke-linejoin": "round",
        })
      : s("path", { d: FILLED[name] ?? FILLED["attack"], fill: "currentColor", "fill-rule": "evenodd" }),
  );
