// One boardgame.io server: node server.js <port> <bytes of a game's state> <redis://… | memory>

const { Server } = require("boardgame.io/server");
const { ofSize } = require("./game");
const { Valkey } = require("./storage");

const [port, bytes, store] = process.argv.slice(2);
const storage = store === "memory" ? {} : { db: new Valkey(store) };
Server({ games: [ofSize(Number(bytes))], origins: [`http://127.0.0.1:${port}`], ...storage }).run(Number(port));
