"""Requests that are right, almost right, or hardly HTTP; which ones depends on a seed alone."""

from functools import cache
from random import Random
from typing import Any
from urllib.parse import quote

import msgspec

from engines.registry import ENGINES
from schemas.game_schemas import schemas_of
from service.problems import CATALOGUE
from tests.faults.broken import BREAKS, METHODS, request_bytes
from tests.faults.odd import TEXTS, odd_value, to_json, with_one_change
from tests.support.http import Json, Table
from tests.support.published import document
from tests.support.tables import settings_of

LISTED = 20
HEADERS: dict[str, tuple[str, ...]] = {
    "If-Match": ('"2.0"', 'W/"1.-"', "*", "", '"', ",,,", '"99999999999999999999.0"', '"2.0"' * 500),
    "If-None-Match": ('"2.-"', "*", 'W/"2.0", "3.1"', '"' * 300, "é"),
    "Idempotency-Key": (
        "k",
        "k" * 22,
        "k" * 255,
        "k" * 256,
        '"quoted-and-long-enough-to-be-a-key"',
        "",
        "\t",
        "clé" * 9,
    ),
    "Accept": (
        *("*/*", "application/json", "application/*;q=0.1", "text/html", "application/json;q=0", ";;", "a/b/c", "*"),
        *(
            "text/event-stream",
            "application/x-ndjson",
            "text/event-stream;q=x, application/json",
            "*/*;q=nan",
            "a," * 900,
        ),
    ),
    "Accept-Language": ("fr", "de;q=0.5, *;q=0", "x-" * 500, ";"),
    "Last-Event-ID": ("0", "3", "-1", "9" * 15, "9" * 16, "²", "", "1e3"),
    "Content-Type": (
        *("application/json; charset=latin-1", "text/plain", "application/json, application/json", "", "/", ";"),
        *("multipart/form-data; boundary=x", "application/x-www-form-urlencoded", "application/problem+json"),
    ),
    "Authorization": (
        "Bearer",
        "Bearer ",
        "Basic YTpi",
        "Bearer é",
        "bearer x y",
        "Bearer " + "x" * 5_000,
        "",
        "Digest a=b,",
    ),
    "X-API-Key": ("", "k" * 16, "é"),
    "X-Request-Id": ("12345678", "x" * 64, "x" * 65, "a b", "\x7f"),
    "X-Forwarded-For": ("1.2.3.4", "::1", "1.2.3.4:80", "[::1]:80, x", ",,", "%s" * 40),
    "X-Forwarded-Proto": ("https", "gopher"),
    "Origin": ("http://localhost:3000", "null", "é", "http://a\tb"),
    "Access-Control-Request-Method": ("POST", "é"),
    "Range": ("bytes=0-1", "bytes=9-1", "lines=1"),
    "If-Modified-Since": ("yesterday", "Mon, 01 Jan 2035 00:00:00 GMT"),
    "Cookie": ("a=b", "=" * 300),
    "Content-Encoding": ("gzip", "br"),
    "X-HTTP-Method-Override": ("DELETE",),
}
QUERIES = (
    "",
    "&",
    "=",
    "%",
    "%zz",
    "%ff=1",
    "a=b",
    "limit=1&limit=2",
    "limit[]=1",
    "omit",
    "x=" + "y" * 1_500,
    "é",
    "?",
)


played_with = cache(settings_of)


class Sent(msgspec.Struct):
    """A request: its bytes, and its method and path if they are HTTP."""

    data: bytes
    method: str = ""
    path: str = ""

    @property
    def heads_only(self) -> bool:
        """Whether the response has no body, whatever its headers say."""
        return self.data.startswith(b"HEAD ")


def weight(path: str, operation: Json) -> int:
    """The weight of an operation: most often those with a body, least often those that are the same for all."""
    return 10 if "requestBody" in operation else 3 if "/games" in path else 1


