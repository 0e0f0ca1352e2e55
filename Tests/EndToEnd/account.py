"""The account in the words of its user: signing in, signing out, and what a row says of the star on GitHub."""

import tree
from waiting import eventually

FIELD = "Personal Access Token"


def open_page(app):
    """Opens the preferences at the account, whatever it shows."""
    app.keys.press("ctrl+comma")
    return app.wait("frame", "Preferences")


def close_page(app):
    """While a toast shows, the first Escape is the toast's."""

    def is_gone():
        if app.find("frame", "Preferences") is None:
            return True
        app.keys.press("Escape")
        return False

    eventually("the preferences gone", is_gone, pause=0.3, explain=app.dump)
    app.until("the focus on the window", lambda: tree.has(app.frame, tree.STATE.ACTIVE))


def focus_field(app):
    """By Tab, as a person would, where the focus is not there already."""
    field = app.wait("text", FIELD)
    app.until("the preferences in front", lambda: tree.has(app.find("frame", "Preferences"), tree.STATE.ACTIVE))

    def is_reached():
        if tree.has(field, tree.STATE.FOCUSED):
            return True
        app.keys.press("Tab")
        return False

    eventually("the focus in the field", is_reached, pause=0.2, explain=app.dump)


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


def star_writes(server):
    """What the server was asked to star or unstar, with its answers."""
    return [line for line in server.log("/user/starred/") if not line.startswith("GET")]
