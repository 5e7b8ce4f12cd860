"""Settings: the one typed place that reads and checks environment variables."""

import re
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple, TypeVar

from msgspec import Struct, field

from service.client_address import Network, read_network

T = TypeVar("T")
DAY = 24 * 60 * 60
SIZES = {None: 1, "kb": 2**10, "mb": 2**20, "gb": 2**30}
SMALLEST_STORE = 8 * SIZES["mb"]
REPLICATED_SCHEMES = ("redis+sentinel://", "redis+cluster://")
STORE_SCHEMES = ("redis://", "rediss://", "unix://", *REPLICATED_SCHEMES)
DEFAULT_LIMITS = {"create": "480/hour", "join": "240/minute", "verify": "60/minute"}


class SettingError(Exception):
    """A setting is wrong; the message is the one line the operator reads."""


class Settings(Struct, frozen=True, kw_only=True):
    """What the operator decides. Each field is the environment variable of the same name in capitals."""

    port: int = 8000
    bind: str = "0.0.0.0"  # noqa: S104  (a container must serve its network; BIND=127.0.0.1 serves this machine only)
    data_dir: Path = Path("data")
    redis_url: str | None = None
    workers: int = 2
    bots: int = 1
    bot_seconds: float = 0.5
    games: frozenset[str] = frozenset()
    game_ttl: int = 30 * DAY
    finished_game_ttl: int = 7 * DAY
    open_game_ttl: int = DAY
    max_actions: int = 10_000
    store_memory: int | None = None
    store_wait_replicas: int | None = None
    """None: as many as suit the kind of store, see `wait_replicas`."""
    store_timeout: float = 5.0
    api_keys: frozenset[str] = frozenset()
    metrics_token: str | None = None
    rate_limits: dict[str, str] = field(default_factory=DEFAULT_LIMITS.copy)
    allowed_origins: frozenset[str] = frozenset({"*"})
    trusted_proxies: tuple[Network, ...] = ()
    max_streams: int = 4000
    max_streams_per_address: int = 1000
    max_streams_per_game: int = 1500
    max_streams_per_seat: int = 16
    request_timeout: float = 60.0
    request_pause: float = 10.0
    max_unfinished_per_address: int = 100
    log_level: str = "INFO"
    tracing: bool = False
    web: bool = True

    @property
    def has_replicas(self) -> bool:
        """Whether the store is of a kind in which a replica may become the master."""
        return (self.redis_url or "").startswith(REPLICATED_SCHEMES)

    @property
    def wait_replicas(self) -> int:
        """How many replicas must have a change before it is confirmed."""
        return int(self.has_replicas) if self.store_wait_replicas is None else self.store_wait_replicas

    def warnings(self) -> dict[str, str]:
        """What the operator should change, each by its stable name."""
        if self.has_replicas and not self.wait_replicas:
            return {"replicas_not_awaited": "STORE_WAIT_REPLICAS is 0: a fail-over loses confirmed actions"}
        return {}


class Reader(NamedTuple):
    """How one variable is read, and what it means, for the README's table."""

    parse: Callable[[str], object]
    meaning: str


