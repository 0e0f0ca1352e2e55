"""The preferences: valid values take effect, invalid ones are refused, and valid ones are still there after a
restart."""

from urllib.parse import parse_qs, urlsplit

import pytest

import tree
from log import searches
from settings import KEPT
from standin import StandIn

BACKGROUND = "Refresh Saved Searches in the Background"
HISTORY = "Keep Search History"
CLEAR = "Clear Search History"
CLEAR_CACHE = "Clear Cache"
LOAD_PICTURES = "Load Pictures Automatically"


@pytest.fixture
def lasting(launch, server):
    """The application with persistent settings."""
    with launch(server, **KEPT) as app:
        yield app


def preferences(app):
    """Returns the preferences window, or None, without reading the main window's list."""
    return next((frame for frame in tree.children(app.root) if frame.name == "Preferences"), None)


def open_preferences(app, page="Search"):
    app.keys.press("ctrl+comma")
    app.wait_focus_in("the preferences", lambda: preferences(app))
    go_to_page(app, page)


def go_to_page(app, page):
    """Shows a page of the preferences."""

    def tab():
        return tree.find(preferences(app), "page tab", page)

    app.until("the tabs", tab)
    if not tree.pressed(tab()):
        app.press_node("the tab", tab, until=lambda: tree.pressed(tab()))


def close_preferences(app):
    app.keys.press("ctrl+w")
    wait_closed(app)


def wait_closed(app):
    app.until("no preferences", lambda: preferences(app) is None)
    app.wait_active()


def part(app, role, name):
    """Waits for a node in the preferences."""
    return app.wait(role, name, within=app.until("the preferences", lambda: preferences(app)), rows=True)


def wait_for_text(app, words):
    """Waits for a text on the page."""
    return part(app, "label", lambda text: words in text)


def shows(app, words):
    """Returns whether the page has such a text."""
    return app.find("label", lambda text: words in text, within=preferences(app), rows=True)


def expect_use(app, name, usable):
    """Waits until that button is sensitive, or insensitive."""
    button = part(app, tree.BUTTON, name)
    app.expect(f"whether {name} can be pressed", lambda: tree.has(button, tree.STATE.SENSITIVE), usable)


def press(app, name, until, role=tree.BUTTON):
    app.press(role, name, within=preferences(app), rows=True, until=until)


def turn(app, name, on):
    """Presses a switch that does not have the wanted state."""
    switch = part(app, "check box", name)
    press(app, name, role="check box", until=lambda: tree.has(switch, tree.STATE.CHECKED) is on)


def sizes(server):
    return [int(parse_qs(urlsplit(target).query)["per_page"][0]) for target in searches(server)]


def test_settings_of_a_version_with_one_catalog_are_migrated(launch, server, settings):
    settings.write(one_catalog=True, results_per_page=20, last_query="'rust'", sort_key="'stars'")
    for _ in range(2):
        with launch(server, **KEPT) as app:
            app.wait_for_rows()
            app.expect("the words in the entry", app.query, "rust")
            assert app.alive()
    assert "sort=stars" in searches(server, "rust")[0]
    assert 20 in sizes(server)


def test_without_history_nothing_new_is_saved_and_the_old_stays(lasting, settings):
    lasting.search_for_rows("swift")
    lasting.until("the query to be kept", lambda: settings.stored().get("last-query") == "'swift'")
    open_preferences(lasting)
    wait_for_text(lasting, "1 recent search")
    turn(lasting, HISTORY, False)
    close_preferences(lasting)
    lasting.search_for_rows("rust")
    lasting.until("no query to be kept", lambda: settings.stored().get("last-query") == "''")
    open_preferences(lasting)
    wait_for_text(lasting, "1 recent search")


def test_the_history_is_cleared_and_can_be_had_back(app):
    for words in ("swift", "rust"):
        app.search_for_rows(words)
    open_preferences(app)
    wait_for_text(app, "2 recent searches")
    press(app, CLEAR, until=lambda: shows(app, "No recent searches"))
    expect_use(app, CLEAR, False)
    wait_for_text(app, "2 searches removed")
    press(app, "Undo", until=lambda: shows(app, "2 recent searches"))


def test_escape_closes_the_window_also_under_a_message(app):
    app.search_for_rows("swift")
    open_preferences(app)
    press(app, CLEAR, until=lambda: shows(app, "No recent searches"))
    wait_for_text(app, "1 search removed")
    app.keys.press("Escape")
    wait_closed(app)


def test_a_change_by_another_process_acts_at_once(lasting, server, settings):
    open_preferences(lasting)
    settings.set("results-per-page", 7)
    settings.set("keep-history", "false")
    switch = part(lasting, "check box", HISTORY)
    lasting.expect("whether the switch is on", lambda: tree.has(switch, tree.STATE.CHECKED), False)
    close_preferences(lasting)
    lasting.search_for_rows("swift")
    # A list of seven loads its next batch by itself.
    assert set(sizes(server)) == {7}


def test_each_page_shows_its_groups(app):
    open_preferences(app)
    for page, rows in {
        "Search": [BACKGROUND, HISTORY],
        "Pictures": ["Play GIFs Automatically", "GIPHY Key", "Flickr Key", LOAD_PICTURES, "Play GIFs in View"],
        "Library": ["Download READMEs of Favorites", "No Backups Yet", "Cache"],
    }.items():
        go_to_page(app, page)
        pane = part(app, "scroll pane", page)
        for name in rows:
            app.wait(None, lambda text, name=name: text.startswith(name), within=pane, rows=True)


def test_the_main_menu_leads_to_the_preferences(app):
    app.keys.press("F10")
    app.wait("menu item", "Preferences")
    app.keys.press("p")
    app.until("the preferences", lambda: preferences(app))


def test_the_cache_tells_its_size_and_is_cleared(launch, server, home):
    pictures = home / "cache/stargazer/pictures"
    server.stop()
    with launch(server) as app:
        open_preferences(app, "Library")
        wait_for_text(app, "Empty")
        expect_use(app, CLEAR_CACHE, False)
        close_preferences(app)
        # No response that arrives late may replace the cleared ones.
        with StandIn(search_limit="off", port=server.port):
            app.search_for_rows("swift")
            app.until("pictures on disk", lambda: any(pictures.glob("*")))
        app.select_first()
        app.until("a still window", app.camera.still)
        open_preferences(app, "Library")
        wait_for_text(app, "of viewed pictures and pages")
        expect_use(app, CLEAR_CACHE, True)
        press(app, CLEAR_CACHE, until=lambda: not any(pictures.glob("*")))
        wait_for_text(app, "Empty")
        expect_use(app, CLEAR_CACHE, False)
        app.until("a focus afterwards", lambda: tree.focused(preferences(app)))
    assert (pictures.stat().st_mode & 0o777) == 0o700
