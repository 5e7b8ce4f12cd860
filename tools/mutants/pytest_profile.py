"""A pytest plugin: Hypothesis draws the same examples every time and does not shrink a failure.

It is a module of its own because `pytest -p` loads it inside the copies, where nothing else of this package is needed.
"""

from hypothesis import HealthCheck, Phase, settings

settings.register_profile(
    "mutants",
    derandomize=True,
    database=None,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow],
)
