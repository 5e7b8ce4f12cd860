"""The OpenAPI document: made from the declared routes and the types that validate and encode."""
