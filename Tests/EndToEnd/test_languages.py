"""The program in German, in Japanese, and in a test language with longer texts than any other; on demand in all."""

import os

import pytest

from installed import LONGER, Installed
from screens import Stargazer
from standin import StandIn

GROUPED = {
    "de": "2.651", "ja": "2,651", "es": "2651", "fr": "2\u202f651", "ko": "2,651", "zh_CN": "2,651", "zh_TW": "2,651",
}  # fmt: skip
"""2651 in the format of CLDR."""
TESTED = list(GROUPED) if os.environ.get("STARGAZER_ALL_LANGUAGES") else ["de", "ja"]


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    made = Installed(tmp_path_factory.mktemp("installed") / "usr")
    made.add_longer()
    return made


@pytest.fixture(scope="module")
def standin():
    with StandIn(search_limit="off") as server:
        yield server


@pytest.fixture
def speaking(desktop, home, installed, standin):
    def start(language, *arguments):
        app = Stargazer(
            desktop, home, "--github-api", standin.url, *arguments, **installed.locale(language),
            XDG_DATA_DIRS=f"{installed.prefix}/share:/usr/share")
        app.binary = installed.binary
        return app

    return start


def search(app, words, query):
    """Types the words, presses Enter, and waits for the list by its name in that language."""
    app.keys.type(query)
    app.keys.press("Return")
    app.wait("list", words.gettext("Results"))
    app.until("rows", lambda: len(app.children_of(words.gettext("Results"))) > 1)


@pytest.mark.parametrize("language", [*TESTED, LONGER])
def test_the_main_job_in_other_languages(language, speaking, installed):
    words = installed.words(language)
    with speaking(language) as app:
        app.wait("list", words.gettext("Sources"))
        app.camera.save(f"start-{language}")
        search(app, words, "swift")
        if language in GROUPED:
            app.until("a number in that language", lambda: GROUPED[language] in app.count(words.gettext("Results")))
        app.camera.save(f"results-{language}")
        app.keys.press("ctrl+2")
        app.wait("label", words.gettext("All Favorites"))
        app.keys.press("ctrl+comma")
        app.wait("frame", words.gettext("Preferences"))
        app.screen().save(f"preferences-{language}")


def test_the_longest_language_fits_into_a_narrow_window(speaking, installed):
    words = installed.words(LONGER)
    with speaking(LONGER) as app:
        app.resize(360, 640)
        search(app, words, "swift")
        app.resize(361, 640)
        app.resize(360, 640)
        app.keys.press("Down", "Return")
        app.wait("panel", words.pgettext("pane", "Details"))
        app.resize(361, 640)
        app.resize(360, 640)
