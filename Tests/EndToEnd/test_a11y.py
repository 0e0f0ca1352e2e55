"""What a screen reader finds: a name on every control, full row names, stars that can be operated, a count."""

import re

import tree
from log import searches
from screens import REPOSITORY_ROW, title

CLASS_NAME = re.compile(r"^(Gtk|Adw|Sgz)[A-Z]")
CONTROLS = {"push button", "toggle button", "check box", "radio button", "combo box", "entry", "text", "menu item",
            "page tab", "list item", "slider", "spin button", "switch", "link"}  # fmt: skip


def controls_without_a_name(app):
    """GTK 4.8 gives a control without a label the name of its class, or none."""
    found = []
    for node in tree.walk(app.root, rows=True):
        if tree.has(node, tree.STATE.FOCUSABLE):
            name, role = tree.name(node), tree.role(node)
            parent = tree.name(node.get_parent())
            # The close button of a toast is libadwaita's own.
            if (CLASS_NAME.match(name) or (role in CONTROLS and not name)) and parent != "AdwToastWidget":
                found.append(f"{role} {name!r} in {parent!r}")
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
        assert REPOSITORY_ROW.match(tree.name(row)), tree.name(row)
        assert re.search(r", [\d,]+ stars?, (.+, )?(not )?starred$", tree.name(row)), tree.name(row)


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


def test_the_list_is_described_by_its_count(app, server):
    app.search_for_rows("swift")
    assert re.match(r"\d[\d,]* (of|repositor)", app.count()), app.count()
    before = app.count()
    first = title(app.rows()[0])
    app.search("kernel")
    app.until("another count", lambda: app.titles() and title(app.rows()[0]) != first and app.count() != before)
    assert len(searches(server)) == 2
