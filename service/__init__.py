"""The service: routes, the play loop, the store, and what starts them."""

from pathlib import Path

__version__ = "0.1.0"
"""The one place that holds the version: the package, the OpenAPI document and a release take it from here."""

HOME = Path(__file__).parent.parent
"""The folder that holds engines, schemas and service: that of the environment's packages, or the source tree."""
