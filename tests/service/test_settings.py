import re
from ipaddress import ip_network
from pathlib import Path

import pytest

from service.settings import DAY, READERS, SettingError, Settings, read

WRONG = [
    ("PORT", "eighty"),
    ("PORT", "0"),
    ("PORT", "65536"),
    ("PORT", "-1"),
    ("PORT", "80.5"),
    ("REDIS_URL", "localhost:6379"),
    ("REDIS_URL", "http://localhost"),
    ("WORKERS", "0"),
    ("WORKERS", "257"),
    ("BOTS", "-1"),
    ("BOTS", "257"),
    ("BOT_SECONDS", "0"),
    ("BOT_SECONDS", "601"),
    ("GAME_TTL", "59"),
    ("FINISHED_GAME_TTL", "a week"),
    ("OPEN_GAME_TTL", "1e9"),
    ("MAX_ACTIONS", "99"),
    ("STORE_MEMORY", "7mb"),
    ("STORE_MEMORY", "1000"),
    ("STORE_MEMORY", "1.5gb"),
    ("STORE_MEMORY", "gb"),
    ("STORE_WAIT_REPLICAS", "17"),
    ("STORE_WAIT_REPLICAS", "automatic"),
    ("STORE_TIMEOUT", "0"),
    ("STORE_TIMEOUT", "601"),
    ("STORE_TIMEOUT", "soon"),
    ("STORE_TIMEOUT", "nan"),
    ("GAMES", "Le Tapécho"),
    ("API_KEYS", "short"),
    ("API_KEYS", "long-enough-to-be-a-key,short"),
    ("METRICS_TOKEN", "short"),
    ("RATE_LIMITS", "create=many"),
    ("RATE_LIMITS", "play=1/minute"),
    ("RATE_LIMITS", "create"),
    ("ALLOWED_ORIGINS", "localhost:3000"),
    ("ALLOWED_ORIGINS", "https://example.org/path"),
    ("TRUSTED_PROXIES", "proxy.example.org"),
    ("TRUSTED_PROXIES", "10.0.0.1/8"),
    ("MAX_STREAMS", "0"),
    ("MAX_STREAMS", "many"),
    ("MAX_STREAMS_PER_ADDRESS", "100001"),
    ("MAX_STREAMS_PER_GAME", "0"),
    ("MAX_STREAMS_PER_SEAT", "0"),
    ("REQUEST_TIMEOUT", "0"),
    ("REQUEST_PAUSE", "long"),
    ("MAX_UNFINISHED_PER_ADDRESS", "0"),
    ("LOG_LEVEL", "LOUD"),
    ("WEB", "maybe"),
    ("TRACING", "yes"),
]
RIGHT = [
    ("PORT", "80", 80),
    ("BIND", "127.0.0.1", "127.0.0.1"),
    ("DATA_DIR", "/srv/games", Path("/srv/games")),
    ("REDIS_URL", "redis+sentinel://a:1,b:2/main", "redis+sentinel://a:1,b:2/main"),
    ("WORKERS", "256", 256),
    ("BOTS", "0", 0),
    ("BOT_SECONDS", "1.5", 1.5),
    ("GAMES", "zoky, tchang,", frozenset({"zoky", "tchang"})),
    ("GAME_TTL", "60", 60),
    ("FINISHED_GAME_TTL", "3600", 3600),
    ("OPEN_GAME_TTL", "61", 61),
    ("MAX_ACTIONS", "100", 100),
    ("STORE_MEMORY", "512MB", 512 * 2**20),
    ("STORE_MEMORY", "8388608", 8 * 2**20),
    ("STORE_WAIT_REPLICAS", "2", 2),
    ("STORE_WAIT_REPLICAS", "Auto", None),
    ("STORE_TIMEOUT", "0.5", 0.5),
    ("API_KEYS", "a-key-of-16-chars, b-key-of-16-chars,", frozenset({"a-key-of-16-chars", "b-key-of-16-chars"})),
    ("METRICS_TOKEN", "0123456789abcdef", "0123456789abcdef"),
    ("RATE_LIMITS", "join=off; create=5/hour", {"create": "5/hour", "join": "off", "verify": "60/minute"}),
    ("ALLOWED_ORIGINS", "http://localhost:3000,*", frozenset({"http://localhost:3000", "*"})),
    ("TRUSTED_PROXIES", "127.0.0.1, 10.0.0.0/8, ::1", tuple(map(ip_network, ("10.0.0.0/8", "127.0.0.1", "::1")))),
    ("TRUSTED_PROXIES", "::ffff:10.0.0.0/104", (ip_network("10.0.0.0/8"),)),
    ("MAX_STREAMS", "100000", 100_000),
    ("MAX_STREAMS_PER_ADDRESS", "1", 1),
    ("MAX_STREAMS_PER_GAME", "7", 7),
    ("MAX_STREAMS_PER_SEAT", "3", 3),
    ("REQUEST_TIMEOUT", "20", 20.0),
    ("REQUEST_PAUSE", "2.5", 2.5),
    ("MAX_UNFINISHED_PER_ADDRESS", "8", 8),
    ("LOG_LEVEL", "debug", "DEBUG"),
    ("WEB", "off", False),
    ("TRACING", "ON", True),
]


