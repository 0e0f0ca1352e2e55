"""A server that answers with exactly the repositories and pictures a test gives it: what no sane one sends."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

DATE = "2024-05-01T12:00:00Z"


def repository(number, full_name, base, **changes):
    """A repository in GitHub's wire format; its owner's picture is `/picture/NUMBER` on the same server."""
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
    """A context manager. `repositories` and `pictures` (number: content type, bytes) are set before the search."""

    def __enter__(self):
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self.repositories = []
        self.pictures = {}
        self._lines = []
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()

    def log(self):
        return list(self._lines)

    def answer(self, target):
        """Status, content type and body for the target of a GET."""
        path = urlsplit(target).path
        if path == "/search/repositories":
            found = {"total_count": len(self.repositories), "incomplete_results": False, "items": self.repositories}
            return 200, "application/json; charset=utf-8", json.dumps(found).encode()
        if path.startswith("/picture/"):
            return 200, *self.pictures.get(int(path.rsplit("/", 1)[1]), ("image/png", b""))
        for repository in self.repositories:
            if path in (f"/repos/{repository['full_name']}", f"/repositories/{repository['id']}"):
                return 200, "application/json; charset=utf-8", json.dumps(repository).encode()
        return 404, "application/json; charset=utf-8", b'{"message":"Not Found","status":"404"}'

    def _handler(self):
        script = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                status, kind, body = script.answer(self.path)
                script._lines.append(f"GET {self.path} {status}")
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        return Handler
