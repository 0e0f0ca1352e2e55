"""Undo and redo of changes of the library: always the last one."""

import tree


def note(app):
    return app.find("text", "Note", within=app.details())


def starred(app):
    return [", starred" in row.name for row in app.rows()[:4]]


def test_the_last_change_is_undone_and_not_an_earlier_one(app):
    app.search_for_rows("swift")
    app.select_first()
    app.keys.press("shift+Down", "shift+Down")
    app.wait("label", "3 selected")
    app.keys.press("ctrl+d")
    app.wait_for_text("3 favorites added")
    app.press_node("Close", lambda: app.toast_button("Close"), until=lambda: app.toast() is None)
    app.keys.press("Escape")
    app.until("one selected row", lambda: app.find("label", "3 selected") is None)
    app.keys.press("ctrl+e")
    app.wait_focus_in("the note", lambda: note(app))
    app.keys.type("remember")
    app.expect("the note", lambda: tree.text(note(app)), "remember")
    app.keys.press("Escape")
    app.until("the focus out of the note", lambda: not app.focus_is_in(note(app)))
    app.keys.press("ctrl+z")
    app.wait_for_text("Undid: note of ")
    app.expect("the stars", lambda: starred(app), [True, True, True, False])
    app.until("no note", lambda: note(app) is None or tree.text(note(app)) == "")
    app.keys.press("ctrl+z")
    app.wait_for_text("Undid: 3 favorites added")
    app.expect("the stars", lambda: starred(app), [False] * 4)
    app.keys.press("ctrl+shift+z")
    app.wait_for_text("Redid: 3 favorites added")
    app.expect("the stars", lambda: starred(app), [True, True, True, False])
    app.keys.press("ctrl+shift+z")
    app.wait_for_text("Redid: note of ")


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
