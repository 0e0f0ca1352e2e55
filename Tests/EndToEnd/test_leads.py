"""What looks like a link is one: topics and the language add to the search."""

import tree


def test_a_topic_and_the_language_narrow_the_search(launch, server):
    with launch(server) as app:
        app.search_for_rows("swift")
        app.select_first()
        app.open_selected()
        app.press(tree.BUTTON, "compiler")
        app.until("the topic in the entry", lambda: app.query() == "swift topic:compiler")
        app.wait_focus_in("the results", lambda: app.selected())
        server.wait_for("compiler")
        app.open_selected()
        app.press(tree.BUTTON, "Language: Swift")
        app.until("the language too", lambda: app.query() == "swift topic:compiler language:Swift")


def test_from_the_favorites_it_goes_to_the_search(launch, server):
    with launch(server) as app:
        app.search_for_rows("swift")
        app.select_first()
        app.keys.press("ctrl+d")
        app.favorites(1)
        app.open_selected()
        app.press(tree.BUTTON, "compiler")
        app.until("the search", lambda: app.query() == "swift topic:compiler" and app.rows())
        app.wait_focus_in("the results", lambda: app.selected())
