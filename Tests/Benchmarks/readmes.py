"""Extreme READMEs, and a server that answers with one of them and forwards everything else to the stand-in."""

import base64
import contextlib
import http.client
import http.server
import json
import threading

MEGABYTE = 1_000_000


def filled(part, size=MEGABYTE):
    return part * (size // len(part.encode()))


def numbered(part, count):
    return "".join(part.replace("#", str(number)) for number in range(count))


TEXTS = {
    "emphasis": filled("*a* "),
    "code spans": filled("`a` "),
    "mail addresses": filled("a@", 100_000),
    "ampersands": filled("&"),
    "one word": "a" * MEGABYTE,
    "words of 200 letters": filled("a" * 200 + " "),
    "Thai": filled("ภาษาไทย"),
    "Devanagari": filled("क्षत्रिय"),
    "Chinese": filled("星空"),
    "both directions": filled("א a "),
    "accents": "a" + filled("\u0301"),
    "emoji": filled("👩‍🚀"),
    "fonts in turn": filled("aяα星あ한ไ"),
    "spaces that do not break": filled("a\u00a0"),
    "line breaks": filled("a<br>"),
    "heading": "# " + filled("word "),
    "heading of one word": "# " + "a" * MEGABYTE,
    "heading of spans": "# " + filled("*a* "),
    "headings": filled("# a\n"),
    "anchors": numbered("<a name=a#></a>", 40_000) + "text",
    "anchors with text": numbered("<a name=a#>a</a> ", 40_000),
    "links": numbered("[a](https://x.example/#) ", 30_000),
    "links of one letter each": numbered("[a](b#)", 60_000),
    "pictures": numbered("![a](docs/badge-#.png) ", 30_000),
    "pictures that load": numbered("[![a](docs/badge-#.png?)](b) ", 300),
    "figures that load": numbered(
        '<a href="https://x.example/#"><img src="docs/screenshot.png?#" width="60" alt="octocat"></a> ', 300
    ),
    "summary": "<details><summary>" + filled("word ") + "</summary>\n\ntext\n\n</details>",
    "summary of one word": "<details><summary>" + "a" * MEGABYTE + "</summary>\n\ntext\n\n</details>",
    "folds": filled("<details><summary>a</summary>\n\nb\n\n</details>\n\n"),
    "open folds": filled("<details open><summary>a</summary>\n\nb\n\n</details>\n\n"),
    "folds in folds": "<details open><summary>a</summary>\n\n" * 2_000 + "b\n\n",
    "table of huge cells": "| a | b |\n|---|---|\n" + 20 * ("| " + "word " * 5_000 + "| " + "a" * 25_000 + " |\n"),
    "table of many cells": "| a | b | c | d |\n|---|---|---|---|\n" + 500 * "| words | words | more words | end |\n",
    "table of 500 columns": "<table>" + 4 * ("<tr>" + 500 * "<td>word</td>" + "</tr>") + "</table>",
    "table of a column": "| a |\n|---|\n" + 100_000 * "| b |\n",
    "table of pictures": "| a | b | c |\n|---|---|---|\n" + numbered("| ![a](docs/badge-#.png?) " * 3 + "|\n", 100),
    "tables": filled("| a | b |\n|---|---|\n| c | d |\n\n", 700_000),
    "cell of spans": "| a |\n|---|\n| " + filled("*a* ", 500_000) + "|\n",
    "code line": "```\n" + "a" * MEGABYTE + "\n```",
    "code lines": "```\n" + filled("a" * 990 + "\n") + "```",
    "code": "```\n" + filled("let code = 1\n") + "```",
    "code in bits": filled("```\na\n```\n\n"),
    "lists": filled("- a\n"),
    "deep lists": "".join("  " * depth + "- a\n" for depth in range(180)) * 4,
    "deep quotes": filled("> " * 60 + "a\n\n", 500_000),
    "items in items": filled("- " * 60 + "a\n\n", 500_000),
    "rules": filled("---\n\n"),
    "paragraphs": filled("a\n\n"),
    "keys and indices": filled("<kbd>a</kbd><sub>b</sub><sup>c</sup>"),
    "styles in each other": "<b><i><u><s><small><sup>" * 30 + filled("a *b* "),
    "short rows of a wide table": "|a" * 4_000 + "\n" + "|-" * 4_000 + "\n" + "x\n" * 4_000,
    "table of 60,000 columns": "\n".join(part * 60_000 for part in ("|a", "|-", "|b")),
    "tags without an end": "<div\n" + "<a b " * 20_000,
    "pictures without an end": "![[]()" * 40_000,
    "footnotes": numbered("[^#]: a\n\n", 10_000) + numbered("[^#]", 10_000),
    "one long reference": "[a]: http://x.example/" + "u" * 5_000 + "\n\n" + "[a] " * 100_000,
    "strikethrough": filled("~~a", 240_000),
    "setext headings": filled("a\n=\n", 240_000),
    "prose": filled("Words that somebody wrote, and more of them in each line of it.\n\n"),
}


class Readmes:
    """with Readmes(standin) as readmes: readmes.text = … ; readmes.url"""

    def __init__(self, standin):
        self.text = ""
        outer = self

        class Answer(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle(self):
                # The program may cancel a request, and ends while its connections are open.
                with contextlib.suppress(ConnectionError):
                    super().handle()

            def do_GET(self):
                outer.answer(self)

            def log_message(self, *_):
                pass

        self._standin = standin
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def answer(self, request):
        if request.path.endswith("/readme"):
            status, headers, body = 200, [("Content-Type", "application/json")], self._readme(request.path)
        else:
            status, headers, body = self._relayed(request)
        request.send_response(status)
        for name, value in headers:
            request.send_header(name, value)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)

    def _relayed(self, request):
        there = http.client.HTTPConnection("127.0.0.1", self._standin.port)
        passed = {name: value for name, value in request.headers.items() if name.lower() != "connection"}
        there.request("GET", request.path, headers=passed)
        answer = there.getresponse()
        body = answer.read()
        there.close()
        own = ("content-length", "connection", "transfer-encoding")
        return answer.status, [pair for pair in answer.getheaders() if pair[0].lower() not in own], body

    def _readme(self, path):
        name = "/".join(path.split("/")[2:4])
        readme = {
            "path": "README.md", "encoding": "base64", "content": base64.b64encode(self.text.encode()).decode(),
            "html_url": f"https://github.com/{name}/blob/main/README.md",
            "download_url": f"{self._standin.url}/raw/{name}/main/README.md",
        }  # fmt: skip
        return json.dumps(readme).encode()

    def __enter__(self):
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()
