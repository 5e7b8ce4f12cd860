"""Print types.py, made from openapi.yaml: python clients/python/write_types.py > …/ludotheque_client/types.py

A generator of our own, because little is needed: objects as TypedDicts, enums as Literals, and unions.
datamodel-code-generator makes the same of each schema, but would still need a program for the unions of all games
(`Event`, `Legal`), and it adds names of its own for the items of lists.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from keyword import iskeyword
from pathlib import Path
from textwrap import wrap
from typing import Any

import yaml

Schema = dict[str, Any]

HERE = Path(__file__).parent
DOCUMENT = HERE.parents[1] / "openapi.yaml"
TYPES = HERE / "src" / "ludotheque_client" / "types.py"
HEAD = '''"""What goes over the wire: made from openapi.yaml by write_types.py, not by hand."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

UnknownName: TypeAlias = Literal["(any other)"]
"""The `engine` of a game that is not in openapi.yaml, or the type of its events and actions. At run time it is any
other text; this literal stands for all of them, because only literals discriminate unions. Never compare with it.
"""
'''
UNKNOWN = "Unknown"
"""How the names of schemas begin that are of a game that is not in the document."""
NAME_FIELDS = ("engine", "type", "types")
"""The fields that hold names of games, events or actions."""
WIDTH = 120
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def camel(words: str) -> str:
    """`join_game` as the name of a type: `JoinGame`."""
    return "".join(word.capitalize() for word in words.split("_"))


def union_members(schema: Schema) -> list[Schema]:
    """The members of a union, or nothing if it is none."""
    members: list[Schema] = schema.get("oneOf") or schema.get("anyOf") or []
    if not members and isinstance(kinds := schema.get("type"), list):
        members = [{**schema, "type": kind} for kind in kinds]
    return members


class Writer:
    """Collects a definition for each named schema, and for each object that stands inside another."""

    def __init__(self) -> None:
        self.classes: dict[str, str] = {}
        self.unions: dict[str, tuple[str, set[str]]] = {}
        self._references: set[str] = set()

    def name(self, name: str, schema: Schema) -> None:
        """Define this schema under this name: as a class if it is an object, else as an alias."""
        self._references = set()
        if "allOf" in schema:
            base, own = schema["allOf"]
            self.classes[name] = self._class(name, {**schema, **own}, base=self.type_of(base, name))
        elif "properties" in schema:
            self.classes[name] = self._class(name, schema)
        else:
            self.unions[name] = (self.type_of(schema, name), self._references)

    def type_of(self, schema: Schema, name: str) -> str:
        """The type of a value. An object that has no name of its own gets this one."""
        if "$ref" in schema:
            referred: str = schema["$ref"].rpartition("/")[2]
            self._references.add(referred)
            return referred
        if "enum" in schema or "const" in schema:
            return self._literal(schema.get("enum") or [schema["const"]])
        if members := union_members(schema):
            return " | ".join(dict.fromkeys(self.type_of(member, name) for member in members))
        if schema.get("type") == "array":
            return self._list(schema, name)
        if schema.get("type") == "object":
            return self._object(schema, name)
        return PLAIN.get(schema.get("type", ""), "Any")

    def _literal(self, values: list[Any]) -> str:
        words = [value for value in values if value is not None]
        known = f"Literal[{', '.join(json.dumps(word) for word in words)}]"
        return f"{known} | None" if None in values else known

    def _list(self, schema: Schema, name: str) -> str:
        """JSON has no tuples: what is read is a list, also where each place has its own meaning."""
        items = schema.get("prefixItems") or [schema.get("items", {})]
        inside = " | ".join(dict.fromkeys(self.type_of(item, name) for item in items))
        return f"list[{inside}]"

    def _object(self, schema: Schema, name: str) -> str:
        if "properties" not in schema:
            others = schema.get("additionalProperties")
            return f"dict[str, {self.type_of(others, name) if isinstance(others, dict) else 'Any'}]"
        self.classes[name] = self._class(name, schema)
        self._references.add(name)
        return name

    def _class(self, name: str, schema: Schema, base: str = "TypedDict") -> str:
        fields = {key: self.type_of(field, name + camel(key)) for key, field in schema["properties"].items()}
        if name.startswith(UNKNOWN):
            fields |= {key: fields[key].replace("str", "UnknownName") for key in NAME_FIELDS if key in fields}
        needed = schema.get("required", ())
        typed = {key: kind if key in needed else f"NotRequired[{kind}]" for key, kind in fields.items()}
        description = schema.get("description", f"{name}.")
        if not all(key.isidentifier() and not iskeyword(key) for key in typed):
            body = ", ".join(f"{json.dumps(key)}: {json.dumps(kind)}" for key, kind in typed.items())
            return f'{name} = TypedDict("{name}", {{{body}}})\n{docstring(description, "")}'
        lines = [f"class {name}({base}):", docstring(description), ""]
        for key, kind in typed.items():
            lines.append(f"    {key}: {kind}")
            if "description" in schema["properties"][key]:
                lines.append(docstring(schema["properties"][key]["description"]))
        return "\n".join(lines)


def docstring(text: str, indent: str = "    ") -> str:
    """A text as a docstring."""
    start = 'r"""' if "\\" in text else '"""'
    lines = wrap(text, WIDTH - len(start) - 3, initial_indent=indent + start, subsequent_indent=indent)
    return "\n".join(lines) + ('"""' if len(lines) == 1 else f'\n{indent}"""')


def inline_schemas(document: Schema) -> Iterator[tuple[str, Schema]]:
    """What an operation takes that has no name in the document: its body, and the words that a parameter may be."""
    for path in document["paths"].values():
        for operation in path.values():
            name = camel(operation["operationId"])
            for content in operation.get("requestBody", {}).get("content", {}).values():
                if "$ref" not in content["schema"]:
                    yield f"{name}Body", content["schema"]
            for parameter in operation["parameters"]:
                if "Literal" in Writer().type_of(parameter["schema"], ""):
                    yield camel(parameter["name"]), parameter["schema"]


def game_unions(schemas: dict[str, Schema]) -> Iterator[tuple[str, Schema]]:
    """What all games have, where the document has a name only for each game's own."""
    known, _ = schemas["GameView"]["anyOf"]
    games = [str(member["$ref"]).removesuffix("GameView") for member in known["oneOf"]]
    for family in ("Action", "Event", "Legal"):
        yield family, {"oneOf": [{"$ref": game + family} for game in (*games, UNKNOWN)]}
    for family in ("State", "Options"):
        yield family, {"oneOf": [*({"$ref": game + family} for game in games), {"type": "object"}]}


def sorted_aliases(unions: dict[str, tuple[str, set[str]]]) -> Iterator[str]:
    """The aliases, each after those it is made of: they are read from top to bottom."""
    left = dict(unions)
    while left:
        ready = [name for name, (_, refers) in left.items() if not refers & (left.keys() - {name})]
        if not ready:
            raise ValueError(f"these are made of each other: {', '.join(left)}")
        for name in ready:
            yield f"{name}: TypeAlias = {left.pop(name)[0]}"


def types_of(document: Schema) -> str:
    """The module with all types of this document."""
    writer = Writer()
    for name, schema in document["components"]["schemas"].items():
        writer.name(name, schema)
    for name, schema in [*inline_schemas(document), *game_unions(document["components"]["schemas"])]:
        writer.name(name, schema)
    bases = {name for name in writer.classes if name.endswith("Base")}  # a class is made when its base is there
    classes = [writer.classes[name] for name in sorted(writer.classes, key=lambda name: (name not in bases, name))]
    return "\n\n".join([HEAD, *classes, *sorted_aliases(writer.unions)]) + "\n"


def format_code(text: str) -> str:
    """The text as `make format` would leave it."""
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(TYPES), "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    document = yaml.load(DOCUMENT.read_text(encoding="utf-8"), yaml.CSafeLoader)
    sys.stdout.write(format_code(types_of(document)))
