"""Runs tests in the folder it is started in, again and again, each time in a fork that imports the engines afresh.

Started by `workshop`, as a program and not as a module, so that nothing but the copy is ever imported. What all runs
need is imported once, before the forks. A line of JSON on standard input asks for a run, a line answers it.
"""

import gc
import importlib
import json
import os
import resource
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

PRELOADED = (
    "apispec",
    "cryptography",
    "flask",
    "hypothesis.strategies",
    "jsonschema_rs",
    "marshmallow",
    "msgspec",
    "yaml",
)
TIMES = 10
"""A test may take so many times what it takes with nothing broken, and what the request allows besides."""
TO_COLLECT = 60
MEMORY = 4 << 30
PROFILE = "mutants"
OPTIONS = (
    *("-x", "-n", "0", "-q", "--tb=short", "--no-header", "-p", "no:cacheprovider", "-p", "xdist.plugin"),
    *("-p", "_hypothesis_pytestplugin"),
    f"--hypothesis-profile={PROFILE}",  # loaded after tests/conftest.py has loaded its own
)
ANSWER, LOG = Path("trial.json"), Path("trial.log")


class Judge:
    """Chooses the tests, the cheap ones first, ends those that hang, and notes the first that fails."""

    def __init__(self, slug, patience, known):
        self.slug = slug
        self.patience = patience
        self.known = known
        self.took = {}
        self.failed = None

    def pytest_collection_modifyitems(self, config, items):
        """All tests of the engine; of the contract tests those of this game."""
        kept = [item for item in items if "tests/contract/" not in item.nodeid or self.slug in item.nodeid]
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = sorted(kept, key=lambda item: self.known.get(item.nodeid, 0))

    def pytest_collectreport(self, report):
        if report.failed:
            self.failed = self.failed or report.nodeid

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item):
        if self.known:
            allow(self.patience + TIMES * self.known.get(item.nodeid, 0))
        start = time.process_time()
        yield
        self.took[item.nodeid] = time.process_time() - start

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.failed = self.failed or report.nodeid


def allow(seconds):
    """From now on so much processor time, however busy the machine is; more ends the process."""
    signal.setitimer(signal.ITIMER_PROF, seconds)


def run(slug, paths, deselected, patience, known):
    """In the fork: run the tests, leave an answer behind, and end."""
    os.setpgid(0, 0)
    with LOG.open("wb") as log:
        for stream in (1, 2):
            os.dup2(log.fileno(), stream)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.RLIM_INFINITY))
    allow(TO_COLLECT if known else 0)
    # The same examples every time, and none made smaller: that one fails is all that is asked.
    phases, busy = (Phase.explicit, Phase.generate), [HealthCheck.too_slow]
    same = {"derandomize": True, "database": None, "phases": phases}
    settings.register_profile(PROFILE, **same, deadline=None, suppress_health_check=busy)
    judge = Judge(slug, patience, known)
    code = pytest.main([*OPTIONS, *(f"--deselect={test}" for test in deselected), *paths], plugins=[judge])
    allow(0)
    ANSWER.write_text(json.dumps({"code": int(code), "failed": judge.failed, "took": judge.took}))
    os._exit(0)


def ended(child, seconds):
    """Wait for a child; whether it came to its end by itself, and in time."""
    deadline = time.monotonic() + seconds
    try:
        while time.monotonic() < deadline:
            pid, status = os.waitpid(child, os.WNOHANG)
            if pid:
                child = None
                return status == 0
            time.sleep(0.01)
        return False
    finally:
        if child is not None:
            with suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)


def answer(seconds, **asked):
    """One run. Without an answer it hung, or died of what it did."""
    ANSWER.unlink(missing_ok=True)
    child = os.fork()
    if child == 0:
        try:
            run(**asked)
        finally:
            os._exit(70)
    done = ended(child, seconds)
    if done and ANSWER.exists():
        return json.loads(ANSWER.read_text())
    return {"code": None, "failed": None, "took": {}}


def main():
    sys.path[0] = os.getcwd()
    for name in PRELOADED:
        with suppress(ImportError):
            importlib.import_module(name)
    gc.freeze()
    for line in sys.stdin:
        sys.stdout.write(json.dumps(answer(**json.loads(line))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
