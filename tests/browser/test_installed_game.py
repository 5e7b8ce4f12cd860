"""The table of a game from an installed package: a whole game at it by clicking, in each language."""

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from service.authoring.new_game import write_game
from tests.browser.visitors import PHONE, Visitor
from tests.support import packages
from tests.support.http import LiveService

pytestmark = pytest.mark.browser
SLUG = "cat_nap"
PROMPTS = {"en": "Choose a card", "fr": "Choisissez une carte", "de": "Wähle eine Karte"}


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    """The real service beside the package of a game that `ludotheque new-game` has written."""
    written = write_game(SLUG, tmp_path_factory.mktemp("written"))
    path = packages.install(tmp_path_factory.mktemp("packages"), SLUG, source_folder=written)
    with LiveService(tmp_path_factory.mktemp("service"), PYTHONPATH=path, BOTS="1") as running:
        yield running


@pytest.mark.parametrize("language", PROMPTS)
def test_a_whole_game_by_clicking(browser: Browser, host: LiveService, language: str) -> None:
    with Visitor(browser, host.url, PHONE, locale=language) as ana:
        ana.go("/")
        assert "Cat Nap" in ana.page.inner_text(f'[data-key="{SLUG}"] h2')
        ana.play_now(SLUG)
        ana.page.wait_for_selector(f"text={PROMPTS[language]}")
        assert len(ana.page.query_selector_all(f".{SLUG}-hand button")) == 3
        assert ana.found_by_axe() == []
        ana.play_on(random.Random(3))
