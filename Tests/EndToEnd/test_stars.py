"""Bringing the account's stars in: all of them, in as many pieces as one likes, and what shows of them."""

import re
import sqlite3

import pytest

import tree
from keyring import Keyring
from screens import REPOSITORY_ROW

STARS = 2_000
BUSY = re.compile(r"busy=([0-9.e-]+) seconds passed=([0-9.e-]+) seconds")


@pytest.fixture
def keyring(desktop, tmp_path):
    """The desktop's key store, unlocked."""
    with Keyring(desktop, tmp_path / "keyring") as keyring:
        yield keyring


def sign_in(app, token):
    app.keys.press("ctrl+comma")
    app.wait(tree.BUTTON, "Sign In")
    field = app.wait(("entry", "text", "password text"), "Personal Access Token")
    app.until("the focus in the field", lambda: field.grab_focus() and app.focus_is_in(field))
    app.keys.type(token + "\n")
    app.wait(None, lambda text: "Sign Out" in text)
    app.keys.press("Escape")
    app.gone(tree.BUTTON, "Sign Out")


def choose(app, label):
    """Presses an entry of the main menu."""
    tree.act(app.wait(tree.BUTTON, "Main Menu"))
    tree.act(app.wait("menu item", label))


def kept(home):
    """How many favorites are on disk, and how many of them are known to be starred."""
    path = home / "data" / "stargazer" / "library.sqlite"
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=10) as library:
        return library.execute(
            "SELECT count(*), coalesce(sum(starred_on_server), 0) FROM favorite WHERE is_favorite").fetchone()


def count(app):
    found = app.list("Favorites")
    return "" if found is None else " ".join(tree.described_by(found))


def place(app, name):
    return app.wait(tree.BUTTON, name)


def longest_work(text):
    """The longest stretch that the main thread worked without turning its loop, in milliseconds; then by the clock."""
    told = [(float(busy), float(passed)) for busy, passed in BUSY.findall(text)]
    return tuple(round(1_000 * value, 1) for value in max(told, default=(0, 0)))


def test_two_thousand_stars_come_in_six_pieces(launch, server, home, keyring, capsys):
    with launch(server, STARGAZER_LOG="trace") as app:
        sign_in(app, f"ghp-e2e-stars-{STARS}")
        app.show_favorites()
        before = len(app.errors())
        for pages in (1, 2, 5, 3, 1):
            asked = len(server.log("GET /user/starred"))
            choose(app, "Bring My Stars In")
            server.wait_for("GET /user/starred", asked + pages)
            cancel = app.find(tree.BUTTON, "Cancel")
            assert cancel is not None, "all came before it could be cancelled"
            tree.act(cancel)
            app.says("Stopped")
            app.gone(tree.BUTTON, "Cancel")
        came = kept(home)
        assert 0 < came[0] < STARS and came[0] == came[1]
        choose(app, "Bring My Stars In")
        app.says("stars were brought in")
        assert kept(home) == (STARS, STARS)
        app.until("the count", lambda: count(app) == "2,000 favorites")
        busy, passed = longest_work(app.errors()[before:])
        with capsys.disabled():
            print(f"\n  2,000 stars: the main thread worked {busy} ms at most ({passed} ms by the clock)")
        assert busy <= 50
