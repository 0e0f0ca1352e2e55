"""Favorites: always in step, filtered and sorted, removed with a way back."""

import tree
from screens import says_starred, title


def test_the_newest_favorite_is_first(app, kept):
    assert app.favorites(3) == list(reversed(kept))


def test_removal_shows_everywhere_and_can_be_undone(app, kept):
    app.favorites(3)
    row = next(row for row in app.rows("Favorites") if title(row) == kept[1])
    tree.act(app.star(row))
    app.until("two favorites", lambda: len(app.titles("Favorites")) == 2)
    assert kept[1] not in app.titles("Favorites")
    app.press(tree.BUTTON, "Undo")
    app.until("three favorites", lambda: app.titles("Favorites") == list(reversed(kept)))
    app.keys.press("ctrl+1")
    app.until("the star in the results", lambda: [title(r) for r in app.rows() if says_starred(r)] == kept)


def test_a_removed_favorite_is_not_starred_in_the_results(app, kept):
    app.favorites(3)
    tree.act(app.star(app.rows("Favorites")[0]))
    app.until("two favorites", lambda: len(app.titles("Favorites")) == 2)
    app.keys.press("ctrl+1")
    app.until("two stars in the results", lambda: [title(r) for r in app.rows() if says_starred(r)] == kept[:2])


def test_a_star_in_the_details_is_the_same_star(app):
    app.search_for_rows("swift")
    row = app.select_first()
    details = app.open_selected()
    star = app.wait(tree.BUTTON, "Star", within=details) if app.find(tree.BUTTON, "Star", details) else header_star(app)
    tree.act(star)
    app.wait_starred(row)
    app.until("the star in the details", lambda: tree.pressed(star))


def header_star(app):
    """The star in the header bar over the details."""
    return app.wait(tree.BUTTON, "Star")


def test_favorites_can_be_read_without_a_network(launch, server, home):
    with launch(server) as app:
        app.search_for_rows("swift")
        row = app.select_first()
        app.keys.press("ctrl+d")
        app.wait_starred(row)
        name = title(row)
        assert app.close() == 0
    server.stop()
    with launch(server) as app:
        assert app.favorites(1) == [name]


def test_favorites_of_another_server_are_not_mixed_in(launch, server):
    from standin import StandIn

    with launch(server) as app:
        app.search_for_rows("swift")
        row = app.select_first()
        app.keys.press("ctrl+d")
        app.wait_starred(row)
    with StandIn(search_limit="off") as elsewhere, launch(elsewhere) as app:
        app.search_for_rows("swift")
        assert not [row for row in app.rows() if says_starred(row)]


def test_the_library_is_nobody_elses_to_read(launch, server, home):
    with launch(server) as app:
        app.search_for_rows("swift")
        app.select_first()
        app.keys.press("ctrl+d")
        app.wait_starred(app.selected())
        files = [path for path in (home / "data" / "stargazer").rglob("*")]
        assert files
        for path in [home / "data" / "stargazer", *files]:
            assert path.stat().st_mode & 0o077 == 0, path


def test_keys_act_on_the_row_that_is_selected_in_the_list_that_shows(app):
    app.search_for_rows("swift")
    first = app.select_first()
    app.keys.press("ctrl+d")
    app.wait_starred(first)
    kept = title(first)
    app.keys.press("Down", "ctrl+d")
    second = app.until("the second row", lambda: app.selected() if title(app.selected()) != kept else None)
    app.wait_starred(second)
    app.favorites(2)
    app.until("a favorite that is looked at", lambda: app.selected("Favorites"))
    app.keys.press("Down")
    app.until("the other favorite", lambda: title(app.selected("Favorites")) == kept)
    app.keys.press("ctrl+1", "ctrl+d")
    app.says("removed from Favorites")
    assert app.favorites(1) == [kept]


def test_removals_in_a_row_are_undone_together(app, kept):
    app.favorites(3)
    app.until("a favorite that is looked at", lambda: app.selected("Favorites"))
    for left in (2, 1):
        app.keys.press("ctrl+d")
        app.until(f"{left} left", lambda: len(app.titles("Favorites")) == left)
    app.says("2 favorites removed")
    app.press(tree.BUTTON, "Undo")
    app.until("all three again", lambda: app.titles("Favorites") == list(reversed(kept)))
