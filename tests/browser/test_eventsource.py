"""A real browser's EventSource against the real service, from another origin, with a ticket, cut off on the way."""

import json
import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tests.browser.browsers import FLAGS, executable
from tests.support.http import LiveService, api_client, assert_ok, play_to_the_end
from tests.support.running import wait_for
from tests.support.tcp_forwarder import TcpForwarder

pytestmark = pytest.mark.browser
PAGE = Path(__file__).with_name("page.html")


class Site(ThreadingHTTPServer):
    """The page's own origin; it gets the page's report."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.result: dict[str, Any] | None = None
        self.received = 0
        self.url = f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    server: Site

    def do_GET(self) -> None:
        body = PAGE.read_bytes() if self.path == "/" else b""
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/received":
            self.server.received = max(self.server.received, int(body))
        else:
            self.server.result = json.loads(body)
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def browsing(directory: Path, url: str) -> Iterator[None]:
    """A headless browser on this page, with a new profile; at the end it and its children are gone."""
    with (directory / "browser.log").open("w") as log:
        process = subprocess.Popen(
            [executable(), *FLAGS, f"--user-data-dir={directory / 'profile'}", "--remote-debugging-port=0", url],
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        try:
            yield
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def test_eventsource_gets_every_event_once_through_a_cut_and_the_end(tmp_path: Path) -> None:
    with LiveService(tmp_path / "service") as service, api_client(service.url) as api, Site() as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        forwarder = TcpForwarder(service.port)
        table = api.create(seats=3)
        ticket = assert_ok(api.post(f"{table.path}/events/ticket", token=table.tokens[1]), 201)["ticket"]
        stream = f"{forwarder.url}{table.path}/events?ticket={ticket}"
        with browsing(tmp_path, f"{site.url}/#{quote(stream, safe='')}"):
            wait_for(lambda: site.received >= 3, timeout=60)
            for _ in range(4):
                table.step()
            wait_for(lambda: site.received >= len(table.events()))
            forwarder.cut()
            table.step()
            play_to_the_end(table)
            wait_for(lambda: site.result is not None, timeout=30)
        forwarder.close()
        site.shutdown()
        log = table.events(1)
    assert site.result is not None
    assert site.result["events"] == log
    assert site.result["ids"] == [str(event["seq"]) for event in log]
    assert site.result["opened"] == 2, "it was cut off and came back by itself"
    assert site.result["closedOnEnd"] is True
    assert ticket not in service.log.read_text()
