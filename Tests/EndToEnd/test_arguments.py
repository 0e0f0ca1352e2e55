"""The command line, without a window."""

import re
import subprocess

import pytest

from app import BINARY
from desktop import REPOSITORY
from waiting import PATIENCE


@pytest.fixture
def run(desktop, home):
    def start(*arguments):
        return subprocess.run(
            [BINARY, *arguments], env=desktop.environment(home), stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=PATIENCE, check=False,
        )  # fmt: skip

    return start


def test_help_names_the_options(run):
    done = run("--help")
    assert done.returncode == 0
    for option in ("  stargazer [OPTION…] [QUERY…|LINK]", "--demo", "--github-api", "--version"):
        assert option in done.stdout


def test_the_manual_says_what_help_says(run):
    """The manual page has the same options with the same descriptions."""
    told = {}
    for line in run("--help-all").stdout.splitlines():
        if found := re.match(r"  (?:(-\w), )?(--[\w-]+)(?:=\w+)?  +(\S.*)$", line):
            told[found[2]] = (found[1], found[3])
    page = subprocess.run(["mandoc", "-T", "utf8", "-O", "width=500", "data/stargazer.1"], cwd=REPOSITORY,
                          capture_output=True, text=True, check=True).stdout  # fmt: skip
    page = re.sub(".\b", "", page)
    options = page[page.index("\nOPTIONS") : page.index("\nENVIRONMENT")].split("With ")[0]
    said = re.findall(r"^ +(?:(-\w), )?(--[\w-]+)(?:=\w+)?\n? +(\S.*)$", options, re.MULTILINE)
    assert {option: (short or None, words) for short, option, words in said} == {
        option: told[option] for option in told if not option.startswith("--gapplication") and option != "--display"
    }


def test_version_is_one_line(run):
    done = run("--version")
    assert done.returncode == 0
    assert re.fullmatch(r"\S.* \d+\.\d+(\.\d+)?\n", done.stdout)


@pytest.mark.parametrize(
    "address",
    ["http://example.com", "ftp://127.0.0.1", "nonsense", "http://", "", "file:///etc/passwd",
     "http://127.0.0.1.example.com", "http://127.0.0.1@example.com", "https://user:word@example.com"],
)  # fmt: skip
def test_an_address_that_is_not_safe_is_refused(run, address):
    done = run("--github-api", address)
    assert done.returncode not in (0, -5, -6, -11)
    assert address in done.stderr
    assert "GitHub API" in done.stderr


@pytest.mark.parametrize("arguments", [("--new-search", "--favorites"), ("--updates", "rust")], ids=" ".join)
def test_two_requests_at_once_are_refused(run, arguments):
    done = run(*arguments)
    assert done.returncode == 2
    assert "cannot be used together" in done.stderr


def test_an_unknown_option_is_refused(run):
    done = run("--no-such-option")
    assert done.returncode not in (0, -5, -6, -11)
    assert "--no-such-option" in done.stderr
