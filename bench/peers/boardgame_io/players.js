// Keeps matches of one server moving: node players.js <port> <matches> <seats connected, 1 or 2>
// Reads lines: at "sit down" it begins new matches and writes "ready", at a number it makes so many moves and writes
// "played" when all seats that are connected have received each. Who is connected alone moves for both seats.

const http = require("http");
const readline = require("readline");
const { io } = require("socket.io-client");

const [port, matches, seats] = process.argv.slice(2).map(Number);
const url = `http://127.0.0.1:${port}`;

function post(path, body) {
  return new Promise((resolve, reject) => {
    const request = http.request(`${url}/games/covers/${path}`, { method: "POST" }, (response) => {
      let text = "";
      response.on("data", (piece) => (text += piece));
      response.on("end", () => (response.statusCode === 200 ? resolve(JSON.parse(text)) : reject(new Error(text))));
    });
    request.setHeader("Content-Type", "application/json");
    request.on("error", reject);
    request.end(JSON.stringify(body));
  });
}

function connect(matchID, playerID, credentials) {
  const socket = io(`${url}/covers`, { transports: ["websocket"], forceNew: true });
  socket.on("connect", () => socket.emit("sync", matchID, playerID, credentials, 2));
  return new Promise((resolve) => socket.once("sync", (_, { state }) => resolve({ socket, state })));
}

async function sitDown() {
  const { matchID } = await post("create", { numPlayers: 2 });
  const credentials = [];
  for (const playerID of ["0", "1"]) {
    credentials.push((await post(`${matchID}/join`, { playerID, playerName: playerID })).playerCredentials);
  }
  const lines = [];
  for (let seat = 0; seat < seats; seat += 1) lines.push(await connect(matchID, String(seat), credentials[seat]));
  return { matchID, credentials, state: lines[0].state, sockets: lines.map(({ socket }) => socket) };
}

function move({ matchID, credentials, state, sockets }) {
  const playerID = state.ctx.currentPlayer;
  const payload = { type: "mark", args: [state._stateID], playerID, credentials: credentials[playerID] };
  const socket = sockets[Number(playerID) % sockets.length];
  socket.emit("update", { type: "MAKE_MOVE", payload }, state._stateID, matchID, playerID);
}

function play(tables, moves) {
  let left = moves - tables.length;
  let open = tables.length;
  return new Promise((resolve) => {
    for (const table of tables) {
      let received = 0;
      const update = (_, state) => {
        if (state._stateID <= table.state._stateID || (received += 1) < seats) return;
        received = 0;
        table.state = state;
        if (left-- > 0) move(table);
        else if (--open === 0) resolve();
      };
      table.sockets.forEach((socket) => socket.on("update", update));
      move(table);
    }
  });
}

async function main() {
  let tables = [];
  for await (const line of readline.createInterface({ input: process.stdin })) {
    if (line === "sit down") {
      tables.forEach(({ sockets }) => sockets.forEach((socket) => socket.disconnect()));
      tables = await Promise.all(Array.from({ length: matches }, sitDown));
      console.log("ready");
    } else {
      await play(tables, Number(line));
      console.log("played");
    }
  }
}

main();
