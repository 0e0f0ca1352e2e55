"""The desktop's file chooser."""

import tree


def is_replace(name):
    """Returns whether this is the button Replace. GTK 4.8 includes the mnemonic underscore in the name."""
    return name in ("_Replace Replace", "Replace")


def wait_for(app, heading):
    """Waits until the file chooser is active."""
    app.shows_choosers = True
    app.wait_focus_in(heading, lambda: app.find(None, heading))


def name_file(app, heading, path):
    """Types the whole path into the name field of a save dialog, and accepts it."""
    wait_for(app, heading)
    app.until("the focus in the name", lambda: (app.focused() or app.root).name == "Name:")
    type_path(app, path)


def name_folder(app, heading, path):
    """Types the path of a folder, and accepts it. GTK's chooser takes a path that begins with a slash."""
    wait_for(app, heading)
    app.keys.press("slash")
    app.until("the path field", lambda: tree.text(app.focused() or app.root).startswith("/"))
    type_path(app, path)


def type_path(app, path):
    app.keys.press("ctrl+a")
    app.keys.type(str(path))
    # Removes the completion that newer GTK adds to the typed text.
    app.keys.press("shift+End", "Delete")
    app.expect("the path", lambda: tree.text(app.focused()), str(path))
    app.keys.press("Return")


def wait_for_question(app):
    """Waits for the question whether to replace the file."""
    app.wait_focus_in("the question", lambda: app.find(tree.BUTTON, is_replace))


def replace_nothing(app, heading):
    """Declines to replace the file, and closes the file chooser."""
    wait_for_question(app)
    app.keys.press("Escape")
    app.gone(tree.BUTTON, is_replace)
    wait_for(app, heading)
    app.keys.press("Escape")
    app.gone(None, heading)
