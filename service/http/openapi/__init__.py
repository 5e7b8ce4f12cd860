"""The OpenAPI document, generated from the declared operations, the request schemas and the response structs."""
