/** The table of a game that is installed beside the service: the heap, and a button for each legal action. */

import { h, t } from "/web/kit.js";

const describeTake = ({ count }) => t("matches.take", { n: count });

export const table = {
  draw: ({ legal, send, state }) =>
    h(
      "div",
      { class: "matches" },
      h("p", null, t("matches.left", { n: state.left })),
      legal.map((action) => h("button", { "data-legal": "", onclick: () => send(action) }, describeTake(action))),
    ),
  describeEvent: ({ data }) => t("matches.left", { n: data.left }),
  describeAction: describeTake,
};