@pytest.mark.parametrize(("name", "text"), WRONG)
def test_a_wrong_value_is_one_line_that_names_the_allowed_values(name: str, text: str) -> None:
    with pytest.raises(SettingError) as caught:
        read({name: text})
    assert re.fullmatch(rf"{name} is wrong: it takes \S.{{10,}}", str(caught.value))


@pytest.mark.parametrize(("name", "text", "value"), RIGHT)
def test_a_right_value_is_read(name: str, text: str, value: object) -> None:
    assert getattr(read({name: f" {text} "}), name.lower()) == value


def test_every_setting_is_read_and_has_a_test() -> None:
    assert set(READERS) == set(Settings.__struct_fields__) == {name.lower() for name, _, _ in RIGHT}
    assert all(reader.meaning for reader in READERS.values())


def test_secrets_are_not_repeated_in_the_complaint() -> None:
    with pytest.raises(SettingError) as caught:
        read({"METRICS_TOKEN": "hush-hush"})
    assert "hush-hush" not in str(caught.value)


def test_defaults() -> None:
    settings = read({})
    assert settings == Settings()
    assert (settings.port, settings.workers, settings.data_dir, settings.redis_url) == (8000, 2, Path("data"), None)
    assert (settings.game_ttl, settings.finished_game_ttl) == (30 * DAY, 7 * DAY)
    assert settings.max_actions == 10_000
    assert settings.rate_limits == {"create": "480/hour", "join": "240/minute", "verify": "60/minute"}


@pytest.mark.parametrize("name", [name.upper() for name in READERS])
@pytest.mark.parametrize("text", ["", "  "])
def test_empty_counts_as_not_set(name: str, text: str) -> None:
    assert read({name: text}) == Settings()


def test_reading_limits_leaves_the_defaults_alone() -> None:
    read({"RATE_LIMITS": "create=1/day"})
    assert read({}).rate_limits["create"] == "480/hour"


@pytest.mark.parametrize(
    ("url", "count"),
    [(None, 0), ("redis://a", 0), ("unix:///a", 0), ("redis+sentinel://a/b", 1), ("redis+cluster://a", 1)],
)
def test_a_replica_is_awaited_where_one_may_become_the_master(url: str | None, count: int) -> None:
    by_default = Settings(redis_url=url)
    assert (by_default.wait_replicas, by_default.warnings()) == (count, {})
    for chosen in range(3):
        settings = Settings(redis_url=url, store_wait_replicas=chosen)
        assert settings.wait_replicas == chosen
        assert list(settings.warnings()) == ["replicas_not_awaited"] * (count > chosen)
