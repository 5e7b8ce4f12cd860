"""The smallest app that needs the store: it lets the launcher be tested without the rest of the service."""

import os
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

WsgiApp = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


def create_app() -> WsgiApp:
    import redis

    store = redis.Redis.from_url(os.environ["REDIS_URL"])
    time.sleep(float(os.environ.get("BOOT_SECONDS", "0")))
    if "BOOTED_FILE" in os.environ:
        Path(os.environ["BOOTED_FILE"]).touch()

    def reply(path: str) -> object:
        match path.strip("/").split("/"):
            case ["set", key, value]:
                return store.set(key, value)
            case ["get", key]:
                return (store.get(key) or b"").decode()
            case ["pids"]:
                return f"{os.getppid()} {os.getpid()} {store.info('server')['process_id']}"
            case ["slow", seconds]:
                time.sleep(float(seconds))
                return "slept"
            case ["late", seconds, key]:
                time.sleep(float(seconds))
                return (store.get(key) or b"").decode()
        return ""

    def app(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        try:
            status, text = "200 OK", str(reply(environ["PATH_INFO"]))
        except redis.RedisError as error:
            status, text = "503 Service Unavailable", str(error)
        start(status, [("Content-Type", "text/plain"), ("Content-Length", str(len(text)))])
        return [text.encode()]

    return app


if __name__ == "__main__":
    from service.server.launcher import main

    sys.exit(main(app="tests.faults.tiny_app:create_app()"))
