"""The stand-in's program: its arguments, its socket, and its intended misbehavior."""

import http.client
import socket
import subprocess

import pytest

from standin import StandIn, binary
from waiting import PATIENCE

pytestmark = pytest.mark.skipif(binary() is None, reason="stargazer-standin is not built")

def raw(server, target, timeout=PATIENCE):
    """Returns everything that the server sends until it closes the connection."""
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


def test_only_loopback_is_served():
    with StandIn() as server:
        table = subprocess.run(["ss", "-Hltn"], capture_output=True, text=True, check=True)
        lines = [line for line in table.stdout.splitlines() if f":{server.port} " in line]
        assert len(lines) == 1 and f"127.0.0.1:{server.port}" in lines[0]


def test_a_client_that_goes_away_during_the_latency_does_no_harm():
    with StandIn(latency=300, search_limit="off") as server:
        for _ in range(5):
            with socket.create_connection(("127.0.0.1", server.port)) as connection:
                connection.sendall(b"GET / HTTP/1.1\r\nHost: h\r\nUser-Agent: t\r\n\r\n")
                server.wait_for("GET / 200")
        assert raw(server, "/repos/sharkdp/fd").startswith(b"HTTP/1.1 200")


def star(server, method, length="0", token="mine"):
    """Returns the status of a request about one star."""
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


def test_a_put_must_say_that_it_has_no_body():
    with StandIn(search_limit="off") as server:
        assert star(server, "PUT", length=None) == 411
        assert star(server, "GET", length=None) == 404
        assert star(server, "PUT") == 204
        assert star(server, "DELETE", length=None) == 204
