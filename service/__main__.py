"""What `ludotheque` and `python -m service` do: serve until asked to stop."""

import argparse
import sys

from service import __version__
from service.server.launcher import main as launch
from service.settings import READERS


def main() -> int:
    """Print `--help` or `--version`, reject any other argument, serve without one; returns the exit code."""
    settings = "\n".join(f"  {name.upper():<25}{reader.meaning}" for name, reader in READERS.items())
    parser = argparse.ArgumentParser(
        prog="ludotheque",
        description="Serve board games over HTTP until it is stopped.",
        epilog=f"settings are environment variables:\n{settings}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    parser.parse_args()
    return launch()


if __name__ == "__main__":
    sys.exit(main())
