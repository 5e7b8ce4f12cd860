// Plays one seat with a memory that outlives the program: the events, the decisions, and their results.
import { newKey } from "../../../../clients/javascript/ludotheque.js";
import { choice, wasOvertaken } from "./witness.mjs";

/**
 * Play until the game is over, however often this was killed before. The memory has `after`, the seq of the last event;
 * `decision`, one whose result is not known; and `note`, which writes before it returns.
 */
export async function resume(api, { id, token }, memory, roll, follow = () => {}) {
  const table = api.table(id, { token, after: memory.after });
  table.on("event", (event) => memory.note("event", event));
  follow(table);
  const send = async ({ action, key, ifMatch }) => {
    try {
      const { version } = await table.act(action, { key, ifMatch });
      memory.note("result", { key, version });
    } catch (error) {
      if (!wasOvertaken(error)) throw error;
      memory.note("result", { key, error: error.code });
    }
  };
  if (memory.decision) await send(memory.decision); // was it done? The same key finds out
  for await (const view of table.views()) {
    if (!view.legal?.actions.length) continue;
    const decision = {
      key: newKey(),
      action: choice(view.legal.actions, roll),
      ifMatch: `"${view.version}.${view.viewer}"`,
    };
    memory.note("decision", decision);
    await send(decision);
  }
  return table;
}
