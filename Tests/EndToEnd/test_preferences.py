"""The preferences in the real window: what is chosen acts, what is wrong is refused, and both outlive the program."""

from urllib.parse import parse_qs, urlsplit

import pytest

import tree
from log import query, searches
from settings import KEPT, Settings

FIELD = "Results per Page"
TYPING = "Search While Typing"
HISTORY = "Keep Search History"
CLEAR = "Clear Search History"
CLEAR_CACHE = "Clear Cache"


@pytest.fixture
def settings(desktop, home):
    return Settings(desktop, home)


@pytest.fixture
def lasting(launch, server):
    """The application with settings that outlive it."""
    with launch(server, **KEPT) as app:
        yield app


def preferences(app):
    """Their window, or None. It is found without a look into the other window's list."""
    return next((frame for frame in tree.children(app.root) if frame.name == "Preferences"), None)


def open_preferences(app):
    app.keys.press("ctrl+comma")
    app.wait_focus_in("the preferences", lambda: preferences(app))
    tab = tree.find(preferences(app), "page tab", "Search")
    if tab is not None and not tree.pressed(tab):
        tab.do_action(0)


def close_preferences(app):
    app.keys.press("ctrl+w")
    wait_closed(app)


def wait_closed(app):
    app.until("no preferences", lambda: preferences(app) is None)
    app.until("the focus on the window", lambda: tree.has(app.frame, tree.STATE.ACTIVE))


def part(app, role, name):
    """Something in the preferences, once it shows."""
    return app.wait(role, name, within=app.until("the preferences", lambda: preferences(app)), rows=True)


def write(app, text):
    """Into the field, by keyboard, in place of what is there."""
    field = part(app, "text", FIELD)
    app.tab_to(field, preferences(app))
    app.keys.press("ctrl+a")
    if text:
        app.keys.type(text)
    else:
        app.keys.press("BackSpace")
    app.until(f"{text!r} in the field", lambda: tree.text(field) == text)
    return field


def says(app, words):
    """Waits for a sentence on the page."""
    return part(app, "label", lambda text: words in text)


def can_apply(app):
    return tree.has(part(app, tree.BUTTON, "Apply"), tree.STATE.SENSITIVE)


def turn(app, name, on):
    """Presses a switch until it is as wanted."""
    switch = part(app, "check box", name)
    if tree.has(switch, tree.STATE.CHECKED) != on:
        switch.do_action(0)
    app.until(f"{name} {'on' if on else 'off'}", lambda: tree.has(switch, tree.STATE.CHECKED) == on)


def sizes(server):
    return [int(parse_qs(urlsplit(target).query)["per_page"][0]) for target in searches(server)]


def test_a_bad_number_is_refused_and_nothing_of_it_is_kept(lasting, server, settings):
    open_preferences(lasting)
    for text in ["abc", "0", "101", "1e9", "", "  ", "5 0", "-1", "1.5", "9" * 40]:
        write(lasting, text)
        says(lasting, "umber from 1 to 100")
        assert not can_apply(lasting), text
        lasting.keys.press("Return")
        assert "results-per-page" not in settings.kept(), text
    write(lasting, "50")
    says(lasting, "is used by the next search")
    assert can_apply(lasting)
    write(lasting, "500")
    close_preferences(lasting)
    lasting.search_for_rows("swift")
    assert set(sizes(server)) == {100}
    open_preferences(lasting)
    assert tree.text(part(lasting, "text", FIELD)) == "100"


def test_a_good_number_is_used_by_the_next_search_and_after_a_restart(launch, server, settings):
    with launch(server, **KEPT) as app:
        app.search_for_rows("swift")
        open_preferences(app)
        write(app, "20")
        app.keys.press("Return")
        app.until("the number to be kept", lambda: settings.kept().get("results-per-page") == "20")
        assert not can_apply(app)
        close_preferences(app)
        before = len(sizes(server))
        assert set(sizes(server)) == {100}, "a running list is left alone"
        app.search_for_rows("rust")
        # A list of only twenty goes on by itself.
        app.until("a list of twenties", lambda: app.shown() % 20 == 0 and app.shown() < 100)
        assert set(sizes(server)[before:]) == {20}
        app.kill()
    with launch(server, **KEPT) as app:
        open_preferences(app)
        assert tree.text(part(app, "text", FIELD)) == "20"


def test_what_a_version_with_one_catalog_kept_is_still_so(launch, server, settings):
    settings.write(one_catalog=True, results_per_page=20, last_query="'rust'", sort_key="'stars'")
    for _ in range(2):
        with launch(server, **KEPT) as app:
            app.wait_for_rows()
            assert app.query() == "rust"
            open_preferences(app)
            assert tree.text(part(app, "text", FIELD)) == "20"
            assert app.alive()
    assert "sort=stars" in searches(server, "rust")[0]


