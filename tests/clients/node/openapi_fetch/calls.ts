// What a player asks of the service, by openapi-fetch with the types that openapi-typescript has made.
import createClient from "openapi-fetch";
import type { components, paths } from "./generated.js";

export type Schemas = components["schemas"];

const client = createClient<paths, "application/json">({ baseUrl: process.argv[2] });

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** The body of a response; a problem is thrown. */
function bodyOf<Result>({ data, error }: { data?: Result; error?: unknown }): Result {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

export async function create(body: Schemas["NewGame"]) {
  return bodyOf(await client.POST("/v1/games", { body }));
}

export async function join(game_id: string, body: Schemas["JoinRequest"]) {
  return bodyOf(await client.POST("/v1/games/{game_id}/seats", { params: { path: { game_id } }, body }));
}

export async function look(game_id: string, token: string) {
  const params = { path: { game_id }, query: { include: "actions" } } as const;
  return bodyOf(await client.GET("/v1/games/{game_id}", { params, headers: bearer(token) }));
}

export async function list(game_id: string, token: string) {
  const params = { path: { game_id } };
  return bodyOf(await client.GET("/v1/games/{game_id}/actions", { params, headers: bearer(token) }));
}

export async function act(game_id: string, token: string, body: Schemas["Action"]) {
  const params = { path: { game_id } };
  return bodyOf(await client.POST("/v1/games/{game_id}/actions", { params, body, headers: bearer(token) }));
}

export async function read(game_id: string, after: number) {
  const params = { path: { game_id }, query: { after } };
  return bodyOf(await client.GET("/v1/games/{game_id}/events", { params }));
}
