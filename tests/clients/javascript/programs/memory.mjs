// Plays one seat with a memory that outlives the program: what was heard, what was decided, and what was answered.
import { choice } from "./witness.mjs";
import { newKey } from "../../../../clients/javascript/ludotheque.js";

/**
 * Play until the game is over, however often this was killed before. The memory has `heard`, the seq of the last event;
 * `decided`, a decision that nobody knows the answer to; and `note`, which writes before it returns.
 */
export async function playOn(api, { id, token }, memory, roll, follow = () => {}) {
  const table = api.table(id, { token, after: memory.heard });
  table.on("event", (event) => memory.note("event", event));
  follow(table);
  const decide = async ({ action, key, ifMatch }) => {
    try {
      const { version } = await table.act(action, { key, ifMatch });
      memory.note("answer", { key, version });
    } catch (refusal) {
      if (!["stale_version", "not_your_turn", "game_not_active"].includes(refusal.code)) throw refusal;
      memory.note("answer", { key, refused: refusal.code });
    }
  };
  if (memory.decided) await decide(memory.decided); // was it done? The same key finds out
  for await (const view of table.views()) {
    if (!view.legal?.actions.length) continue;
    const decision = {
      key: newKey(),
      action: choice(view.legal.actions, roll),
      ifMatch: `"${view.version}.${view.viewer}"`,
    };
    memory.note("decision", decision);
    await decide(decision);
  }
  return table;
}
