"""Packages with games, as others would ship them, put into a folder on the path as an installer does."""

import shutil
from pathlib import Path

from engines.registry import ENTRY_POINTS


def install(site_packages: Path, *names: str, source_folder: Path = Path(__file__).parent) -> str:
    """Install these packages; returns the PYTHONPATH with which a service finds them."""
    for name in names:
        source = source_folder / name
        shutil.copytree(source, site_packages / name, ignore=shutil.ignore_patterns("__pycache__"))
        dist_info = site_packages / f"{name}-1.0.dist-info"
        dist_info.mkdir()
        (dist_info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (dist_info / "entry_points.txt").write_text(f"[{ENTRY_POINTS}]\n{name} = {name}\n")
    return str(site_packages)
