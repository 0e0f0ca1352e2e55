"""Links that search: topics and the language are added to the query. Back returns from there."""

import tree


def test_a_topic_and_the_language_narrow_the_search(launch, server):
    with launch(server) as app:
        app.search_for_rows("swift")
        app.select_first()
        app.open_selected()
        before = app.titles()
        app.press(tree.BUTTON, "compiler", until=lambda: app.query() == "swift topic:compiler")
        app.until("other results", lambda: app.rows() and app.titles() != before)
        app.open_selected()
        app.press(
            tree.BUTTON, lambda name: name.startswith("Swift"),
            until=lambda: app.query() == "swift topic:compiler language:Swift")


def test_from_the_favorites_it_goes_to_a_new_search_and_back(launch, server):
    with launch(server) as app:
        app.search_for_rows("swift")
        row = app.select_first()
        app.keys.press("ctrl+d")
        app.wait_starred(row)
        app.favorites(1)
        app.open_selected()
        name = app.titles("Favorites")[0].split("/")[1]
        app.wait("heading", "README", within=app.details())
        # A press by a screen reader acts later, and would be repeated in the details that follow.
        app.click(lambda: app.find(tree.BUTTON, "compiler", within=app.details()))
        app.expect("the words", app.query, "topic:compiler")
        app.wait_for_rows()
        app.wait_focus_in("the results", app.selected)
        app.keys.press("alt+Left")
        app.expect("the source", app.source, "All Favorites")
        app.wait("heading", name, within=app.details())
        app.wait_focus_in("the details", app.details)
        app.keys.press("Escape")
        app.until("the focus in the row", app.row_in_focus)
