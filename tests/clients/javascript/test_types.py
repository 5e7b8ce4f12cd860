"""The types of the client are current, strict, and know each game."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from service.problems import CATALOGUE
from tests.support.node import CLIENT, TIMEOUT, tool
from tests.support.running import ROOT

pytestmark = pytest.mark.clients
STRICT = ("--strict", "--module", "nodenext", "--target", "es2022", "--lib", "es2023,dom", "--noEmit")

RIGHT = """
import { ApiError, Ludotheque, NotFound, StaleVersion } from "ludotheque";
import type { EventOf, GameState, GameView, Schemas, StateOf, UnknownName, ViewOf } from "ludotheque";

const options = { retry: { maxElapsed: 1000 }, timeouts: { poll: 2000 }, logger: console };
const api = new Ludotheque("http://localhost:8000", options);

export function describe(event: EventOf<"tokyo_poo_divers">): string {
  switch (event.type) {
    case "cover_opened":
      return `${event.data.cell[0]}: ${event.data.face satisfies "blank" | "find" | "sleeper"}`;
    case "paid":
      return `${event.data.points satisfies number}`;
    case "game_finished":
      return event.data.outcome.reason;
    default:
      return event.type;
  }
}

// A game that was installed after these types were made
export function show(view: GameView): number | undefined {
  if (view.engine === "zoky") return view.state?.day satisfies number | undefined;
  if (view.engine === "tchang") return view.state?.pawns.length;
  if (view.engine === "dragon_fights" || view.engine === "tapecho" || view.engine === "tokyo_poo_divers") return 0;
  const unknown: ViewOf<UnknownName> = view;
  const slug: string = unknown.engine;
  for (const [name, value] of Object.entries(view.state ?? {})) console.log(slug, name, value satisfies unknown);
  for (const action of view.legal?.actions ?? []) console.log(action.type satisfies string, action.cell);
  return view.version;
}

export async function playUnknown(id: string, token: string): Promise<void> {
  const table = api.table<UnknownName>(id, { token });
  while (await table.waitForTurn()) {
    const [action] = table.actions;
    if (action) await table.act(action);
  }
  for await (const event of table) console.log(event.seq, event.type satisfies string, event.data.anything);
  const { actions } = await api.listActions(id, { token });
  for (const action of actions) await api.takeAction(id, action, { token });
  await api.verifyRecord(await api.getRecord(id));
}

export const newest = (error: StaleVersion): number | undefined => error.version;

