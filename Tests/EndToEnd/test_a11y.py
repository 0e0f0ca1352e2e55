"""What a screen reader finds: a name on every control, full row names, stars that can be operated, a count."""

import re

import tree
from screens import REPOSITORY_ROW, title

CLASS_NAME = re.compile(r"^(Gtk|Adw|Sgz)[A-Z]")
CONTROLS = {"push button", "toggle button", "check box", "radio button", "combo box", "entry", "text", "menu item",
            "page tab", "list item", "slider", "spin button", "switch", "link"}  # fmt: skip


def controls_without_a_name(app):
    """GTK 4.8 gives a control without a label the name of its class, or none."""
    found = []
    for node in tree.walk(app.root, rows=True):
        is_nameless = CLASS_NAME.match(node.name) or (node.role in CONTROLS and not node.name)
        if is_nameless and tree.includes(node.states, tree.STATE.FOCUSABLE):
            found.append(f"{node.role} {node.name!r} in {tree.name(node.get_parent())!r}")
    return found


def test_every_control_has_a_name_in_every_place(app):
    assert controls_without_a_name(app) == []
    app.search_for_rows("swift")
    app.select_first()
    app.keys.press("ctrl+d")
    app.open_selected()
    assert controls_without_a_name(app) == []
    app.favorites(1)
    assert controls_without_a_name(app) == []


def test_rows_say_owner_name_stars_and_state(app):
    rows = app.search_for_rows("swift")
    for row in rows:
        assert REPOSITORY_ROW.match(row.name), row.name
        assert re.search(r", [\d,]+ stars?, (.+, )?(not )?starred$", row.name), row.name


def test_rows_are_described_by_what_their_repository_is(app):
    rows = app.search_for_rows("swift")
    assert any(tree.description(row) for row in rows)
    for row in rows[:20]:
        said = tree.description(row)
        assert not said or app.find("label", said, within=row, rows=True), said


def test_the_order_is_said_in_words_and_changed_where_it_is_said(app):
    app.search_for_rows("swift")
    sort = app.wait(tree.BUTTON, "Sort")
    assert tree.description(sort) == "Best Match"
    app.press(tree.BUTTON, "Best Match")
    app.press("menu item", "Stars")
    app.wait(tree.BUTTON, "Most Stars")
    assert tree.description(app.wait(tree.BUTTON, "Sort")) == "Most Stars"


def test_windows_beside_the_main_one_name_their_controls(app):
    app.choose("About Stargazer")
    app.wait(tree.BUTTON, "Version 0.1.0")
    app.keys.press("Escape")
    app.gone("frame", "About")
    app.keys.press("ctrl+comma")
    preferences = app.wait("frame", "Preferences")
    app.wait("page tab", "Search", within=preferences).do_action(0)
    for name in ("Search While Typing", "Keep Search History"):
        row = app.wait("list item", name, within=preferences)
        said = [node.name for node in tree.walk(row, rows=True) if tree.includes(node.states, tree.STATE.FOCUSABLE)]
        assert said == [name], "a switch is called by its row's name, once"


def test_a_toast_can_be_closed_by_name(app):
    app.search_for_rows("swift")
    row = app.select_first()
    app.keys.press("ctrl+d")
    app.wait_starred(row)
    app.keys.press("ctrl+d")
    toast = app.wait(None, "AdwToastWidget")
    app.wait(tree.BUTTON, "Undo", within=toast)
    app.press(tree.BUTTON, "Close", within=toast)
    app.gone(tree.BUTTON, "Undo")


def test_a_star_can_be_pressed_by_a_screen_reader(app):
    app.search_for_rows("swift")
    row = app.rows()[0]
    star = app.star(row)
    assert not tree.pressed(star)
    tree.act(star)
    app.wait_starred(row)
    app.until("a row that says so", lambda: tree.name(row).endswith(", starred"))
    tree.act(star)
    app.wait_starred(row, False)


def test_the_focus_is_always_somewhere(app):
    app.search_for_rows("swift")
    app.select_first()
    for keys in (["Return"], ["ctrl+2"], ["ctrl+1"], ["ctrl+f"], ["Down"], ["F10"], ["Escape"], ["ctrl+d"], ["F5"]):
        app.keys.press(*keys)
        app.until(f"a focus after {keys}", app.focused)


def test_the_focus_survives_the_removal_of_the_last_favorite(app):
    app.search_for_rows("swift")
    row = app.select_first()
    app.keys.press("ctrl+d")
    app.wait_starred(row)
    app.favorites(1)
    app.until("a focus in Favorites", app.focused)
    tree.act(app.star(app.rows("Favorites")[0]))
    app.favorites_are_empty()
    app.until("a focus afterwards", app.focused)


def test_the_list_is_described_by_its_count(app):
    app.search_for_rows("swift")
    assert re.match(r"\d[\d,]* (of|repositor)", app.count()), app.count()
    before = app.count()
    first = title(app.rows()[0])
    app.search("kernel")
    app.until("another count", lambda: app.titles() and title(app.rows()[0]) != first and app.count() != before)
