// Matches in Valkey, as boardgame.io's documentation asks of an asynchronous storage: no locks and no transactions.
// Each match has four keys.

const { Async } = require("boardgame.io/internal");
const { createClient } = require("redis");

const PARTS = ["state", "metadata", "initialState"];
const key = (matchID, part) => `match:${matchID}:${part}`;

exports.Valkey = class extends Async {
  constructor(url) {
    super();
    this.client = createClient({ url });
  }

  async connect() {
    await this.client.connect();
  }

  put(matchID, part, value) {
    return this.client.set(key(matchID, part), JSON.stringify(value));
  }

  async createMatch(matchID, { initialState, metadata }) {
    await this.put(matchID, "initialState", initialState);
    await this.setState(matchID, initialState);
    await this.setMetadata(matchID, metadata);
  }

  async setState(matchID, state, deltalog) {
    const writes = [this.put(matchID, "state", state)];
    if (deltalog && deltalog.length) {
      writes.push(
        this.client.rPush(
          key(matchID, "log"),
          deltalog.map((entry) => JSON.stringify(entry)),
        ),
      );
    }
    await Promise.all(writes); // sent together
  }

  async setMetadata(matchID, metadata) {
    await this.put(matchID, "metadata", metadata);
  }

  async fetch(matchID, opts) {
    const parts = {};
    for (const part of PARTS.filter((name) => opts[name])) {
      const value = await this.client.get(key(matchID, part));
      if (value !== null) parts[part] = JSON.parse(value);
    }
    if (opts.log) {
      parts.log = (await this.client.lRange(key(matchID, "log"), 0, -1)).map((entry) => JSON.parse(entry));
    }
    return parts;
  }

  async wipe(matchID) {
    await this.client.del([...PARTS, "log"].map((part) => key(matchID, part)));
  }

  async listMatches() {
    return (await this.client.keys(key("*", "metadata"))).map((name) => name.split(":")[1]);
  }
};
