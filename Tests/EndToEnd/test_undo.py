"""Undo and redo of changes of the library: always the last one."""

import tree


def note(app):
    return app.find("text", "Note", within=app.details())


def is_above(node, other):
    (place, below) = (tree.place(node), tree.place(other))
    return place and below and place.y + place.height <= below.y


def starred(app):
    return [", starred" in row.name for row in app.rows()[:4]]


def test_the_last_change_is_undone_and_not_an_earlier_one(app):
    app.search_for_rows("swift")
    app.select_first()
    app.keys.press("shift+Down", "shift+Down")
    app.wait("label", "3 Selected")
    app.keys.press("ctrl+d")
    app.wait_for_text("3 favorites added")
    app.press_node("Close", lambda: app.toast_button("Close"), until=lambda: app.toast() is None)
    app.keys.press("Escape")
    app.until("one selected row", lambda: app.find("label", "3 Selected") is None)
    app.keys.press("ctrl+e")
    app.wait_focus_in("the note", lambda: note(app))
    app.keys.type("remember")
    app.expect("the note", lambda: tree.text(note(app)), "remember")
    app.keys.press("Escape")
    app.until("the focus out of the note", lambda: not app.focus_is_in(note(app)))
    app.keys.press("ctrl+z")
    app.wait_for_text("Restored note of ")
    app.expect("the stars", lambda: starred(app), [True, True, True, False])
    app.until("no note", lambda: note(app) is None or tree.text(note(app)) == "")
    app.keys.press("ctrl+z")
    app.wait_for_text("3 favorites removed")
    app.expect("the stars", lambda: starred(app), [False] * 4)
    app.keys.press("ctrl+shift+z")
    app.wait_for_text("3 favorites added")
    app.expect("the stars", lambda: starred(app), [True, True, True, False])
    app.keys.press("ctrl+shift+z")
    app.wait_for_text("Restored note of ")


def menu_items(app):
    """What the main menu says of undo and redo, and whether each can be chosen."""
    found = [app.find("menu item", lambda name, word=word: name.startswith(word)) for word in ("Undo", "Redo")]
    return [(item.name, tree.has(item, tree.STATE.SENSITIVE)) for item in found if item]


def expect_menu(app, undo, redo):
    app.keys.press("F10")
    app.expect("the menu", lambda: menu_items(app), [undo, redo])
    app.keys.press("Escape")
    app.until("no menu", lambda: not menu_items(app))


def test_the_main_menu_names_what_is_undone(app):
    app.search_for_rows("swift")
    app.select_first()
    expect_menu(app, ("Undo", False), ("Redo", False))
    app.keys.press("ctrl+d")
    app.wait_starred(app.first())
    expect_menu(app, ("Undo Adding to Favorites", True), ("Redo", False))
    app.keys.press("ctrl+z")
    app.wait_starred(app.first(), False)
    expect_menu(app, ("Undo", False), ("Redo Adding to Favorites", True))


def test_a_text_that_is_typed_undoes_its_own_letters(app):
    app.search_for_rows("swift")
    app.select_first()
    app.keys.press("ctrl+d")
    app.wait_starred(app.first())
    app.keys.press("ctrl+f", "End")
    app.keys.type(" x")
    app.keys.press("ctrl+z")
    app.until("the letters gone", lambda: app.query() != "swift x")
    app.wait_starred(app.first())


def last_if_selected(app):
    """Returns the name of the last row while it is selected."""
    last = app.rows("Favorites")[-1]
    return tree.includes(last.states, tree.STATE.SELECTED) and last.name


def test_removed_rows_come_back_selected_and_no_message_lies_over_the_last_one(app):
    app.search_for_rows("swift")
    app.select_first()
    app.keys.press(*["shift+Down"] * 11)
    app.keys.press("ctrl+d")
    app.wait_for_text("12 favorites added")
    app.choose_source("All Favorites")
    app.wait("label", "12 favorites")
    app.keys.press("ctrl+f")
    app.select_first("Favorites")
    app.keys.press("End")
    last = app.until("the last row", lambda: last_if_selected(app))
    app.keys.press("Delete")
    app.wait("label", "11 favorites")
    app.keys.press("ctrl+z")
    app.wait_for_text("Restored ")
    app.expect("the row of before", lambda: app.selected("Favorites").name, last)
    app.until("the row above the message", lambda: is_above(app.selected("Favorites"), app.toast()))
    app.keys.press("Home", *["shift+Down"] * 4)
    app.wait("label", "5 Selected")
    app.keys.press("Delete")
    app.wait("label", "7 favorites")
    app.keys.press("ctrl+z")
    app.wait("label", "5 Selected")
