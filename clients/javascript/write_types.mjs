// Writes openapi.d.ts from openapi.yaml: node write_types.mjs, in this folder.
import { writeFile } from "node:fs/promises";
import openapiTS, { COMMENT_HEADER, astToString } from "openapi-typescript";
import ts from "typescript";

/** The `engine` of a game that is not in the document, and the type of its events and actions. */
const UNKNOWN_NAME = /\/schemas\/Unknown\w+\/(engine|types?)$/;

const types = await openapiTS(new URL("../../openapi.yaml", import.meta.url), {
  defaultNonNullable: false,
  emptyObjectsUnknown: true,
  inject: 'import type { UnknownName } from "./types.js";',
  transform: ({ type }, { path }) =>
    type === "string" && UNKNOWN_NAME.test(path) ? ts.factory.createTypeReferenceNode("UnknownName") : undefined,
});
await writeFile(new URL("openapi.d.ts", import.meta.url), COMMENT_HEADER + astToString(types));
