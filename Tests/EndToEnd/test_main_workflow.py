"""The main workflow: search, add to favorites, find it again."""

import tree
from screens import Stargazer, says_starred, title
from waiting import eventually


def test_a_starred_repository_is_in_favorites_after_a_restart(launch, server):
    with launch(server) as app:
        app.keys.type("swift")
        app.keys.press("Return")
        app.wait_for_rows()
        row = app.select_first()
        chosen = title(row)
        app.open_selected()
        app.keys.press("ctrl+d")
        app.until("a starred row", lambda: says_starred(app.selected()))
        assert app.close() == 0
    # Favorites need no network.
    server.stop()
    with launch(server) as app:
        app.favorites_are([chosen])


def test_every_star_that_reads_as_pressed_survives_a_kill(launch, server):
    kept = []
    for down in range(1, 6):
        with launch(server) as app:
            app.search_for_rows("swift")
            app.select_first()
            if down > 1:
                app.keys.press(*["Down"] * (down - 1))
            row = app.until("the next row", lambda: fresh(app.row_in_focus(), kept))
            star = app.wait(tree.BUTTON, "Star", within=row, rows=True)
            chosen = title(row)
            app.keys.press("ctrl+d")
            eventually("the star pressed", lambda: tree.pressed(star), pauses=(0, 0))
            app.kill()
        kept.append(chosen)
    with launch(server) as app:
        assert sorted(app.favorites(5)) == sorted(kept)


def fresh(row, kept):
    return row if row is not None and title(row) not in kept else None


def test_the_demo_searches_and_saves_nothing(desktop, home):
    with Stargazer(desktop, home, "--demo") as app:
        app.search_for_rows("swift")
        app.wait(None, lambda text: "sample data" in text.lower())
        row = app.select_first()
        app.keys.press("ctrl+d")
        app.wait_starred(row)
        app.favorites_are([title(row)])
        assert app.close() == 0
    assert not list(home.glob("data/stargazer/*")), "the demo must never touch the real library"
    with Stargazer(desktop, home, "--demo") as app:
        app.favorites_are_empty()
