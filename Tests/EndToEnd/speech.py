"""The words of a screen reader for the focused node: name, role, text, states, description; from the tree alone."""

import tree

ROLES = {"push button": "button", "list item": "", "text": "entry"}
"""Roles as they are spoken. A list item has none, since the list announces its rows."""
STATES = {"PRESSED": "pressed", "SELECTED": "selected", "CHECKED": "checked", "EXPANDED": "expanded"}


def of(node):
    """Returns one line; an empty one when nothing has the focus."""
    if node is None:
        return ""
    states = [said for name, said in STATES.items() if tree.includes(node.states, getattr(tree.STATE, name))]
    if not tree.includes(node.states, tree.STATE.SENSITIVE):
        states.append("unavailable")
    text = tree.text(node) if node.role in ("entry", "text") else ""
    parts = [node.name, ROLES.get(node.role, node.role), f"“{text}”" if text else "", *states, tree.description(node)]
    return ", ".join(part for part in parts if part)
