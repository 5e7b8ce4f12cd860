"""Where the browser is, and the flags it is started with."""

import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def executable() -> str:
    """The path of the browser on this machine."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    assert program is not None, "install a browser for this: apt-get install chromium"
    return program
