"""A server that answers with exactly the repositories and pictures that a test sets, including invalid ones."""

import base64
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

JSON = "application/json; charset=utf-8"
DATE = "2024-05-01T12:00:00Z"


def repository(number, full_name, base, **changes):
    """Returns a repository in GitHub's JSON. Its owner's picture is `/picture/NUMBER` on the same server."""
    owner, name = full_name.split("/")
    account = {
        "login": owner, "id": 1000 + number, "node_id": f"U_{number}", "type": "User", "site_admin": False,
        "avatar_url": f"{base}/picture/{number}", "html_url": f"https://github.localhost/{owner}",
        "url": f"{base}/users/{owner}",
    }  # fmt: skip
    return {
        "id": number, "node_id": f"R_{number}", "name": name, "full_name": full_name, "private": False,
        "owner": account, "html_url": f"https://github.localhost/{full_name}", "description": "A plain one.",
        "fork": False, "url": f"{base}/repos/{full_name}", "clone_url": f"https://github.localhost/{full_name}.git",
        "created_at": DATE, "updated_at": DATE, "pushed_at": DATE, "homepage": None, "size": 1, "language": "Swift",
        "stargazers_count": 5, "watchers_count": 5, "watchers": 5, "forks_count": 1, "forks": 1,
        "open_issues_count": 0, "open_issues": 0, "subscribers_count": 2, "network_count": 1, "license": None,
        "topics": [], "visibility": "public", "default_branch": "main", "archived": False, "disabled": False,
        "mirror_url": None, "is_template": False, "score": 1.0, **changes,
    }  # fmt: skip


class Scripted:
    """A context manager. Set `repositories`, `pictures` (number: content type, bytes) and `readme`, the Markdown of
    every repository, before the search. `former_names` are older names of repositories, with those they lead to.

    Every token belongs to one account. `write` is the answer to a star: status, headers, body. `tokens` are the
    Authorization headers of all requests that had one; with `rejects_tokens` such a request is answered with 401.
    """

    def __init__(self, port=0):
        self._port = port

    def __enter__(self):
        self._server = ThreadingHTTPServer(("127.0.0.1", self._port), self._handler())
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self.repositories = []
        self.pictures = {}
        self.readme = None
        self.former_names = {}
        self.write = (204, {}, b"")
        self.tokens = []
        self.rejects_tokens = False
        self._lines = []
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()

    def log(self):
        return list(self._lines)

    def answer(self, target):
        """Returns status, content type and body for the target of a GET."""
        path = urlsplit(target).path
        if path == "/user":
            return 200, JSON, json.dumps({"login": "ada", "id": 1}).encode()
        if path == "/search/repositories":
            found = {"total_count": len(self.repositories), "incomplete_results": False, "items": self.repositories}
            return 200, JSON, json.dumps(found).encode()
        if path.startswith("/picture/"):
            return 200, *self.pictures.get(int(path.rsplit("/", 1)[1]), ("image/png", b""))
        if path.endswith("/readme") and self.readme is not None:
            place = f"{self.url}/blob/main/README.md"
            readme = {"path": "README.md", "encoding": "base64", "html_url": place, "download_url": place}
            content = base64.b64encode(self.readme.encode()).decode()
            return 200, JSON, json.dumps({**readme, "content": content}).encode()
        for old, new in self.former_names.items():
            path = f"/repos/{new}" if path == f"/repos/{old}" else path
        for repository in self.repositories:
            if path in (f"/repos/{repository['full_name']}", f"/repositories/{repository['id']}"):
                return 200, JSON, json.dumps(repository).encode()
        return 404, JSON, b'{"message":"Not Found","status":"404"}'

    def _handler(self):
        script = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                status, kind, body = script.answer(self.path)
                self.reply(status, {"Content-Type": kind}, body)

            def do_PUT(self):
                status, fields, body = script.write
                self.reply(status, {"Content-Type": JSON, **fields}, body)

            do_DELETE = do_PUT

            def reply(self, status, fields, body):
                if "Authorization" in self.headers:
                    script.tokens.append(self.headers["Authorization"])
                    if script.rejects_tokens:
                        status, fields, body = 401, {"Content-Type": JSON}, b'{"message":"Bad credentials"}'
                script._lines.append(f"{self.command} {self.path} {status}")
                self.send_response(status)
                for name, value in fields.items():
                    self.send_header(name, value)
                if status != 204:
                    self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                if status != 204:
                    self.wfile.write(body)

            def log_message(self, *_):
                pass

        return Handler
