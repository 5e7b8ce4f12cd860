"""The metrics of a bot worker on a machine of its own, on a port of its own. Beside workers, those serve them."""

import socket
import threading
from collections.abc import Iterable
from socketserver import TCPServer
from typing import TYPE_CHECKING
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from service.metrics import exposition, record_process
from service.problems import Problem
from service.table.access import require_key

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

POLL_INTERVAL = 3600.0
"""Seconds between two checks whether the server is to stop, which it never is: it ends with its process."""


class _Server(WSGIServer):
    """A server for either kind of address."""

    def __init__(self, address: tuple[str, int], handler: type[WSGIRequestHandler]) -> None:
        self.address_family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
        super().__init__(address, handler)

    def server_bind(self) -> None:
        TCPServer.server_bind(self)  # not HTTPServer's, which looks up a name for the address and may take long
        self.server_name, self.server_port = str(self.server_address[0]), int(self.server_address[1])
        self.setup_environ()


class _Handler(WSGIRequestHandler):
    """A request with a short timeout, of which nothing is logged."""

    timeout = 5

    def log_message(self, *_: object) -> None:
        pass


def serve(bind: str, port: int, token: str | None) -> None:
    """Serve the metrics at /metrics from now on, to clients with the token if there is one."""

    def app(environ: "WSGIEnvironment", respond: "StartResponse") -> Iterable[bytes]:
        scheme, _, credentials = environ.get("HTTP_AUTHORIZATION", "").partition(" ")
        try:
            require_key(credentials if scheme.lower() == "bearer" else None, [] if token is None else [token], "")
        except Problem:
            respond("401 Unauthorized", [("WWW-Authenticate", "Bearer"), ("Content-Length", "0")])
            return []
        if environ["PATH_INFO"] != "/metrics":
            respond("404 Not Found", [("Content-Length", "0")])
            return []
        record_process()
        respond("200 OK", [("Content-Type", "text/plain; version=0.0.4; charset=utf-8")])
        return [exposition([])]

    server = make_server(bind, port, app, server_class=_Server, handler_class=_Handler)
    threading.Thread(target=server.serve_forever, args=(POLL_INTERVAL,), daemon=True).start()
