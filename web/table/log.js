/** The log: what happened, in words. */

/** @import { LogLine } from "../types.js" */

import { h } from "../ui/dom.js";

/** @param {LogLine[]} lines newest last */
export const logList = (lines) =>
  h(
    "ol",
    { class: "bare log", reversed: true },
    [...lines]
      .reverse()
      .map(({ seq, seat, text }) =>
        h(
          "li",
          { key: `log-${seq}`, style: { "--seat": seat === null ? "var(--line)" : `var(--seat-${seat % 10})` } },
          text,
        ),
      ),
  );
