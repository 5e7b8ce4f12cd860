/**
 * Play in a chat room. Each line of stdin is what somebody says, such as `ana: /new zoky`. What this prints is either
 * for the `room`, or `to` one of them alone: nobody else sees what only their seat may know.
 *
 *   node chat.js http://localhost:8000
 */
import { createInterface } from "node:readline";
import { ApiError, Ludotheque } from "../ludotheque.js";
import { endingText, eventText, precondition, tableLines, toLine } from "./text.js";

/** @import { Table } from "../ludotheque.js" */
/** @import { Body, GameView, Result } from "../types.js" */

const api = new Ludotheque(process.argv[2]);

/** @typedef {{ table: Table, view: GameView | null }} Player a person with a seat, and the view they decide on */

class Room {
  /** The room's table, as everybody may see it. @type {Table | null} */
  table = null;
  /** @type {Result<"get_engine"> | null} */
  engine = null;
  host = "";
  /** @type {Map<string, Player>} */
  players = new Map();

  /** @param {string} text */
  announce = (text) => console.log(`room: ${text}`);

  /** @param {string} who @param {string} text */
  whisper = (who, text) => console.log(`to ${who}: ${text}`);

  /** Handle a line. @param {string} who @param {string} text */
  async handle(who, text) {
    const [command = "", ...words] = text.split(/\s+/);
    try {
      if (command === "/new") await this.open(words[0] ?? "", Number(words[1] ?? 0));
      else if (command === "/join") await this.join(who);
      else if (command === "/bot") await this.addBot(words[0] ?? "greedy");
      else if (command === "/look") this.look(who);
      else if (command === "/do") await this.act(who, Number(words[0]));
      else if (command.startsWith("/"))
        this.whisper(who, "I know /new <game> [seats], /join, /bot [level], /look and /do <number>.");
    } catch (error) {
      this.whisper(who, error instanceof ApiError ? error.message : `It did not work: ${error}`);
    }
  }

  /** A new table with open seats, which everybody in the room watches. @param {string} slug @param {number} seats */
  async open(slug, seats) {
    this.close();
    const engine = (this.engine = await api.getEngine(slug));
    const open = Array.from({ length: seats || engine.players.min }, () => ({ kind: "open" }));
    const game = await api.createGame(/** @type {Body<"create_game">} */ ({ engine: slug, seats: open }));
    this.host = game.host_token;
    const table = (this.table = api.table(game.id));
    table.on("event", (event) => this.announce(eventText(engine, table.view, event)));
    table.on("end", (error) => table.view && this.announce(error ? error.message : endingText(engine, table.view)));
    this.announce(`${engine.title} has ${open.length} open seats: /join takes one, /bot puts a bot there.`);
  }

  /** @param {string} who */
  async join(who) {
    if (!this.table) return this.whisper(who, "There is no table: open one with /new.");
    const { token } = await api.joinGame(this.table.id, { name: who });
    const player = { table: api.table(this.table.id, { token, limit: 1000 }), view: null };
    this.players.set(who, player);
    player.table.on("view", (view) => this.ask(who, view));
  }

  /** @param {string} level */
  async addBot(level) {
    const bot = /** @type {Body<"join_game">} */ ({ kind: "bot", level });
    if (this.table) await api.joinGame(this.table.id, bot, { token: this.host });
  }

  /** Show somebody what they can do now. @param {string} who @param {GameView} view */
  ask(who, view) {
    const player = this.players.get(who);
    if (!player) return;
    player.view = view;
    const actions = view.legal?.actions ?? [];
    actions.forEach((action, number) => this.whisper(who, `/do ${number + 1} is ${toLine(action)}`));
    if (actions.length) this.whisper(who, "Your choice?");
  }

  /** @param {string} who */
  look(who) {
    const player = this.players.get(who);
    const view = player ? player.view : this.table?.view;
    if (view) tableLines(view).forEach((line) => this.whisper(who, line));
  }

  /** @param {string} who @param {number} number */
  async act(who, number) {
    const player = this.players.get(who);
    const action = player?.view?.legal?.actions[number - 1];
    if (!player?.view || !action) return this.whisper(who, "You cannot do that now.");
    await player.table.act(action, precondition(player.view));
  }

  close() {
    this.table?.close();
    this.players.forEach((player) => player.table.close());
    this.players.clear();
  }
}

const room = new Room();
for await (const line of createInterface({ input: process.stdin })) {
  const [, who, text] = /^(\S+): (.*)$/.exec(line) ?? [];
  const done = who && text && room.handle(who, text);
  if (!text?.startsWith("/do")) await done; // an action may have to wait, and meanwhile others go on talking
}
room.close();
