"""What `ludotheque` and `python -m service` do: serve until asked to stop, or help the author of a game."""

import argparse
import sys
from pathlib import Path

from service import __version__
from service.server.launcher import main as launch
from service.settings import READERS

AUTHORING = """\
for authors of games:
  new-game <slug>          write a package with a small, complete game to start from
  check-game <package>     play a game at random, and print what is wrong or missing
"""


def main() -> int:
    """Run the command for authors that is named first, or serve; returns the exit code."""
    if sys.argv[1:2] == ["new-game"]:
        return _new_game(sys.argv[2:])
    if sys.argv[1:2] == ["check-game"]:
        return _check_game(sys.argv[2:])
    settings = "\n".join(f"  {name.upper():<25}{reader.meaning}" for name, reader in READERS.items())
    parser = argparse.ArgumentParser(
        prog="ludotheque",
        description="Serve board games over HTTP until it is stopped.",
        epilog=f"{AUTHORING}\nsettings are environment variables:\n{settings}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    parser.parse_args()
    return launch()


def _new_game(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="ludotheque new-game")
    parser.add_argument("slug", help="the name of the game and of its package, such as high_card")
    options = parser.parse_args(arguments)
    from service.authoring import new_game  # it loads every game, which the launcher need not

    return new_game.main(options.slug, Path.cwd())


def _check_game(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="ludotheque check-game")
    parser.add_argument("package", help="an installed package, or one in this folder")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long to check random tables")
    options = parser.parse_args(arguments)
    from service.authoring import check_game

    return check_game.main(options.package, options.seconds)


if __name__ == "__main__":
    sys.exit(main())