class Fuzzer:
    """Makes requests about these tables."""

    def __init__(self, tables: list[Table]) -> None:
        self.tables = tables
        self.views = {table.id: table.view() for table in tables}
        self.records = [table.api.get(f"{table.path}/record").json() for table in tables if self.over(table)]
        self.actions = {table.id: self.legal(table) for table in tables}
        self.operations = [
            (method.upper(), path, operation)
            for path, methods in document()["paths"].items()
            for method, operation in methods.items()
        ]
        self.weights = [weight(path, operation) for _, path, operation in self.operations]

    def over(self, table: Table) -> bool:
        return self.views[table.id]["status"] in ("finished", "abandoned")

    def legal(self, table: Table) -> list[tuple[int, Json]]:
        """Some actions that seats of this table may take now, and an example of every action of its game."""
        seats = self.views[table.id]["awaiting"]
        known = [(seat, action) for seat in seats for action in table.legal(seat, limit=LISTED)]
        shown = [schema.example for schema in schemas_of(ENGINES[self.views[table.id]["engine"]]).actions.values()]
        return known + [(seat, action) for action in shown for seat in list(table.tokens)[:1]]

    def request(self, dice: Random) -> Sent:
        """A request that is HTTP: to some operation, with a right or a wrong token, query, headers and body."""
        method, template, operation = dice.choices(self.operations, self.weights)[0]
        table = dice.choice(self.tables)
        seat, action = dice.choice(self.actions[table.id]) if self.actions[table.id] else (0, {"type": "pass"})
        headers = self.headers(table, seat, operation, dice)
        path = self.path(template, table, seat, dice)
        target = path + self.query(operation, dice)
        if dice.random() < 0.03:
            method = dice.choice(METHODS)
        body = b""
        if "requestBody" in operation or dice.random() < 0.02:
            body = to_json(self.body(template, table, action, dice), dice)
            headers = {"Content-Type": "application/json", **headers, "Content-Length": str(len(body))}
        return Sent(request_bytes(f"{method} {target} HTTP/1.1", headers, body), method, path)

    def path(self, template: str, table: Table, seat: int, dice: Random) -> str:
        """The path with its places filled, mostly with what is there."""
        there = {
            "game_id": table.id,
            "seat": str(seat),
            "slug": dice.choice(list(ENGINES)),
            "code": dice.choice(list(CATALOGUE)),
            "picture": "tomb",
        }
        for name, value in there.items():
            odd = quote(
                dice.choice((*TEXTS, value[:-1], value + "x", value.upper())).encode("utf-8", "replace"), safe=""
            )
            template = template.replace(f"{{{name}}}", value if dice.random() < 0.93 else odd[:1_500])
        return template

    def query(self, operation: Json, dice: Random) -> str:
        """Mostly none; else some of its parameters, with right or odd values."""
        if dice.random() < 0.7:
            return ""
        if dice.random() < 0.2:
            return "?" + quote(dice.choice(QUERIES), safe="&=%[]?")
        named = [one for one in operation["parameters"] if one["in"] == "query"] or [{"name": "x", "schema": {}}]
        return "?" + "&".join(
            f"{one['name']}={self.value(one, dice)}" for one in dice.sample(named, dice.randint(1, len(named)))
        )

    def value(self, parameter: Json, dice: Random) -> str:
        """One value of a parameter. Nobody here waits long, though that would be allowed."""
        if parameter["name"] == "wait":
            return dice.choice(("0", "1", "-1", "51", "x", "1.5", ""))
        right = [*map(str, parameter["schema"].get("enum", ())), *map(str, range(1, 4))]
        odd = str(odd_value(dice))[:1_000].encode("utf-8", "replace")
        return dice.choice(right) if dice.random() < 0.5 else quote(odd, safe="")

    def headers(self, table: Table, seat: int, operation: Json, dice: Random) -> dict[str, str]:
        """A token that fits, or not, and sometimes other headers."""
        fields = {"Host": "localhost", "Connection": "close"}
        taken = (operation["security"] or [{}])[-1]
        token = table.host if "host" in taken else table.tokens.get(seat, table.host)
        if dice.random() < 0.1:
            other = dice.choice(self.tables)
            token = dice.choice((other.host, *other.tokens.values(), token[:-1], "nonsense"))
        if taken and dice.random() < 0.95:
            fields["Authorization"] = f"Bearer {token}"
        for name in dice.sample(list(HEADERS), dice.choice((0, 0, 0, 1, 1, 2, 4))):
            fields[name] = dice.choice(HEADERS[name])
        if "requestBody" in operation and dice.random() < 0.2:
            fields["Idempotency-Key"] = f"{dice.getrandbits(128):032x}"
        if dice.random() < 0.1:
            fields["If-Match"] = f'"{self.views[table.id]["version"]}.{seat}"'
        return fields

    def body(self, template: str, table: Table, action: Json, dice: Random) -> Any:
        """A body that fits the operation, or one with a few changes."""
        body: Any = action
        if template == "/v1/games":
            body = self.game(dice)
        elif template.endswith("/seats"):
            body = {"name": "Eve", "seat": dice.randrange(4), "entropy": "giraffe"}
        elif template.endswith("/verify"):
            body = dice.choice(self.records)
        for _ in range(dice.choice((0, 0, 1, 1, 1, 2, 3))):
            body = with_one_change(body, dice)
        return body

    def game(self, dice: Random) -> Json:
        """A new table of any game, with options that its own tests use."""
        slug = dice.choice(list(ENGINES))
        count, options = dice.choice(played_with(slug))
        seats = [dice.choice(({}, {"name": "Ana"}, {"kind": "open"})) for _ in range(count)]
        return {
            "engine": slug,
            "seats": seats,
            "options": options,
            "public": True,
            "turn_seconds": 60,
            "auto_start": True,
        }

    def hardly_http(self, dice: Random) -> Sent:
        """A request that breaks the rules of HTTP, or stretches them."""
        line, headers, body = self.parts(dice)
        return Sent(dice.choice(BREAKS)(line, headers, body, dice))

    def parts(self, dice: Random) -> tuple[str, dict[str, str], bytes]:
        """A request line, headers and a body that fit together."""
        table = dice.choice(self.tables)
        post = dice.choice(("/v1/games", f"{table.path}/seats", f"{table.path}/actions", "/v1/records/verify"))
        headers = {"Host": "localhost", "Authorization": f"Bearer {table.host}", "Content-Type": "application/json"}
        if dice.random() < 0.3:
            return f"GET {dice.choice((table.path, '/healthz', '/docs/index.css'))} HTTP/1.1", headers, b""
        return f"POST {post} HTTP/1.1", headers, to_json({"name": "Eve"}, dice)
