"""The stand-in's answers, taken over its socket, against GitHub's own description of its API.

The description is `openapi-subset.json` in `$STARGAZER_RECORDINGS` (else `../shared/recordings` beside the checkout);
without it the test is skipped with a word why.
"""

import copy
import json
import os
import pathlib
import re
import urllib.error
import urllib.request

import pytest

from standin import ROOT, StandIn, binary

jsonschema = pytest.importorskip("jsonschema", reason="python3-jsonschema is not installed")

FOLDER = pathlib.Path(os.environ.get("STARGAZER_RECORDINGS", ROOT.parent / "shared" / "recordings"))
DESCRIPTION = FOLDER / "openapi-subset.json"

pytestmark = [
    pytest.mark.skipif(not DESCRIPTION.exists(), reason=f"GitHub's description is not there: {DESCRIPTION}"),
    pytest.mark.skipif(binary() is None, reason="stargazer-standin is not built"),
]

SEARCH = "/search/repositories"
REPOSITORY = "/repos/{owner}/{repo}"
# Scenario, route of the description, target, further headers, expected status.
CALLS = [
    (None, "/", "/", {}, 200),
    (None, SEARCH, "/search/repositories?q=swift&per_page=100", {}, 200),
    (None, SEARCH, "/search/repositories?q=user:odd-samples+fork:true&per_page=100", {}, 200),
    (None, SEARCH, "/search/repositories?q=topic:odd&per_page=100&sort=stars", {"Authorization": "Bearer x"}, 200),
    (None, SEARCH, "/search/repositories?q=nothingatallhere", {}, 200),
    (None, SEARCH, "/search/repositories?q=fork:only&per_page=50", {}, 200),
    ("incomplete", SEARCH, "/search/repositories?q=swift", {}, 200),
    ("drift", SEARCH, "/search/repositories?q=swift&page=3", {}, 200),
    (None, SEARCH, "/search/repositories", {}, 422),
    (None, SEARCH, "/search/repositories?q=user:nobody-at-all", {}, 422),
    (None, SEARCH, "/search/repositories?q=swift&page=11&per_page=100", {}, 422),
    ("bad-query", SEARCH, "/search/repositories?q=swift", {}, 422),
    (None, SEARCH, "/search/repositories?q=swift", {"Authorization": "Bearer bad-token"}, 401),
    (None, SEARCH, "/search/repositories?q=swift", {"X-GitHub-Api-Version": "1999-01-01"}, 400),
    ("rate-limit", SEARCH, "/search/repositories?q=swift", {}, 403),
    ("secondary", SEARCH, "/search/repositories?q=swift", {}, 403),
    ("forbidden", SEARCH, "/search/repositories?q=swift", {}, 403),
    (None, REPOSITORY, "/repos/swiftlang/swift", {}, 200),
    (None, REPOSITORY, "/repos/swiftlang/swift", {"Authorization": "Bearer x"}, 200),
    (None, REPOSITORY, "/repos/odd-samples/swift", {}, 200),
    (None, REPOSITORY, "/repos/odd-samples/control-characters", {}, 200),
    (None, REPOSITORY, "/repos/odd-samples/unknown-license", {}, 200),
    (None, REPOSITORY, "/repos/apple/swift", {}, 301),
    (None, REPOSITORY, "/repos/no/such", {}, 404),
    ("gone", REPOSITORY, "/repos/swiftlang/swift", {}, 404),
    ("blocked", REPOSITORY, "/repos/swiftlang/swift", {}, 403),
    ("blocked", REPOSITORY, "/repositories/500000001", {}, 451),
    ("unauthorized", REPOSITORY, "/repos/swiftlang/swift", {}, 401),
]


class Stay(urllib.request.HTTPRedirectHandler):
    """Redirects are answers here, too."""

    def redirect_request(self, *_):
        return None


def call(url, headers):
    request = urllib.request.Request(url, headers={"User-Agent": "schema-test", **headers})
    try:
        with urllib.request.build_opener(urllib.request.ProxyHandler({}), Stay).open(request, timeout=30) as answer:
            return answer.status, answer.headers, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, error.headers, json.load(error)


@pytest.fixture(scope="module")
def description():
    return json.loads(DESCRIPTION.read_text())


def schema_for(description, route, status):
    """The route's schema for that status, else GitHub's general error body."""
    answer = description["paths"][route]["get"]["responses"].get(str(status), {})
    content = answer.get("content", {}).get("application/json")
    return content["schema"] if content else description["components"]["schemas"]["BasicError"]


def validator(schema):
    # BasicError demands nothing; what every error of GitHub's has, we demand.
    if not schema.get("required") and "message" in schema.get("properties", {}):
        schema = {**schema, "required": ["message"]}
    return jsonschema.Draft202012Validator(schema, format_checker=jsonschema.FormatChecker())


@pytest.fixture(scope="module")
def answers():
    """Every call of the table, made over the socket."""
    made = []
    for scenario in dict.fromkeys(row[0] for row in CALLS):
        with StandIn(scenario=scenario, search_limit="off") as server:
            for _, route, target, headers, expected in (row for row in CALLS if row[0] == scenario):
                status, fields, body = call(server.url + target, headers)
                made.append((scenario, route, target, expected, status, fields, body))
            logged = server.wait_for("GET ")
            assert re.fullmatch(r"GET /\S* \d{3}", logged[0]), logged
    return made


def test_answers_hold_against_githubs_description(description, answers):
    count = items = 0
    by_status = {}
    for scenario, route, target, expected, status, _, body in answers:
        assert status == expected, f"{scenario} {target}"
        problems = sorted(validator(schema_for(description, route, status)).iter_errors(body), key=str)
        assert not problems, f"{scenario} {target}: {problems[0].message} at {list(problems[0].path)}"
        count += 1
        items += len(body.get("items", [])) if isinstance(body, dict) else 0
        by_status[status] = by_status.get(status, 0) + 1
    print(f"validated {count} answers ({items} search items) against GitHub's description; by status: {by_status}")


def test_a_broken_body_is_caught(description, answers):
    body = copy.deepcopy(next(answer[6] for answer in answers if answer[1] == SEARCH and answer[4] == 200))
    check = validator(schema_for(description, SEARCH, 200))
    assert check.is_valid(body)
    del body["items"][0]["owner"]["login"]
    body["items"][1]["stargazers_count"] = "many"
    places = {tuple(error.path)[:2] for error in check.iter_errors(body)}
    print(f"a broken body fails at {sorted(map(str, places))}")
    assert ("items", 1) in places and ("items", 0) in places


def test_every_answer_carries_the_rate_limit_fields(answers):
    for scenario, _, target, _, _, fields, _ in answers:
        for name in ("limit", "remaining", "used", "reset", "resource"):
            assert fields.get(f"x-ratelimit-{name}"), f"{scenario} {target}: {name}"
        expected = "search" if target.startswith("/search/repositories") else "core"
        assert fields["x-ratelimit-resource"] == expected