export async function play(signal: AbortSignal): Promise<GameView | null> {
  const seats = [{ name: "Ana" }, { kind: "bot", level: "greedy" }] as const;
  const game = await api.createGame({ engine: "zoky", seats: [...seats], options: {} }, { signal });
  const state: StateOf<"zoky"> | null = game.state;
  console.log(state?.day, game.host_token satisfies string);
  for (const seat of game.seats) if (seat.kind === "human") console.log(seat.token satisfies string);
  console.log((await api.joinGame(game.id, { name: "Ben" })).token satisfies string);
  console.log((await api.joinGame(game.id, { kind: "bot", level: "greedy" })).token?.length);
  const table = api.table<"tokyo_poo_divers">(game.id, { token: game.seats[0]?.token, after: 3 });
  if (table.legal) await table.act(table.legal.actions[0]);
  while (await table.waitForTurn()) await table.act(table.actions[0], { ifMatch: null });
  const off: () => void = table.on("event", (event) => console.log(describe(event)));
  off();
  table.on("end", (error) => {
    if (error instanceof NotFound) console.log(error.code satisfies "not_found");
    else if (error instanceof StaleVersion) console.log(newest(error));
    else console.log(error?.detail);
  });
  for await (const event of table) console.log(describe(event));
  for await (const view of table.views()) {
    console.log(view.state?.board.length, view.legal?.actions.map((action) => action.type satisfies string));
    const acted = await table.act({ type: "dive", cell: [0, 1] }, { ifMatch: view });
    console.log(acted.events.map(describe), acted.game.state?.board);
  }
  for await (const event of api.table(game.id)) {
    if (event.type === "cover_opened") console.log(event.data.cell.length);
    if (event.type === "jailed") console.log(event.data.why);
  }
  const anyTable = api.table(game.id);
  if (anyTable.legal) await anyTable.act(anyTable.legal.actions[0]);
  const states: [Schemas["ZokyState"] | null, GameState | null] = [state, anyTable.view?.state ?? null];
  console.log(states);
  const sure: GameView = await api.getGame(game.id);
  try {
    await api.takeAction(game.id, { type: "throw" }, { ifMatch: sure });
  } catch (error) {
    if (error instanceof ApiError) console.log(error.code, error.retryAfter * 1000, error.version);
  }
  return api.getGame(game.id, { ifNoneMatch: sure });
}
"""

WRONG = {
    "a field of another event": (
        "for await (const event of table) if (event.type === 'paid') event.data.cell;",
        "TS2339: Property 'cell' does not exist",
    ),
    "an event of another game": (
        "table.on('event', (event) => event.type === 'jailed');",
        "TS2367: This comparison appears to be unintentional",
    ),
    "an action of another game": (
        "await table.act({ type: 'throw' });",
        "TS2322: Type '\"throw\"' is not assignable",
    ),
    "a legal action of another game": (
        "await table.act(api.table<'zoky'>('y').legal!.actions[0]);",
        "TS2345",
    ),
    "a token of a bot": (
        "(await api.joinGame('x', { kind: 'bot', level: 'greedy' })).token.length;",
        "TS2532",
    ),
    "a view that may be missing": (
        "console.log((await api.getGame('x', { ifNoneMatch: 'y' })).version);",
        "TS2531: Object is possibly 'null'",
    ),
    "a query that the operation does not have": (
        "await api.listGames({ colour: 'red' });",
        "TS2353: Object literal may only specify known properties, and 'colour' does not exist",
    ),
    "an option of another game": (
        "await api.createGame({ engine: 'zoky', seats: [{}, {}], options: { layout: 'donut' } });",
        "TS2353",
    ),
    "a slug that is misspelled": (
        "if ((await api.getGame('x')).engine === 'zokky') console.log();",
        "TS2367",
    ),
    "a field of one game in a view that may be of another": (
        "(await api.getGame('x')).state!.board;",
        "TS2339",
    ),
    "what is in the state of an unknown game": (
        "api.table<import('ludotheque').UnknownName>('x').view!.state!.day.length;",
        "TS2571: Object is of type 'unknown'",
    ),
    "a state that a table is never in": ("table.on('state', (state) => state === 'asleep');", "TS2367"),
}


def tsc(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The compiler, after it has said what is wrong."""
    return subprocess.run(
        [tool("tsc"), *arguments], cwd=folder, capture_output=True, text=True, timeout=TIMEOUT, check=False
    )


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A project that has installed the client as a package."""
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "ludotheque").symlink_to(CLIENT)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    return tmp_path


@pytest.mark.parametrize("project", [".", "examples"])
def test_the_module_and_the_examples_are_strictly_typed(project: str) -> None:
    done = tsc(CLIENT, "--project", project, "--noEmit")
    assert done.stdout == ""
    assert done.returncode == 0
    settings = json.loads((CLIENT / "tsconfig.json").read_text())["compilerOptions"]
    assert settings["strict"] is settings["checkJs"] is True


def test_what_is_generated_is_current(tmp_path: Path) -> None:
    """As `npm run types` writes it."""
    here = tmp_path / "clients" / "javascript"
    shutil.copytree(CLIENT, here, ignore=shutil.ignore_patterns("node_modules"))
    (here / "node_modules").symlink_to(CLIENT / "node_modules")
    shutil.copy(ROOT / "openapi.yaml", tmp_path)
    generated = ("openapi.d.ts", "ludotheque.d.ts")
    for name in generated:
        (here / name).unlink()
    done = subprocess.run(
        ["npm", "run", "types"], cwd=here, capture_output=True, text=True, timeout=TIMEOUT, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    for name in generated:
        assert (here / name).read_text() == (CLIENT / name).read_text(), (
            f"{name}: npm run types --prefix clients/javascript"
        )


def test_a_switch_over_types_knows_what_each_holds(elsewhere: Path) -> None:
    (elsewhere / "right.ts").write_text(RIGHT)
    done = tsc(elsewhere, *STRICT, "right.ts")
    assert done.stdout == ""
    assert done.returncode == 0


def test_what_is_wrong_does_not_compile(elsewhere: Path) -> None:
    for number, (mistake, _) in enumerate(WRONG.values()):
        (elsewhere / f"wrong{number:02}.ts").write_text(
            "import { Ludotheque } from 'ludotheque';\n"
            "const api = new Ludotheque(), table = api.table<'tokyo_poo_divers'>('x');\n"
            f"{mistake}\nexport {{ table }};\n"
        )
    done = tsc(elsewhere, *STRICT, *(f"wrong{number:02}.ts" for number in range(len(WRONG))))
    assert done.returncode != 0
    errors = [line for line in done.stdout.splitlines() if line.startswith("wrong")]
    assert len(errors) == len(WRONG), done.stdout
    for number, (what, (_, message)) in enumerate(WRONG.items()):
        assert errors[number].startswith(f"wrong{number:02}.ts(3,"), what
        assert message in errors[number], what


def test_the_package_is_what_its_name_brings(elsewhere: Path) -> None:
    program = elsewhere / "program.js"
    program.write_text(
        "import { ApiError, ConnectionFailed, Ludotheque, RETRY, TIMEOUTS, Table, etag, newKey } from 'ludotheque';\n"
        "new Ludotheque();\n"
    )
    assert tsc(elsewhere, *STRICT, "--allowJs", "--checkJs", "program.js").stdout == ""
    package = json.loads((CLIENT / "package.json").read_text())
    assert "dependencies" not in package
    assert all(version[0].isdigit() for version in package["devDependencies"].values()), "exact versions"
    assert "resolved" not in (CLIENT / "package-lock.json").read_text()


def test_every_error_class_is_a_type_too() -> None:
    """The module makes the classes from a list, so their types are declared by hand."""
    names = {"".join(word.capitalize() for word in code.split("_")) for code in CATALOGUE}
    declared = re.findall(r'type (\w+) = ErrorOf<"(\w+)">;', (CLIENT / "index.d.ts").read_text(encoding="utf-8"))
    assert sorted(declared) == sorted((name, name) for name in names)
