"""Favorites as they are in a file."""


def favorite(number, name):
    """Returns a favorite as in a file. Lower numbers are newer."""
    day = f"2025-12-{31 - number // 100:02}T{23 - number % 100 // 5:02}:{59 - number % 5:02}:00.000Z"
    facts = {
        "owner": "owner", "name": name.split("/")[1], "description": "", "stars": number, "forks": 0, "open_issues": 0,
        "language": "Swift", "topics": [], "created_at": day, "pushed_at": day, "archived": False, "fork": False,
        "template": False, "mirror": False, "private": False,
    }  # fmt: skip
    return {
        "catalog": "repositories", "host": "api.github.com", "id": str(number + 1), "title": name,
        "url": f"https://github.com/{name}", "added_at": day, "repository": facts, "starred_on_github": False,
    }  # fmt: skip
