"""Checks the stand-in's answers, read over its socket, against GitHub's own description of its API.

The description is `openapi-subset.json` in `$STARGAZER_RECORDINGS` (or `../shared/recordings` next to the checkout).
Without it the test is skipped with a reason.
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
from waiting import PATIENCE

jsonschema = pytest.importorskip("jsonschema", reason="python3-jsonschema is not installed")

FOLDER = pathlib.Path(os.environ.get("STARGAZER_RECORDINGS", ROOT.parent / "shared" / "recordings"))
DESCRIPTION = FOLDER / "openapi-subset.json"

pytestmark = [
    pytest.mark.skipif(not DESCRIPTION.exists(), reason=f"GitHub's description is not there: {DESCRIPTION}"),
    pytest.mark.skipif(binary() is None, reason="stargazer-standin is not built"),
]

SEARCH = "/search/repositories"
REPOSITORY = "/repos/{owner}/{repo}"
README = "/repos/{owner}/{repo}/readme"
LANGUAGES = "/repos/{owner}/{repo}/languages"
RELEASE = "/repos/{owner}/{repo}/releases/latest"
PEOPLE = "/search/users"
PERSON = "/users/{username}"
ACCOUNT = "/user"
STARS = "/user/starred"
# Not a route: the list of stars for clients that ask for dates. The description has only the plain list.
DATED_STARS = "/user/starred with dates"
STAR = "/user/starred/{owner}/{repo}"
FOLLOWED = "/user/following/{username}"
FOLLOWS = "/users/{username}/following/{target_user}"
RATE = "/rate_limit"


def by(token, **fields):
    """Returns the headers of a client with that token."""
    return {"Authorization": f"Bearer {token}", **{name.replace("_", "-"): value for name, value in fields.items()}}


DATED = "application/vnd.github.star+json"
# Scenario, route of the description, target (after a method other than GET), further headers, expected status.
CALLS = [
    (None, "/", "/", {}, 200),
    (None, SEARCH, "/search/repositories?q=swift&per_page=100", {}, 200),
    ("odd", SEARCH, "/search/repositories?q=user:odd-samples+fork:true&per_page=100", {}, 200),
    ("odd", SEARCH, "/search/repositories?q=topic:odd&per_page=100&sort=stars", {"Authorization": "Bearer x"}, 200),
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
    ("odd", REPOSITORY, "/repos/odd-samples/swift", {}, 200),
    ("odd", REPOSITORY, "/repos/odd-samples/control-characters", {}, 200),
    ("odd", REPOSITORY, "/repos/odd-samples/unknown-license", {}, 200),
    (None, REPOSITORY, "/repos/apple/swift", {}, 301),
    (None, REPOSITORY, "/repos/no/such", {}, 404),
    ("gone", REPOSITORY, "/repos/swiftlang/swift", {}, 404),
    ("blocked", REPOSITORY, "/repos/swiftlang/swift", {}, 403),
    ("blocked", REPOSITORY, "/repositories/500000001", {}, 451),
    ("unauthorized", REPOSITORY, "/repos/swiftlang/swift", {}, 401),
    ("sign-on", REPOSITORY, "/repos/swiftlang/swift", by("x"), 403),
    ("allow-list", REPOSITORY, "/repos/swiftlang/swift", {}, 200),
    (None, README, "/repos/swiftlang/swift/readme", {}, 200),
    ("odd", README, "/repos/odd-samples/endless/readme", by("x"), 200),
    (None, README, "/repos/kawkab/najm/readme", {}, 200),
    ("odd", README, "/repos/odd-samples/no-description/readme", {}, 404),
    ("odd", README, "/repos/odd-samples/readme-link/readme", {}, 200),
    ("odd", README, "/repos/odd-samples/readme-large/readme", {}, 200),
    ("odd", README, "/repos/odd-samples/readme-windows/readme", {}, 200),
    (None, README, "/repos/no/such/readme", {}, 404),
    (None, README, "/repos/apple/swift/readme", {}, 301),
    (None, LANGUAGES, "/repos/swiftlang/swift/languages", {}, 200),
    ("odd", LANGUAGES, "/repos/odd-samples/no-language/languages", {}, 200),
    ("odd", LANGUAGES, "/repos/odd-samples/many-topics/languages", by("x"), 200),
    (None, LANGUAGES, "/repos/apple/swift/languages", {}, 301),
    (None, RELEASE, "/repos/swiftlang/swift/releases/latest", {}, 200),
    ("odd", RELEASE, "/repos/odd-samples/markup/releases/latest", by("x"), 200),
    ("odd", RELEASE, "/repos/odd-samples/endless/releases/latest", {}, 200),
    ("odd", RELEASE, "/repos/odd-samples/no-stars-yet/releases/latest", {}, 404),
    (None, RELEASE, "/repos/no/such/releases/latest", {}, 404),
    (None, PEOPLE, "/search/users?q=golden&per_page=100", {}, 200),
    (None, PEOPLE, "/search/users?q=lantern&per_page=100&sort=followers", by("x"), 200),
    (None, PEOPLE, "/search/users?q=type:org&per_page=100", {}, 200),
    (None, PEOPLE, "/search/users?q=nothingatallhere", {}, 200),
    (None, PEOPLE, "/search/users", {}, 422),
    ("secondary", PEOPLE, "/search/users?q=golden", {}, 403),
    *((None, PERSON, f"/users/{login}", {}, 200) for login in (
        "golden", "lantern-works", "nothing-said", "robin-vale_acme", "swiftlang", "amber-atelier",
        "mira-golden", "sample-stargazer")),
    ("odd", PERSON, "/users/odd-person", {}, 200),
    (None, PERSON, "/users/old-lantern", {}, 404),
    ("odd", PERSON, "/users/gone-lantern", {}, 404),
    ("gone", PERSON, "/users/golden", {}, 404),
    *((None, PERSON + "/" + part, f"/users/golden/{part}?per_page=100&page=2", {}, 200)
      for part in ("followers", "following", "repos", "starred")),
    (None, PERSON + "/repos", "/users/mira-golden/repos", {}, 200),
    (None, PERSON + "/followers", "/users/nobody-follows/followers", {}, 200),
    (None, PERSON + "/followers", "/users/no-such-person/followers", {}, 404),
    (None, ACCOUNT, "/user", by("x"), 200),
    (None, ACCOUNT, "/user", by("noscope-1"), 200),
    (None, ACCOUNT, "/user", by("finegrained-expiring-1"), 200),
    (None, ACCOUNT, "/user", by("finegrained-nostar-1"), 200),
    (None, ACCOUNT, "/user", by("expired-1"), 401),
    (None, ACCOUNT, "/user", {}, 401),
    ("secondary", ACCOUNT, "/user", by("x"), 403),
    (None, STARS, "/user/starred", by("x"), 200),
    # More than there are known repositories, so the odd ones are included.
    *(("odd", STARS, f"/user/starred?per_page=100&page={page}", by("stars-300"), 200) for page in range(1, 5)),
    *(("odd", DATED_STARS, f"/user/starred?per_page=100&page={page}", by("stars-300", Accept=DATED), 200)
      for page in range(1, 5)),
    ("drift", DATED_STARS, "/user/starred?page=2", by("stars-90", Accept=DATED), 200),
    (None, STARS, "/user/starred", by("bad-1"), 401),
    (None, STARS, "/user/starred", by("finegrained-nostar-1"), 403),
    (None, STAR, "/user/starred/sharkdp/fd", by("x"), 404),
    (None, STAR, "PUT /user/starred/sharkdp/fd", by("x"), 204),
    (None, STAR, "PUT /user/starred/sharkdp/fd", by("x"), 204),
    (None, STAR, "/user/starred/sharkdp/fd", by("x"), 204),
    (None, STARS, "/user/starred", by("x"), 200),
    (None, STAR, "DELETE /user/starred/sharkdp/fd", by("x"), 204),
    (None, STAR, "/user/starred/sharkdp/fd", by("x"), 404),
    (None, STAR, "PUT /user/starred/no/such", by("x"), 404),
    (None, STAR, "PUT /user/starred/sharkdp/fd", by("noscope-1"), 404),
    (None, STAR, "DELETE /user/starred/sharkdp/fd", by("finegrained-nostar-1"), 403),
    (None, STAR, "DELETE /user/starred/sharkdp/fd", by("expired-1"), 401),
    ("forbidden", STAR, "PUT /user/starred/sharkdp/fd", by("x"), 403),
    ("gone", STAR, "PUT /user/starred/sharkdp/fd", by("x"), 404),
    ("blocked", STAR, "PUT /user/starred/swiftlang/swift", by("x"), 403),
    ("rate-limit", STAR, "DELETE /user/starred/sharkdp/fd", by("x"), 403),
    (None, FOLLOWED, "DELETE /user/following/golden", by("following-1"), 204),
    (None, FOLLOWED, "/user/following/golden", by("following-1"), 404),
    (None, FOLLOWED, "PUT /user/following/golden", by("following-1"), 204),
    (None, FOLLOWED, "/user/following/golden", by("following-1"), 204),
    (None, FOLLOWED, "PUT /user/following/golden", by("x"), 404),
    (None, FOLLOWED, "PUT /user/following/golden", by("finegrained-nostar-1"), 403),
    (None, FOLLOWED, "PUT /user/following/golden", by("expired-1"), 401),
    (None, FOLLOWED, "PUT /user/following/golden", {}, 401),
    ("forbidden", FOLLOWED, "PUT /user/following/golden", by("following-1"), 403),
    (None, FOLLOWS, "/users/golden/following/ada-lovelight", {}, 204),
    (None, FOLLOWS, "/users/nobody-follows/following/golden", by("x"), 404),
    (None, RATE, "/rate_limit", {}, 200),
    (None, RATE, "/rate_limit", by("x"), 200),
    ("rate-limit", RATE, "/rate_limit", by("x"), 200),
    (None, RATE, "/rate_limit", by("bad-1"), 401),
]


class Stay(urllib.request.HTTPRedirectHandler):
    """Returns redirects as answers instead of following them."""

    def redirect_request(self, *_):
        return None


def call(url, headers, method="GET"):
    """Returns status, headers and decoded body; None for an answer without a body."""
    fields = {"User-Agent": "schema-test", **({"Content-Length": "0"} if method == "PUT" else {}), **headers}
    request = urllib.request.Request(url, headers=fields, method=method)
    try:
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), Stay)
        with opener.open(request, timeout=PATIENCE) as answer:
            return answer.status, answer.headers, decoded(answer)
    except urllib.error.HTTPError as error:
        return error.code, error.headers, decoded(error)


def method_and_path(target):
    method, _, path = target.rpartition(" ")
    return method or "GET", path


def decoded(answer):
    body = answer.read()
    return json.loads(body) if body else None


@pytest.fixture(scope="module")
def description():
    return json.loads(DESCRIPTION.read_text())


def schema_for(description, route, status, method="GET"):
    """Returns the route's schema for that status, or GitHub's general error schema; None when no body is described."""
    if route == DATED_STARS:
        return with_dates(schema_for(description, STARS, status))
    answers = description["paths"][route][method.lower()]["responses"]
    if status == 204:
        assert not answers["204"].get("content")
        return None
    content = answers.get(str(status), {}).get("content", {}).get("application/json")
    return content["schema"] if content else description["components"]["schemas"]["BasicError"]


def with_dates(schema):
    """Returns the schema of the list whose entries have a date next to the repository."""
    date = {"type": "string", "format": "date-time", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"}
    entry = {
        "type": "object", "required": ["starred_at", "repo"], "additionalProperties": False,
        "properties": {"starred_at": date, "repo": schema["items"]},
    }  # fmt: skip
    return {"type": "array", "items": entry}


def validator(schema):
    # BasicError requires no member. The test requires those that every error of GitHub has.
    if not schema.get("required") and "message" in schema.get("properties", {}):
        schema = {**schema, "required": ["message"]}
    return jsonschema.Draft202012Validator(schema, format_checker=jsonschema.FormatChecker())


@pytest.fixture(scope="module")
def answers():
    """Sends every call of the table over the socket. Returns the answers."""
    made = []
    for scenario in dict.fromkeys(row[0] for row in CALLS):
        with StandIn(scenario=scenario, search_limit="off") as server:
            for _, route, target, headers, expected in (row for row in CALLS if row[0] == scenario):
                method, path = method_and_path(target)
                status, fields, body = call(server.url + path, headers, method)
                made.append((scenario, route, target, expected, status, fields, body))
            logged = server.wait_for("GET ")
            assert re.fullmatch(r"GET /\S* \d{3}", logged[0]), logged
    return made


def test_answers_hold_against_githubs_description(description, answers):
    count = items = 0
    by_status = {}
    for scenario, route, target, expected, status, fields, body in answers:
        assert status == expected, f"{scenario} {target}"
        schema = schema_for(description, route, status, method_and_path(target)[0])
        if schema is None:
            assert body is None and "content-type" not in fields, f"{scenario} {target}"
        else:
            problems = sorted(validator(schema).iter_errors(body), key=str)
            assert not problems, f"{scenario} {target}: {problems[0].message} at {list(problems[0].path)}"
        count += 1
        items += len(body.get("items", [])) if isinstance(body, dict) else len(body or [])
        by_status[status] = by_status.get(status, 0) + 1
    print(f"validated {count} answers ({items} repositories in lists) against GitHub's description")
    print(f"by status: {by_status}")


def test_a_broken_body_is_caught(description, answers):
    body = copy.deepcopy(next(answer[6] for answer in answers if answer[1] == SEARCH and answer[4] == 200))
    check = validator(schema_for(description, SEARCH, 200))
    assert check.is_valid(body)
    del body["items"][0]["owner"]["login"]
    body["items"][1]["stargazers_count"] = "many"
    places = {tuple(error.path)[:2] for error in check.iter_errors(body)}
    print(f"a broken body fails at {sorted(map(str, places))}")
    assert ("items", 1) in places and ("items", 0) in places


def test_a_broken_list_of_stars_is_caught(description, answers):
    body = copy.deepcopy(next(answer[6] for answer in answers if answer[1] == DATED_STARS))
    check = validator(schema_for(description, DATED_STARS, 200))
    assert check.is_valid(body)
    body[0]["starred_at"] = "yesterday"
    del body[1]["repo"]["full_name"]
    body[2] = body[2]["repo"]
    places = {error.path[0] for error in check.iter_errors(body)}
    assert places == {0, 1, 2}


def test_every_answer_carries_the_rate_limit_fields(answers):
    for scenario, _, target, _, _, fields, _ in answers:
        for name in ("limit", "remaining", "used", "reset", "resource"):
            assert fields.get(f"x-ratelimit-{name}"), f"{scenario} {target}: {name}"
        expected = "search" if target.startswith("/search/") else "core"
        assert fields["x-ratelimit-resource"] == expected
