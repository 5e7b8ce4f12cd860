"""What holds for every test."""

import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.support import declared

# A busy machine is slow, and no test is about that: neither how long an example takes is judged, nor how long it takes
# to find one. Fixtures here are services that all examples of a test may share.
settings.register_profile(
    "ludotheque", deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
settings.load_profile("ludotheque")

# A shell ignores SIGINT for what it starts in the background, and so would every service that the tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

declared.watch_responses()


@pytest.fixture(autouse=True)
def _declared_responses() -> Iterator[None]:
    """A response with a problem or a header that its operation does not declare fails the test that received it."""
    declared.violations.clear()
    yield
    assert not declared.violations, "\n".join(dict.fromkeys(declared.violations))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the figures that tests have recorded, wherever they ran."""
    for report in terminalreporter.getreports("passed"):
        for name, figures in report.user_properties:
            terminalreporter.write_line(f"{name}: {figures}")
