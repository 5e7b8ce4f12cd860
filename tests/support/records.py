"""Read, verify and forge records over HTTP."""

import hashlib
from typing import Any

from engines.record import canonical_json
from engines.registry import ENGINES
from tests.support.finished import break_off, finished_table
from tests.support.http import Api, InProcess, Json, Table, assert_ok


def get_record(table: Table) -> Json:
    return assert_ok(table.api.get(f"{table.path}/record"))


def verify(api: Api, record: Any) -> Json:
    return assert_ok(api.post("/v1/records/verify", record))


def with_new_hash(record: Json) -> Json:
    """The record with its hash computed again, as a forger would do."""
    rest = {name: value for name, value in record.items() if name != "record_hash"}
    return rest | {"record_hash": hashlib.sha256(canonical_json(rest)).hexdigest()}


_short_records: dict[str, Json] = {}


def new_short_record(api: InProcess, slug: str) -> Json:
    """The record of a short game."""
    table = finished_table(api, slug, ENGINES[slug].players.min, {}, 11, most=4)
    break_off(api, table)
    return get_record(table)


def short_record(api: InProcess, slug: str) -> Json:
    """The record of a short game, made once; its game may be gone, since some tests empty the store."""
    if slug not in _short_records:
        _short_records[slug] = new_short_record(api, slug)
    return _short_records[slug]
