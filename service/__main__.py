"""What `ludotheque` and `python -m service` do: serve until asked to stop, or help an operator or an author."""

import argparse
import sys
from pathlib import Path

from service import __version__
from service.server.launcher import main as launch
from service.settings import READERS

COMMANDS = """\
for operators:
  check                    look for damaged games in the store, and print them
  repair                   repair the file of the embedded store, and print what is lost

for authors of games:
  new-game <slug>          write a package with a small, complete game to start from
  check-game <package>     play a game at random, and print what is wrong or missing
"""


def main() -> int:
    """Run the command that is named first, or serve; returns the exit code."""
    if sys.argv[1:2] == ["check"]:
        return _check(sys.argv[2:])
    if sys.argv[1:2] == ["repair"]:
        return _repair(sys.argv[2:])
    if sys.argv[1:2] == ["new-game"]:
        return _new_game(sys.argv[2:])
    if sys.argv[1:2] == ["check-game"]:
        return _check_game(sys.argv[2:])
    settings = "\n".join(f"  {name.upper():<25}{reader.meaning}" for name, reader in READERS.items())
    parser = argparse.ArgumentParser(
        prog="ludotheque",
        description="Serve board games over HTTP until it is stopped.",
        epilog=f"{COMMANDS}\nsettings are environment variables:\n{settings}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    parser.parse_args()
    return launch()


def _check(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="ludotheque check",
        description="Read every game of the store that REDIS_URL names, or of the embedded one in DATA_DIR, whether "
        "the service runs or not. Print which games are damaged and where; the exit code is 1 if there are any.",
    )
    parser.add_argument("--remove-damaged", action="store_true", help="delete the games that are damaged")
    options = parser.parse_args(arguments)
    from service import check

    return check.main(remove_damaged=options.remove_damaged)


def _repair(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="ludotheque repair",
        description="Make the file of the embedded store in DATA_DIR loadable again, and print what it has lost. The "
        "service must be stopped. Every file that is changed is kept in a folder beside.",
    )
    parser.parse_args(arguments)
    from service.server import repair

    return repair.main()


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
