"""JSON Schema in the words that all readers of it understand, code generators above all."""

from typing import Any

VALUES = ("default", "enum", "example", "examples")
"""What is no schema, although it may look like one."""
TYPES = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}


def plain(schema: Any) -> Any:
    """The same schema: a tuple is an array of a fixed length, a constant and an enum name their type, an enum of one
    word is a constant, and an object of which no field is named is open.
    """
    if isinstance(schema, list):
        return [plain(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: value if key in VALUES else plain(value) for key, value in schema.items()}
    if "prefixItems" in made:
        made["items"] = _only(made.pop("prefixItems"))
    if "const" in made:
        made["type"] = TYPES[type(made["const"])]
    if made.get("type") == "object" and "properties" not in made:
        made.setdefault("additionalProperties", True)
    return _typed(made) if isinstance(made.get("enum"), list) else made


def without_null(schema: Any) -> Any:
    """The same schema without defaults that are null: what may be left out needs none, and generators trip over it."""
    if isinstance(schema, list):
        return [without_null(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: value for key, value in schema.items() if key != "default" or value is not None}
    return {key: value if key in VALUES else without_null(value) for key, value in kept.items()}


def _only(items: list[Any]) -> Any:
    """The schema that all items of a tuple share."""
    first, *others = items
    if any(other != first for other in others):
        raise TypeError(f"a tuple of different items has no plain form: {items}")
    return first


def _typed(made: dict[str, Any]) -> dict[str, Any]:
    """An enum with its type; if its words have several, one enum for each type."""
    words = made.pop("enum")
    by_type: dict[str, list[Any]] = {}
    for word in words:
        by_type.setdefault(TYPES[type(word)], []).append(word)
    forms = [_worded(kind, some) for kind, some in by_type.items()]
    made.pop("type", None)
    return {**made, **forms[0]} if len(forms) == 1 else {**made, "anyOf": forms}


def _worded(kind: str, words: list[Any]) -> dict[str, Any]:
    """One of these words of one type."""
    if kind == "null":
        return {"type": kind}
    return {"type": kind, "const": words[0]} if len(words) == 1 else {"type": kind, "enum": words}
