"""Account actions: signing in, signing out, and what a row says about the star on GitHub."""

import re

import tree
from screens import says_starred

FIELD = "Personal Access Token"
LOUD = {"G_MESSAGES_DEBUG": "all", "STARGAZER_LOG": "trace"}


def open_page(app):
    """Opens the account page of the preferences."""
    app.wait_active()
    app.keys.press("ctrl+comma")
    return app.wait("frame", "Preferences")


def active_preferences(app):
    """Returns the preferences window once it is active."""

    def active():
        window = app.find("frame", "Preferences")
        return window if window is not None and tree.has(window, tree.STATE.ACTIVE) else None

    return app.until("the preferences in front", active)


def close_page(app):
    """Closes the page with Ctrl+W. Escape would close a toast first."""
    active_preferences(app)
    app.keys.press("ctrl+w")
    app.gone("frame", "Preferences")
    app.wait_active()


def focus_field(app):
    """Moves the focus to the field with Tab, if it is not there already."""
    app.tab_to(app.wait("text", FIELD), active_preferences(app))


def field_text(app):
    return tree.text(app.wait("text", FIELD))


def enter(app, token):
    """Types a token into the field and presses Enter."""
    focus_field(app)
    app.keys.press("ctrl+a")
    app.keys.type(token)
    app.expect("the letters in the field", lambda: len(field_text(app)), len(token))
    app.keys.press("Return")


def button(app, name):
    return app.wait(tree.BUTTON, name, rows=True)


def press(app, name, until):
    return app.press(tree.BUTTON, name, rows=True, until=until)


def sign_out(app):
    """Signs out on the open page."""
    press(app, "Sign Out", until=lambda: app.find("text", FIELD))


def sign_in(app, token="ghp_0123456789abcdef"):
    """Opens the page, signs in, and leaves the page open."""
    open_page(app)
    enter(app, token)
    button(app, "Sign Out")


def signed_in(app, token="ghp_0123456789abcdef"):
    """Signs in and returns to the main window."""
    sign_in(app, token)
    close_page(app)


def is_on_github(row):
    """Returns the state when the row was found; None when there is no row."""
    return row and says_starred(row) and "on GitHub" not in row.name and "for GitHub" not in row.name


def kept_here_only(row):
    """Whether a row is a favorite, without a word about GitHub because nobody is signed in."""
    return says_starred(row) and "GitHub" not in row.name


def expect_marks(app, favorite, on_github):
    """Waits until the selected row reports both states."""
    app.expect("star and mark of the selected row", lambda: marks(app.selected()), (favorite, on_github))


def close_undo(app):
    """Closes the message with Undo. A removed star is sent then, otherwise after a minute."""
    app.wait(tree.BUTTON, "Undo")
    app.press_node("Close", lambda: app.toast_button("Close"), until=lambda: not app.find(tree.BUTTON, "Undo"))


def marks(row):
    return says_starred(row), is_on_github(row)


def wait_for_text(app, part):
    """Waits for a node whose name contains the text, also inside rows."""
    return app.wait(None, lambda text: part in text, rows=True)


def answered(app, method):
    """Waits until the log has the answer to the star request. The row shows the pending state even before that is
    sent."""
    app.until(f"the answer to {method}", lambda: re.search(rf"{method} \S+/user/starred/\S+: \d", app.errors()))


def star_writes(server):
    """Returns the log lines of requests that add or remove a star."""
    return [line for line in server.log("/user/starred/") if not line.startswith("GET")]
