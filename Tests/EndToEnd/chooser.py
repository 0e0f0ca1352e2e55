"""The desktop's own file chooser."""

import tree


def is_replace(name):
    """GTK 4.8 tells the letter that is to be underlined too."""
    return name in ("_Replace Replace", "Replace")


def wait_for(app, heading):
    """Until the chooser takes the keys."""
    app.wait_focus_in(heading, lambda: app.find(None, heading))


def name_file(app, heading, path):
    """Writes the whole path where a chooser that saves takes a name, and accepts it."""
    wait_for(app, heading)
    app.until("the focus in the name", lambda: (app.focused() or app.root).name == "Name:")
    type_path(app, path)


def type_path(app, path):
    app.keys.press("ctrl+a")
    app.keys.type(str(path))
    # Newer versions of GTK complete what is typed, and leave the rest there.
    app.keys.press("shift+End", "Delete")
    app.expect("the path", lambda: tree.text(app.focused()), str(path))
    app.keys.press("Return")


def wait_for_question(app):
    """Whether what is there shall be replaced."""
    app.wait_focus_in("the question", lambda: app.find(tree.BUTTON, is_replace))


def replace_nothing(app, heading):
    """Says no to that, and leaves the chooser."""
    wait_for_question(app)
    app.keys.press("Escape")
    app.gone(tree.BUTTON, is_replace)
    wait_for(app, heading)
    app.keys.press("Escape")
    app.gone(None, heading)
