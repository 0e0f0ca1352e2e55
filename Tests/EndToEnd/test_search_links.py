"""Links that search: topics and the language are added to the query."""

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


def test_from_the_favorites_it_goes_to_the_search(launch, server):
    with launch(server) as app:
        app.search_for_rows("swift")
        app.select_first()
        app.keys.press("ctrl+d")
        app.favorites(1)
        app.open_selected()
        before = app.titles()
        app.press(tree.BUTTON, "compiler", until=lambda: app.query() == "swift topic:compiler")
        app.until("other results", lambda: app.rows() and app.titles() != before)
        app.wait_focus_in("the results", app.selected)
