"""The account in the words of its user: signing in, signing out, and what a row says of the star on GitHub."""

import re

import tree

FIELD = "Personal Access Token"
LOUD = {"G_MESSAGES_DEBUG": "all", "STARGAZER_LOG": "trace"}


def open_page(app):
    """Opens the preferences at the account, whatever it shows."""
    app.keys.press("ctrl+comma")
    return app.wait("frame", "Preferences")


def in_front(app):
    """The window of the preferences, once it takes the keys."""

    def active():
        window = app.find("frame", "Preferences")
        return window if window is not None and tree.has(window, tree.STATE.ACTIVE) else None

    return app.until("the preferences in front", active)


def close_page(app):
    """Not by Escape: while a toast shows, that is the toast's."""
    in_front(app)
    app.keys.press("ctrl+w")
    app.gone("frame", "Preferences")
    app.until("the focus on the window", lambda: tree.has(app.frame, tree.STATE.ACTIVE))


def focus_field(app):
    """By Tab, as a person would, where the focus is not there already."""
    app.tab_to(app.wait("text", FIELD), in_front(app))


def field_text(app):
    return tree.text(app.wait("text", FIELD))


def enter(app, token):
    """Types a token into the field and presses Enter."""
    focus_field(app)
    app.keys.press("ctrl+a")
    app.keys.type(token)
    app.until("the token in the field", lambda: len(field_text(app)) == len(token))
    app.keys.press("Return")


def button(app, name):
    return app.wait(tree.BUTTON, name, rows=True)


def press(app, name):
    app.until(f"{name!r} to press", lambda: tree.act(button(app, name)))


def sign_out(app):
    """On the page. A button pressed by a screen reader acts a quarter of a second later, if it is still there."""
    press(app, "Sign Out")
    app.wait("text", FIELD)


def sign_in(app, token="ghp_0123456789abcdef"):
    """Opens the page, signs in, and leaves the page open."""
    open_page(app)
    enter(app, token)
    button(app, "Sign Out")


def signed_in(app, token="ghp_0123456789abcdef"):
    """Signs in and goes back to the window."""
    sign_in(app, token)
    close_page(app)


def is_on_github(row):
    return "starred on GitHub" in tree.name(row)


def says(app, part):
    """Waits for a node in a row or anywhere else whose name holds the text."""
    return app.wait(None, lambda text: part in text, rows=True)


def answered(app, method):
    """Waits until a loud application has the answer to its star. Its mark shows the wish, even before it is sent."""
    app.until(f"the answer to {method}", lambda: re.search(rf"{method} \S+/user/starred/\S+: \d", app.errors()))


def star_writes(server):
    """What the server was asked to star or unstar, with its answers."""
    return [line for line in server.log("/user/starred/") if not line.startswith("GET")]
