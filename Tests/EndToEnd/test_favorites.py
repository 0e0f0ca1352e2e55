"""Favorites: always up to date, filtered and sorted, and removed with Undo."""

import os
import sqlite3

import tree
from screens import says_starred, title
from standin import StandIn


def test_removal_shows_everywhere_and_can_be_undone(app, three_favorites):
    newest = list(reversed(three_favorites))
    app.favorites_are(newest)

    def second():
        return next((row for row in app.rows("Favorites") if title(row) == three_favorites[1]), None)

    app.press_star(second, until=lambda: app.titles("Favorites") == [three_favorites[2], three_favorites[0]])
    app.press(tree.BUTTON, "Undo", until=lambda: app.titles("Favorites") == newest)
    app.keys.press("ctrl+1")
    app.expect("the starred results", lambda: starred(app), three_favorites)


def test_what_is_no_favorite_is_searched_with_one_press(app, three_favorites):
    app.show_favorites()
    app.ask("alamofire")
    app.press(tree.BUTTON, "Search Repositories", until=lambda: app.titles() == ["Alamofire/Alamofire"])
    app.expect("the query", app.query, "alamofire")
    app.wait_focus_in_entry()


def test_a_star_in_the_details_is_the_same_star(app):
    app.search_for_rows("swift")
    row = app.select_first()
    app.open_selected()
    # Presses the star of the details. The stars of the rows are inside rows.
    app.press(tree.BUTTON, "Star", until=lambda: app.is_pressed(tree.BUTTON, "Star"))
    app.wait_starred(row)


def test_favorites_of_another_server_are_not_mixed_in(launch, server):
    with launch(server) as app:
        app.search_for_rows("swift")
        row = app.select_first()
        app.keys.press("ctrl+d")
        app.wait_starred(row)
    with StandIn(search_limit="off") as elsewhere, launch(elsewhere) as app:
        app.search_for_rows("swift")
        app.select_first()
        app.keys.press("Down", "ctrl+d")
        # Once this one is marked, the others would be marked, too.
        app.expect("the starred results", lambda: starred(app), app.titles()[1:2])


def test_keys_act_on_the_row_that_is_selected_in_the_list_that_shows(app):
    app.search_for_rows("swift")
    first = app.select_first()
    app.keys.press("ctrl+d")
    app.wait_starred(first)
    newest = title(first)
    app.keys.press("Down", "ctrl+d")
    second = app.until(
        "the second row", lambda: app.titles()[1] if title(app.selected()) not in (None, newest) else None)
    app.favorites_are([second, newest])
    look_at(app, second)
    app.keys.press("Down")
    look_at(app, newest)
    app.keys.press("ctrl+1", "ctrl+d")
    app.wait_for_text("removed from Favorites")
    app.favorites_are([newest])


def look_at(app, name):
    """Waits until the keys act on that favorite."""
    app.expect("the favorite that is looked at", lambda: title(app.selected("Favorites")), name)


def starred(app):
    """Returns the titles of the results that are marked as starred."""
    return [title(row) for row in app.rows() if says_starred(row)]


def test_a_replaced_library_is_reported_and_opened(launch, server, home):
    with launch(server) as app:
        app.search_for_rows("swift")
        row = app.select_first()
        app.keys.press("ctrl+d")
        app.wait_starred(row)
        library = home / "data/stargazer/library.sqlite"
        with sqlite3.connect(library) as database:
            database.execute("VACUUM INTO ?", [str(home / "copy")])
        database.close()
        os.rename(home / "copy", library)
        reported = "Your library was replaced."
        app.wait_for_text(reported)
        app.press(tree.BUTTON, "Open New Library", until=lambda: not app.find(None, lambda text: reported in text))
        app.favorites_are([title(row)])
