/**
 * Print in words what happens at a table.
 *
 *   node spectator.js http://localhost:8000                the newest public game that is played
 *   node spectator.js http://localhost:8000 <id> [after]   this one, after this event
 */
import { Ludotheque } from "../ludotheque.js";
import { endingText, eventText } from "./text.js";

const [baseUrl, gameId, after = "0"] = process.argv.slice(2);
const api = new Ludotheque(baseUrl);
const id = gameId ?? (await api.listGames({ status: "active", limit: 1 })).games[0]?.id;
if (!id) throw new Error("Nobody plays in public at the moment.");

const engine = await api.getEngine((await api.getGame(id)).engine);
const table = api.table(id, { after: Number(after), omit: "content" });
table.on("state", (state) => state === "waiting" && console.log("(The connection is lost; it will be back.)"));
for await (const event of table) console.log(`${event.seq}. ${eventText(engine, table.view, event)}`);
if (table.view) console.log(endingText(engine, table.view));