def _whole(low: int, high: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not re.fullmatch(r"\d+", text) or not low <= int(text) <= high:
            raise ValueError(f"a whole number from {low} to {high}")
        return int(text)

    return parse


def _seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not 0 < number <= 600:
        raise ValueError("a number of seconds above 0, at most 600")
    return number


def _replicas(text: str) -> int | None:
    try:
        return None if text.lower() == "auto" else _whole(0, 16)(text)
    except ValueError as error:
        raise ValueError(f"auto, or {error}") from None


def _size(text: str) -> int:
    match = re.fullmatch(r"(\d{1,12})(kb|mb|gb)?", text.lower())
    size = int(match[1]) * SIZES[match[2]] if match else 0
    if size < SMALLEST_STORE:
        raise ValueError("a number of bytes, or a size such as 512mb or 4gb, of at least 8mb")
    return size


def _words(text: str) -> frozenset[str]:
    return frozenset(word.strip() for word in text.split(",") if word.strip())


def _slugs(text: str) -> frozenset[str]:
    slugs = _words(text)
    if not all(re.fullmatch(r"[a-z][a-z0-9_]*", slug) for slug in slugs):
        raise ValueError("slugs of games as /v1/engines has them, separated by commas")
    return slugs


def _api_keys(text: str) -> frozenset[str]:
    keys = _words(text)
    if any(len(key) < 16 for key in keys):
        raise ValueError("keys of at least 16 characters, separated by commas")
    return keys


def _origins(text: str) -> frozenset[str]:
    origins = _words(text)
    if not all(origin == "*" or re.fullmatch(r"https?://[^/\s]+", origin) for origin in origins):
        raise ValueError("* or origins such as http://localhost:3000, separated by commas")
    return origins


def _networks(text: str) -> tuple[Network, ...]:
    try:
        return tuple(read_network(word) for word in sorted(_words(text)))
    except ValueError:
        raise ValueError("addresses or networks such as 127.0.0.1 or 10.0.0.0/8, separated by commas") from None


def _store_url(text: str) -> str:
    if not text.startswith(STORE_SCHEMES):
        raise ValueError("an address that begins with " + ", ".join(STORE_SCHEMES))
    return text


def _rate_limits(text: str) -> dict[str, str]:
    limits = DEFAULT_LIMITS.copy()
    for part in filter(None, (piece.strip() for piece in text.split(";"))):
        name, _, limit = part.partition("=")
        if name not in DEFAULT_LIMITS or not re.fullmatch(r"off|\d+/(second|minute|hour|day)", limit):
            raise ValueError("limits such as create=480/hour;join=off (of create, join, verify)")
        limits[name] = limit
    return limits


def _level(text: str) -> str:
    if text.upper() not in ("DEBUG", "INFO", "WARNING", "ERROR"):
        raise ValueError("DEBUG, INFO, WARNING or ERROR")
    return text.upper()


def _on_or_off(text: str) -> bool:
    if text.lower() not in ("on", "off"):
        raise ValueError("one word: on or off")
    return text.lower() == "on"


def _tracing(text: str) -> bool:
    if _on_or_off(text) and find_spec("opentelemetry") is None:
        raise ValueError("on only with the packages of the extra `tracing` installed")
    return _on_or_off(text)


def _secret(text: str) -> str:
    if len(text) < 16:
        raise ValueError("at least 16 characters")
    return text


READERS: dict[str, Reader] = {
    "port": Reader(_whole(1, 65535), "the port to serve on"),
    "bind": Reader(str, "the address to serve on"),
    "data_dir": Reader(Path, "where the embedded store keeps its file"),
    "redis_url": Reader(
        _store_url, "a Redis or Valkey to use instead of the embedded one, e.g. `redis://localhost:6379`"
    ),
    "workers": Reader(_whole(1, 256), "worker processes"),
    "bots": Reader(_whole(0, 256), "bot workers; 0 where `python -m service.bots` runs elsewhere"),
    "bot_seconds": Reader(_seconds, "seconds that a bot of the level `search` may think about a move"),
    "games": Reader(
        _slugs, "slugs of the games that are offered, separated by commas; if not set, all that are installed"
    ),
    "game_ttl": Reader(_whole(60, 3650 * DAY), "seconds an active game lives after its last action"),
    "finished_game_ttl": Reader(_whole(60, 3650 * DAY), "seconds a finished game lives"),
    "open_game_ttl": Reader(_whole(60, 3650 * DAY), "seconds a game waits for players"),
    "max_actions": Reader(
        _whole(100, 1_000_000),
        "actions after which a game is abandoned; so many joins and leaves close a table that has not started",
    ),
    "store_memory": Reader(
        _size,
        "memory that the embedded store may use, such as `512mb` or `4gb`; if not set, half of what the machine or "
        "container has, but at most `1gb`",
    ),
    "store_wait_replicas": Reader(
        _replicas,
        "replicas that must have a change before it is confirmed; `auto`: 1 with Sentinel or Cluster, else 0",
    ),
    "store_timeout": Reader(_seconds, "seconds a request waits for the store in all"),
    "api_keys": Reader(
        _api_keys,
        "keys of 16 characters or more, separated by commas; if set, creating a game needs one of them",
    ),
    "metrics_token": Reader(_secret, "bearer token for /metrics, at least 16 characters; if not set, anybody may read"),
    "rate_limits": Reader(
        _rate_limits,
        "how many requests one client address may send per `second`, `minute`, `hour` or `day`, or `off`; each 64 KiB "
        "of a record to verify count as one",
    ),
    "allowed_origins": Reader(
        _origins, "origins browsers may call from, such as `http://localhost:3000`, separated by commas; `*`: any"
    ),
    "trusted_proxies": Reader(
        _networks, "addresses or networks, separated by commas, of proxies whose X-Forwarded-For is trusted"
    ),
    "max_streams": Reader(
        _whole(1, 100_000), "live streams and long polls a worker holds; half are reserved for seats"
    ),
    "max_streams_per_address": Reader(
        _whole(1, 100_000), "how many of these one client address may hold; fewer when less than half are free"
    ),
    "max_streams_per_game": Reader(_whole(1, 100_000), "how many of these the spectators of one game may hold"),
    "max_streams_per_seat": Reader(_whole(1, 100_000), "how many of these the holder of one seat may hold"),
    "request_timeout": Reader(_seconds, "seconds in which a request must arrive, head and body together"),
    "request_pause": Reader(_seconds, "seconds that may pass between two pieces of a request"),
    "max_unfinished_per_address": Reader(
        _whole(1, 100_000), "requests of one client address that may be arriving at a worker at the same time"
    ),
    "log_level": Reader(_level, "lowest level that is logged: `DEBUG`, `INFO`, `WARNING` or `ERROR`"),
    "web": Reader(_on_or_off, "`off`: no web pages; `/` is 404"),
    "tracing": Reader(_tracing, "`on`: send OpenTelemetry spans, see [tracing](docs/operations.md#tracing)"),
}


def read(environment: Mapping[str, str]) -> Settings:
    """The settings of this environment; a wrong one raises SettingError, and an empty one counts as not set."""
    values: dict[str, object] = {}
    for name, reader in READERS.items():
        text = environment.get(name.upper(), "").strip()
        if not text:
            continue
        try:
            values[name] = reader.parse(text)
        except ValueError as error:
            raise SettingError(f"{name.upper()} is wrong: it takes {error}") from None
    return Settings(**values)  # type: ignore[arg-type]  # each reader gives its field's type
