"""Tokyo Poo Divers, seen again step by step: the page's own ear hears what a spectator is shown."""

import pytest

from engines.tokyo_poo_divers.bank import Purse
from tests.web.ears import heard

pytestmark = pytest.mark.browser


def test_the_page_follows_every_game_by_ear() -> None:
    assert int(heard("tokyo_poo_divers", games=3).split()[0]) > 1000


def test_the_page_hears_that_the_bank_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random divers earn too little to empty the whole bank, so they play for a small one."""
    monkeypatch.setattr("engines.tokyo_poo_divers.engine.full_bank", lambda: Purse(brown=6, golden=4))
    assert int(heard("tokyo_poo_divers").split()[0]) > 100
