"""Where the browser is, and how it is started."""

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


def found() -> str:
    """The browser of this machine."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    assert program is not None, "install a browser for this: apt-get install chromium"
    return program
