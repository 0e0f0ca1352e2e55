"""GitHub's own command-line client accepts the stand-in as GitHub."""

import json
import os
import shutil
import subprocess

import pytest

from standin import StandIn, binary
from waiting import PATIENCE

pytestmark = [
    pytest.mark.skipif(shutil.which("gh") is None, reason="gh is not installed"),
    pytest.mark.skipif(binary() is None, reason="stargazer-standin is not built"),
]


def gh(server, folder, *words):
    environment = {
        "PATH": os.environ["PATH"], "HOME": str(folder), "GH_CONFIG_DIR": str(folder / "gh"),
        "http_proxy": server.url, "GH_HOST": "github.localhost", "GH_TOKEN": "x", "GH_NO_UPDATE_NOTIFIER": "1",
    }  # fmt: skip
    return subprocess.run(["gh", *words], env=environment, capture_output=True, text=True, timeout=PATIENCE)


def test_gh_finds_five_repositories(tmp_path):
    with StandIn() as server:
        done = gh(server, tmp_path, "search", "repos", "swift", "--limit", "5", "--json", "fullName")
        assert done.returncode == 0, done.stderr
        names = [item["fullName"] for item in json.loads(done.stdout)]
        assert len(set(names)) == 5
        assert names[0] == "swiftlang/swift"
        # The log has only path and query, although a proxy receives whole URLs.
        assert server.wait_for("GET /search/repositories?") == [
            "GET /search/repositories?page=1&per_page=5&q=swift 200"
        ]


def test_gh_follows_the_links_from_page_to_page(tmp_path):
    with StandIn() as server:
        done = gh(server, tmp_path, "api", "--paginate", "search/repositories?q=topic:editor&per_page=100",
                  "--jq", ".items[].full_name")  # fmt: skip
        assert done.returncode == 0, done.stderr
        names = done.stdout.split()
        assert len(names) == 1000 and len(set(names)) == 1000
        assert len(server.wait_for("/search/repositories", count=10)) == 10


def test_gh_reads_a_renamed_repository(tmp_path):
    with StandIn() as server:
        done = gh(server, tmp_path, "api", "repos/apple/swift", "--jq", ".full_name")
        assert done.stdout.strip() == "swiftlang/swift", done.stderr


def test_gh_says_what_the_server_says(tmp_path):
    with StandIn(scenario="bad-query") as server:
        done = gh(server, tmp_path, "search", "repos", "swift")
        assert done.returncode != 0
        assert "The sample server refuses every query" in done.stderr
