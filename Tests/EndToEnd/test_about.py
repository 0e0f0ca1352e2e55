"""The About window and its debugging information for bug reports."""

import tree


def report(app):
    """Returns the text of the debugging information."""
    return next((tree.text(node) for node in tree.find_all(app.root, "text") if "Stargazer: " in tree.text(node)), "")


def test_what_a_report_needs_is_there_and_nothing_of_the_persons(app):
    app.search_for_rows("swift")
    row = app.select_first()
    app.keys.press("ctrl+d")
    app.wait_starred(row)
    app.choose("About Stargazer")
    app.tab_to(app.wait(tree.ROW, "Troubleshooting"), app.root)
    app.keys.press("Return")
    app.tab_to(app.wait(tree.ROW, "Debugging Information"), app.root)
    app.keys.press("Return")
    app.until("all of the report", lambda: "Key store: " in report(app))
    said = report(app)
    for fact in (
        "Stargazer: 0.1.0", "Toolkit: GTK 4", "Locale: ", "SQLite 3", "Library: ready, repositories 1", "Cache: ",
    ):  # fmt: skip
        assert fact in said, said
    for secret in (str(app.home), "swift", "apple"):
        assert secret not in said, said
