"""Pictures of the landing page and of each table for README and docs: `make pictures` writes docs/pictures/."""

import random
import tempfile
from pathlib import Path

from engines.registry import ENGINES
from tests.browser.visitors import DESKTOP, LEGAL, PHONE, Visitor, chromium
from tests.support.http import LiveService
from tests.support.running import ROOT

PICTURES = ROOT / "docs" / "pictures"
LOOKS = {"desktop": (DESKTOP, "light"), "phone": (PHONE, "dark")}
MOVES = {"dragon_fights": 9, "tapecho": 12, "tchang": 10, "tokyo_poo_divers": 40, "zoky": 14}
"""Touches after which there is something to see."""


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        LiveService(Path(folder), BOTS="1") as service,
        chromium() as browser,
    ):
        for look, (size, scheme) in LOOKS.items():
            with Visitor(browser, service.url, size, color_scheme=scheme) as ana:
                ana.go("/")
                ana.page.wait_for_selector("button.main")
                ana.page.wait_for_timeout(500)
                ana.page.screenshot(path=PICTURES / f"landing-{look}.png")
                for slug in ENGINES:
                    ana.play_now(slug)
                    ana.page.wait_for_selector(LEGAL)
                    left = iter(range(MOVES[slug]))
                    ana.play_on(random.Random(slug), until=lambda left=left: ana.over() or next(left, None) is None)
                    ana.page.wait_for_timeout(500)
                    ana.page.screenshot(path=PICTURES / f"{slug}-{look}.png")


if __name__ == "__main__":
    main()
