"""What someone would write instead of the service: small Flask apps, with the libraries as they come.

They know nothing of the service. `gunicorn -k gevent` serves them.
"""

import json
import os
from typing import Any

import redis
from flask import Flask, Response, request

COMPARE_AND_SET = """
if redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'state', ARGV[3])
return 1
"""
STATE_BYTES = 700
"""As many as a table of Tokyo Poo Divers has in the store."""


def constant() -> Flask:
    """An app that sends a constant of the size in the path."""
    app = Flask("constant")

    @app.route("/<int:status>/<int:size>", methods=["GET", "POST"])
    def translate(status: int, size: int) -> Response:
        return Response(b"x" * size, status, mimetype="application/json")

    return app


def stored() -> Flask:
    """An app that reads a game, counts a move, writes the game unless another has, and sends so many bytes."""
    app, client = Flask("stored"), redis.Redis.from_url(os.environ["REDIS_URL"])
    compare_and_set = client.register_script(COMPARE_AND_SET)

    @app.post("/games/<key>/<int:size>")
    def move(key: str, size: int) -> dict[str, Any] | tuple[str, int]:
        request.get_json()
        version, stored = client.hmget(key, "version", "state")
        if version is None:
            version, stored = "0", json.dumps({"moves": 0, "board": "x" * (STATE_BYTES - 25)})
            client.hset(key, mapping={"version": version, "state": stored})
        state = json.loads(stored)
        state["moves"] += 1
        if not compare_and_set([key], [version, state["moves"], json.dumps(state)]):
            return "the game has moved on", 409
        return {"game": "x" * (size - len('{"game":""}\n'))}

    return app
