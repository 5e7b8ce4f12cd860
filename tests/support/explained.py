"""Which fields of a JSON Schema are not explained."""

from collections.abc import Iterator
from typing import Any


def unexplained(where: str, schema: Any) -> Iterator[str]:
    """Fields that have no description and are not mentioned, in backticks, in the description of the whole."""
    if isinstance(schema, list):
        for part in schema:
            yield from unexplained(where, part)
    if not isinstance(schema, dict):
        return
    if "properties" in schema and not schema.get("description"):
        yield where
    for name, field in schema.get("properties", {}).items():
        tag = name == "type" and "const" in field
        if not tag and not field.get("description") and f"`{name}`" not in schema.get("description", ""):
            yield f"{where}.{name}"
        yield from unexplained(f"{where}.{name}", field)
    for name, part in schema.get("$defs", {}).items():
        yield from unexplained(name, part)
    for key in ("items", "prefixItems", "anyOf", "oneOf", "allOf", "additionalProperties"):
        yield from unexplained(where, schema.get(key))
