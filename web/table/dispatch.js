/** Functions by type: a table of them instead of a chain of conditions. */

/** @import { Handlers } from "../types.js" */

/**
 * Call the handler for the type of an event or action; undefined if there is none.
 * @template {{ type: string }} Item @template {unknown[]} Rest @template Result
 * @param {Handlers<Item, Rest, Result>} handlers @param {Item} item @param {Rest} rest @returns {Result | undefined}
 */
export function dispatch(handlers, item, ...rest) {
  const byType = /** @type {{ [type: string]: ((item: Item, ...rest: Rest) => Result) | undefined }} */ (
    /** @type {unknown} */ (handlers)
  );
  return byType[item.type]?.(item, ...rest);
}
