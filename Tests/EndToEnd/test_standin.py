"""The stand-in's program: its arguments, its socket, and how it misbehaves when told to."""

import http.client
import json
import socket
import subprocess
import threading
import time
import urllib.request

import pytest

from standin import StandIn, binary
from waiting import PATIENCE

pytestmark = pytest.mark.skipif(binary() is None, reason="stargazer-standin is not built")

SEARCH = "/search/repositories?q=swift&per_page=100"


def raw(server, target, timeout=PATIENCE):
    """Everything the server sends until it closes the connection."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=timeout) as connection:
        request = f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: test\r\nConnection: close\r\n\r\n"
        connection.sendall(request.encode())
        received = b""
        while chunk := connection.recv(65536):
            received += chunk
        return received


@pytest.mark.parametrize("words", [
    [], ["--port"], ["--port", "x"], ["--port", "70000"], ["--port", "0", "--scenario", "sunny"],
    ["--port", "0", "--latency", "-1"], ["--port", "0", "--search-limit", "many"], ["--port", "0", "--verbose"],
])  # fmt: skip
def test_bad_arguments_are_explained(words):
    done = subprocess.run([binary(), *words], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("stargazer-standin: ") and "usage:" in done.stderr


def test_help_is_no_error():
    done = subprocess.run([binary(), "--help"], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0 and done.stdout.startswith("usage:") and done.stderr == ""


def test_help_tells_what_each_kind_of_token_may_do():
    told = subprocess.run([binary(), "--help"], capture_output=True, text=True, timeout=PATIENCE).stdout
    kinds = [
        "bad-", "expired-", "noscope-", "expiring-", "finegrained-nostar-", "finegrained-expiring-", "finegrained-",
        "following-",
        "anything else",
    ]  # fmt: skip
    lines = [line for line in told.splitlines() for kind in kinds if line.startswith(f"  {kind} ")]
    assert len(lines) == len(kinds)
    assert "stars-2000" in told


def test_a_taken_port_is_said():
    with StandIn() as server:
        done = subprocess.run([binary(), "--port", str(server.port)], capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 1
        assert f"port {server.port}" in done.stderr


def test_sigterm_ends_it_cleanly_even_with_a_request_waiting():
    server = StandIn(scenario="timeout")
    waiting = socket.create_connection(("127.0.0.1", server.port))
    waiting.sendall(b"GET / HTTP/1.1\r\nHost: h\r\nUser-Agent: t\r\n\r\n")
    server.wait_for("GET / 0")
    assert server.stop() == 0
    waiting.close()


def test_the_log_has_path_and_query_as_they_came():
    with StandIn(search_limit="off") as server:
        raw(server, "/search/repositories?q=swift+language%3Ac%2B%2B&page=2")
        raw(server, "/api/v3/repos/no/such?a=%20b")
        assert server.wait_for("GET", count=2) == [
            "GET /search/repositories?q=swift+language%3Ac%2B%2B&page=2 200", "GET /api/v3/repos/no/such?a=%20b 404",
        ]  # fmt: skip


def test_only_loopback_is_served():
    with StandIn() as server:
        table = subprocess.run(["ss", "-Hltn"], capture_output=True, text=True, check=True)
        lines = [line for line in table.stdout.splitlines() if f":{server.port} " in line]
        assert len(lines) == 1 and f"127.0.0.1:{server.port}" in lines[0]


def test_offline_drops_the_connection_without_a_byte():
    with StandIn(scenario="offline") as server:
        assert raw(server, SEARCH) == b""
        assert server.wait_for("/search/") == [f"GET {SEARCH} 0"]


def test_timeout_never_answers_and_keeps_the_connection():
    with StandIn(scenario="timeout") as server:
        with socket.create_connection(("127.0.0.1", server.port)) as connection:
            connection.sendall(f"GET {SEARCH} HTTP/1.1\r\nHost: h\r\nUser-Agent: t\r\n\r\n".encode())
            server.wait_for(f"GET {SEARCH} 0")
            # By the time that another is heard, the first would have its answer.
            with socket.create_connection(("127.0.0.1", server.port)) as other:
                other.sendall(b"GET /other HTTP/1.1\r\nHost: h\r\nUser-Agent: t\r\n\r\n")
                server.wait_for("GET /other 0")
                connection.setblocking(False)
                with pytest.raises(BlockingIOError):
                    connection.recv(1)


def test_cut_promises_more_than_it_sends():
    with StandIn(scenario="cut") as server:
        head, _, body = raw(server, SEARCH).partition(b"\r\n\r\n")
        promised = int(next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length"))[15:])
        assert head.startswith(b"HTTP/1.1 200")
        assert len(body) == promised // 2 > 1000


def test_latency_is_waited_by_each_request_beside_the_others():
    with StandIn(latency=2000, search_limit="off") as server:
        threads = [threading.Thread(target=raw, args=(server, "/repos/sharkdp/fd")) for _ in range(30)]
        begin = time.monotonic()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        # One after another they would take a minute.
        assert 2 <= time.monotonic() - begin < 60
        assert len(server.wait_for(" 200", count=30)) == 30


def test_a_client_that_goes_away_during_the_latency_does_no_harm():
    with StandIn(latency=300, search_limit="off") as server:
        for _ in range(5):
            with socket.create_connection(("127.0.0.1", server.port)) as connection:
                connection.sendall(b"GET / HTTP/1.1\r\nHost: h\r\nUser-Agent: t\r\n\r\n")
                server.wait_for("GET / 200")
        assert raw(server, "/repos/sharkdp/fd").startswith(b"HTTP/1.1 200")


def test_a_query_of_ten_thousand_characters_is_refused_with_a_reason():
    with StandIn(search_limit="off") as server:
        answer = raw(server, "/search/repositories?q=" + "word+" * 2000)
        assert answer.startswith(b"HTTP/1.1 422")
        assert "longer than 256" in json.loads(answer.partition(b"\r\n\r\n")[2])["errors"][0]["message"]


def test_search_limit_is_enforced_over_the_socket():
    with StandIn(search_limit=2) as server:
        statuses = []
        for _ in range(3):
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
            connection.request("GET", SEARCH, headers={"User-Agent": "test"})
            statuses.append(connection.getresponse().status)
            connection.close()
        assert statuses == [200, 200, 403]


def test_pictures_of_owners_can_be_fetched():
    with StandIn() as server:
        item = json.load(urllib.request.urlopen(server.url + "/search/repositories?q=neovim&per_page=1"))["items"][0]
        assert item["owner"]["avatar_url"].startswith(server.url + "/avatars/u/")
        with urllib.request.urlopen(item["owner"]["avatar_url"] + "&s=64") as picture:
            assert picture.headers["Content-Type"] == "image/png"
            assert picture.read(8) == b"\x89PNG\r\n\x1a\n"


def star(server, method, length="0", token="mine"):
    """The status of a request about one star."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.putrequest(method, "/user/starred/sharkdp/fd")
    connection.putheader("User-Agent", "test")
    connection.putheader("Authorization", f"Bearer {token}")
    if length is not None:
        connection.putheader("Content-Length", length)
    connection.endheaders()
    answer = connection.getresponse()
    assert answer.status != 204 or answer.read() == b""
    connection.close()
    return answer.status


