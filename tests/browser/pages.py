"""Pages of the tests in a real browser, driven by Playwright."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Playwright, sync_playwright

from tests.browser.browsers import FLAGS, executable
from tests.support.running import ROOT, children, is_alive, wait_for

TIMEOUT = 120_000.0


class Site(ThreadingHTTPServer):
    """An origin of its own, with a page as its index and some files of this project."""

    daemon_threads = True

    def __init__(self, page: Path, *folders: str) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.page, self.folders = page, [ROOT / folder for folder in folders]
        self.url = f"http://127.0.0.1:{self.server_port}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def server_close(self) -> None:
        self.shutdown()
        super().server_close()

    def file(self, path: str) -> Path | None:
        """What is shown at this path."""
        file = self.page if path == "/" else ROOT / path.lstrip("/")
        shown = file == self.page or any(file.is_relative_to(folder) for folder in self.folders)
        return file if shown and ".." not in file.parts and file.is_file() else None


class Handler(BaseHTTPRequestHandler):
    server: Site

    def do_GET(self) -> None:
        file = self.server.file(self.path.partition("?")[0])
        body = b"" if file is None else file.read_bytes()
        self.send_response(404 if file is None else 200)
        kind = "text/javascript" if file and file.suffix in (".js", ".mjs") else guess_type(file or "")[0]
        self.send_header("Content-Type", f"{kind or 'text/plain'}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


class Browser:
    """A browser with a profile that outlives it, which can be killed."""

    def __init__(self, playwright: Playwright, profile: Path) -> None:
        self._playwright, self._profile = playwright, profile
        self.context = self._started()

    def _started(self) -> BrowserContext:
        return self._playwright.chromium.launch_persistent_context(
            self._profile, executable_path=executable(), args=[*FLAGS], chromium_sandbox=False
        )

    def kill(self) -> None:
        """Kill the browser and all it has started, as a crash of the machine would, and start it again."""
        ours = [pid for pid in children(os.getpid()) if str(self._profile) in command_line(pid)]
        assert ours
        for pid in ours:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        wait_for(lambda: not any(is_alive(pid) for pid in ours), timeout=60)
        with suppress(Exception):  # Playwright finds out that it is gone
            self.context.close()
        for lock in self._profile.glob("Singleton*"):
            lock.unlink()
        self.context = self._started()


def command_line(pid: int) -> str:
    """How this process was started."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    except OSError:
        return ""


@contextmanager
def browsing(profile: Path) -> Iterator[Browser]:
    """A browser of this machine, until the block ends."""
    with sync_playwright() as playwright:
        browser = Browser(playwright, profile)
        try:
            yield browser
        finally:
            browser.context.close()
