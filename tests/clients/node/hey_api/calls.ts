// What a player asks of the service, by the client that @hey-api/openapi-ts has made.
import { client } from "./generated/client.gen.js";
import * as made from "./generated/index.js";

export type Schemas = {
  Action: made.Action;
  ActionResult: made.ActionResult;
  EventList: made.EventList;
  GameView: made.GameView;
  JoinResult: made.JoinResult;
  LegalActions: made.LegalActions;
  NewGame: made.NewGame;
  JoinRequest: made.JoinRequest;
  TokyoPooDiversEvent: made.TokyoPooDiversEvent;
};

client.setConfig({ baseUrl: process.argv[2], throwOnError: true });

export async function create(body: Schemas["NewGame"]) {
  return (await made.createGame<true>({ body })).data;
}

export async function join(game_id: string, body: Schemas["JoinRequest"]) {
  return (await made.joinGame<true>({ path: { game_id }, body })).data;
}

export async function look(game_id: string, auth: string) {
  return (await made.getGame<true>({ path: { game_id }, query: { include: "actions" }, auth })).data;
}

export async function list(game_id: string, auth: string) {
  return (await made.listActions<true>({ path: { game_id }, auth })).data;
}

export async function act(game_id: string, auth: string, body: Schemas["Action"]) {
  return (await made.takeAction<true>({ path: { game_id }, body, auth })).data;
}

export async function read(game_id: string, after: number) {
  const { data } = await made.listEvents<true>({ path: { game_id }, query: { after } });
  if (!data) throw new Error("only a stream has no content"); // 204
  return data;
}