def test_stars_come_and_go_over_the_socket_and_the_token_is_not_in_the_log(monkeypatch):
    # An answer without a body is put together another way; what libsoup complains about would end the server.
    monkeypatch.setenv("G_DEBUG", "fatal-criticals")
    with StandIn(search_limit="off") as server:
        methods = ["GET", "PUT", "PUT", "GET", "DELETE", "DELETE", "GET"]
        statuses = [404, 204, 204, 204, 204, 204, 404]
        assert [star(server, method, token="secret-one") for method in methods] == statuses
        assert server.wait_for("/user/starred", count=7) == [
            f"{method} /user/starred/sharkdp/fd {status}" for method, status in zip(methods, statuses)
        ]
        assert not server.log("secret-one")


def test_a_put_must_say_that_it_has_no_body():
    with StandIn(search_limit="off") as server:
        assert star(server, "PUT", length=None) == 411
        assert star(server, "GET", length=None) == 404
        assert star(server, "PUT") == 204
        assert star(server, "DELETE", length=None) == 204


def test_a_server_in_another_mood_can_take_the_place_of_the_first():
    with StandIn(search_limit="off") as server:
        assert star(server, "PUT") == 204
    for scenario, status in (("server", 502), ("unauthorized", 401), ("forbidden", 403), ("gone", 404), (None, 204)):
        with StandIn(scenario=scenario, search_limit="off", port=server.port) as other:
            assert other.url == server.url
            assert star(other, "PUT") == status
