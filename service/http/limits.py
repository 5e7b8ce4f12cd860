"""Rate limits on creating, joining and verifying, by client address and counted in the store."""

import time
from ipaddress import ip_address
from typing import Any, Literal

from flask import Request, g
from limits import parse
from limits.storage import RedisClusterStorage, RedisStorage, Storage
from limits.strategies import MovingWindowRateLimiter

from service.base.problems import Problem
from service.base.settings import Network, Settings
from service.store.link import answering, cluster_options, open_pool

Limited = Literal["create", "join", "verify"]


class Limiter:
    """Counts requests and refuses too many. Its storage is made on first use, so that starting needs no store."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._rules = {name: parse(limit) for name, limit in settings.rate_limits.items() if limit != "off"}
        self._counter: MovingWindowRateLimiter | None = None

    def demand(self, what: Limited, request: Request) -> None:
        """Count this request; a 429 if there were too many from the same address."""
        rule = self._rules.get(what)
        if rule is None:
            return
        address = client_address(request, self._settings.trusted_proxies)
        with answering():
            allowed = self._strategy().hit(rule, what, address)
            reset, left = self._strategy().get_window_stats(rule, what, address)
        wait = max(1, round(reset - time.time()))
        g.rate_limit = {
            "RateLimit-Policy": f'"{what}";q={rule.amount};w={rule.get_expiry()}',
            "RateLimit": f'"{what}";r={left};t={wait}',
        }
        if not allowed:
            detail = f"At most {rule.amount} in {rule.get_expiry()} seconds."
            raise Problem("rate_limited", detail, headers={"Retry-After": str(wait)})

    def _strategy(self) -> MovingWindowRateLimiter:
        if self._counter is None:
            self._counter = MovingWindowRateLimiter(counting_in(self._settings))
        return self._counter


def counting_in(settings: Settings) -> Storage:
    """The store that holds the games, with our connection settings. For a cluster the library makes its own client."""
    url, timeout = settings.redis_url or "", settings.store_timeout
    if url.startswith("redis+cluster://"):
        options: Any = cluster_options(url, timeout)
        return RedisClusterStorage("redis+cluster://", wrap_exceptions=False, **options)
    return RedisStorage("redis://", connection_pool=open_pool(url, timeout), wrap_exceptions=False)


def client_address(request: Request, trusted: tuple[Network, ...]) -> str:
    """The caller's address: the last one in X-Forwarded-For that is not a trusted proxy's."""
    address = request.remote_addr or "unknown"
    hops = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",") if hop.strip()]
    while hops and _stands_at(address, trusted):
        address = hops.pop()
    return address


def _stands_at(address: str, trusted: tuple[Network, ...]) -> bool:
    try:
        return any(ip_address(address) in network for network in trusted)
    except ValueError:
        return False
