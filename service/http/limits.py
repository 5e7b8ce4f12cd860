"""Rate limits on creating, joining and verifying, by client address and counted in the store."""

from typing import Literal

from engines.text import Text
from service.client_address import one_client
from service.http.request import ApiRequest
from service.problems import Problem
from service.settings import Settings
from service.store.connection import StoreConnection, run_script, store_call
from service.store.scripts import COUNT

Limited = Literal["create", "join", "verify"]
SECONDS = {"second": 1, "minute": 60, "hour": 60 * 60, "day": 24 * 60 * 60}


class Limiter:
    """Counts requests in the time before now, for all replicas together, and refuses too many."""

    def __init__(self, settings: Settings, connection: StoreConnection) -> None:
        self._connection = connection
        given = {what: limit.split("/") for what, limit in settings.rate_limits.items() if limit != "off"}
        self._rules = {what: (int(most), SECONDS[unit]) for what, (most, unit) in given.items()}

    def demand(self, what: Limited, call: ApiRequest, cost: int = 1) -> None:
        """Count this request; a 429 if there were too many from the same client. None costs more than the limit."""
        if what not in self._rules:
            return
        most, window = self._rules[what]
        key, microseconds = f"limit:{what}:{one_client(call.client)}", window * 1_000_000
        with store_call():
            (counted, left, reset), _ = run_script(
                self._connection, COUNT, [key], [most, microseconds, min(cost, most)]
            )
        wait = max(1, round(reset / 1_000_000))
        call.rate_limit = {
            "RateLimit-Policy": f'"{what}";q={most};w={window}',
            "RateLimit": f'"{what}";r={left};t={wait}',
        }
        if not counted:
            detail = Text("At most {most} in {seconds} s.", most=most, seconds=window)
            raise Problem("rate_limited", detail, headers={"Retry-After": str(wait)})
