"""The command line, without a window."""

import re
import subprocess

import pytest

from app import BINARY
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
    for option in ("  stargazer [OPTION…] [QUERY…]", "--demo", "--github-api", "--version"):
        assert option in done.stdout


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


def test_an_unknown_option_is_refused(run):
    done = run("--no-such-option")
    assert done.returncode not in (0, -5, -6, -11)
    assert "--no-such-option" in done.stderr
