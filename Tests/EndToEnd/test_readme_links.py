"""The links and folds of a README."""

import pytest

import tree
from scripted import Scripted, repository
from test_readme import opened

ADDRESS = "https://x.example/?a=1&copy=3"
# Links as wide as the text: the pointer goes to a third of its width.
QUERY = "This is where the query leads, through all of its parameters, to the answer of the server"
FOLD = "This is where the way leads to the fold that says how to install the program on a computer"
README = f"""# One

[{QUERY}]({ADDRESS})

[{FOLD}](#install-on-linux)

{"A line. " * 2_000}

<details>
<summary><h2>Install on <code>Linux</code></h2></summary>

Run the installer.

</details>

{"A line. " * 2_000}
"""


@pytest.fixture
def github():
    with Scripted() as server:
        server.repositories = [repository(1, "ada/one", server.url)]
        server.readme = README
        yield server


def test_a_link_shows_its_address_letter_by_letter(launch, github):
    with launch(github) as app:
        opened(app, "one")
        app.point_at(app.laid_out(lambda: app.find("label", QUERY)))
        app.wait(None, ADDRESS)


def test_a_heading_in_a_summary_is_the_name_of_the_fold(launch, github):
    with launch(github) as app:
        opened(app, "one")
        app.wait("label", FOLD)
        app.click(lambda: app.find("label", FOLD))
        app.press(tree.BUTTON, "Install on Linux", until=lambda: app.find("label", "Run the installer."))
