"""Records over HTTP: fetched, verified, and forged."""

import hashlib
from typing import Any

from engines.record import canonical_json
from engines.registry import ENGINES
from tests.support.finished import played_out
from tests.support.http import Api, InProcess, Json, Table, good


def get_record(table: Table) -> Json:
    return good(table.api.get(f"{table.path}/record"))


def verify(api: Api, record: Any) -> Json:
    return good(api.post("/v1/records/verify", record))


def rehashed(record: Json) -> Json:
    """The record with its hash made good again, as a forger would."""
    rest = {name: value for name, value in record.items() if name != "record_hash"}
    return rest | {"record_hash": hashlib.sha256(canonical_json(rest)).hexdigest()}


_short_records: dict[str, Json] = {}


def short(api: InProcess, slug: str) -> Json:
    """The record of a short game."""
    table = played_out(api, slug, ENGINES[slug].players.min, {}, 11, most=4)
    api.delete(table.path, token=table.host)
    return get_record(table)


def short_record(api: InProcess, slug: str) -> Json:
    """The record of a short game, made once; its game may be gone, since some tests empty the store."""
    if slug not in _short_records:
        _short_records[slug] = short(api, slug)
    return _short_records[slug]