def test_the_apply_button_applies_by_mouse_and_keeps_the_focus(lasting, settings):
    open_preferences(lasting)
    field = write(lasting, "7")
    tree.act(part(lasting, tree.BUTTON, "Apply"))
    lasting.until("the number to be kept", lambda: settings.kept().get("results-per-page") == "7")
    lasting.until("the focus in the field", lambda: lasting.focus_is_in(field))


def test_without_searching_while_typing_only_enter_searches(lasting, server, settings):
    open_preferences(lasting)
    turn(lasting, TYPING, False)
    close_preferences(lasting)
    lasting.keys.press("ctrl+f")
    lasting.keys.type("swift")
    lasting.until("the words in the entry", lambda: lasting.query() == "swift")
    # The program keeps its new size a second later: by then it would have searched long ago.
    before = settings.kept().get("window-width")
    lasting.resize(911, 645)
    lasting.until("the size to be kept", lambda: settings.kept().get("window-width") not in (None, before))
    lasting.keys.type(" ui")
    lasting.until("all words in the entry", lambda: lasting.query() == "swift ui")
    lasting.keys.press("Return")
    lasting.wait_for_rows()
    assert [query(target) for target in searches(server)] == ["swift ui"]
    open_preferences(lasting)
    turn(lasting, TYPING, True)
    close_preferences(lasting)
    lasting.keys.press("ctrl+f")
    lasting.keys.type("rust")
    lasting.until("a search by itself", lambda: searches(server, "rust"))


def test_without_history_nothing_new_is_kept_and_the_old_stays(lasting, settings):
    lasting.search_for_rows("swift")
    lasting.until("the query to be kept", lambda: settings.kept().get("last-query") == "'swift'")
    open_preferences(lasting)
    says(lasting, "1 search is kept")
    turn(lasting, HISTORY, False)
    close_preferences(lasting)
    lasting.search_for_rows("rust")
    lasting.until("no query to be kept", lambda: settings.kept()["last-query"] == "''")
    open_preferences(lasting)
    says(lasting, "1 search is kept")


def test_the_history_is_cleared_and_can_be_had_back(app):
    for words in ("swift", "rust"):
        app.search_for_rows(words)
    open_preferences(app)
    says(app, "2 searches are kept")
    clear = part(app, tree.BUTTON, CLEAR)
    clear.do_action(0)
    says(app, "No searches are kept")
    assert not tree.has(clear, tree.STATE.SENSITIVE)
    says(app, "2 searches removed")
    part(app, tree.BUTTON, "Undo").do_action(0)
    says(app, "2 searches are kept")


def test_a_change_by_another_process_acts_at_once(lasting, server, settings):
    open_preferences(lasting)
    settings.set("results-per-page", 7)
    settings.set("search-while-typing", "false")
    lasting.until("the number in the field", lambda: tree.text(part(lasting, "text", FIELD)) == "7")
    switch = part(lasting, "check box", TYPING)
    lasting.until("the switch off", lambda: not tree.has(switch, tree.STATE.CHECKED))
    close_preferences(lasting)
    lasting.search_for_rows("swift")
    # A list of seven goes on by itself.
    assert set(sizes(server)) == {7}


def test_escape_closes_the_preferences_and_the_window_goes_on(app):
    open_preferences(app)
    app.keys.press("Escape")
    wait_closed(app)
    app.search_for_rows("swift")


def test_the_main_menu_leads_to_the_preferences(app):
    app.keys.press("F10")
    app.wait(None, lambda text: text in ("Preferences", "_Preferences"))
    app.keys.press("p")
    app.until("the preferences", lambda: preferences(app))


def test_the_cache_tells_its_size_and_is_cleared(launch, server, home):
    pictures = home / "cache/stargazer/pictures"
    with launch(server) as app:
        open_preferences(app)
        says(app, "Nothing is kept")
        assert not tree.has(part(app, tree.BUTTON, CLEAR_CACHE), tree.STATE.SENSITIVE)
        close_preferences(app)
        app.search_for_rows("swift")
        app.until("pictures on disk", lambda: pictures.exists() and any(pictures.iterdir()))
        open_preferences(app)
        says(app, "of pictures and pages seen before")
        clear = part(app, tree.BUTTON, CLEAR_CACHE)
        app.until("something to clear", lambda: tree.has(clear, tree.STATE.SENSITIVE))
        clear.do_action(0)
        app.until("no pictures on disk", lambda: not any(pictures.iterdir()))
        says(app, "Nothing is kept")
        app.until("nothing to clear", lambda: not tree.has(clear, tree.STATE.SENSITIVE))
        app.until("a focus afterwards", lambda: tree.focused(preferences(app)))
    assert (pictures.stat().st_mode & 0o777) == 0o700
