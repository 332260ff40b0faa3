"""The event of the runs: judging is open, each judge has projects, and each review takes numbers that say which save it was."""

import datetime

from portal import TOKEN

SLUG, JUDGES, EACH = "stays-up", 24, 4
BASE = 101


def bundle():
    now = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
    at = lambda days: (now + datetime.timedelta(days=days)).isoformat().replace("+00:00", "Z")
    person = lambda ref, email, role: {"ref": ref, "email": email, "name": email.split("@")[0], "roles": [role]}
    numbers = range(JUDGES)
    criterion = lambda key: {"key": key, "name": key.title(), "weight": "1", "min_value": 0, "max_value": BASE - 1}
    return {
        "format": "evenhand-bundle/1",
        "event": {
            "name": "Stays up", "description": "", "submissions_open": at(-10), "submissions_close": at(-5), "judging_open": at(-5),
            "judging_close": at(5), "reviews_per_project": EACH, "tracks": [], "criteria": [criterion("high"), criterion("low")],
        },
        "people": [person(f"j{n}", f"judge{n}@stays-up.example", "judge") for n in numbers]
        + [person(f"m{n}", f"member{n}@stays-up.example", "participant") for n in numbers],
        "teams": [{"ref": f"t{n}", "name": f"Team {n}", "members": [{"person": f"m{n}"}]} for n in numbers],
        "projects": [
            {
                "ref": f"p{n}", "team": f"t{n}", "title": f"Project {n}", "tagline": "A lamp.", "summary": "It glows. " * 20,
                "description": "How it came to be. " * 60, "repo_url": f"https://code.example/{n}", "tags": ["light"],
                "status": "submitted", "submitted_at": at(-6),
            }
            for n in numbers
        ],
        "assignments": [
            {"person": f"j{n}", "project": f"p{(n + k) % JUDGES}", "status": "pending", "source": "planned"}
            for n in numbers
            for k in range(EACH)
        ],
    }


def bring_in(serve, postgres):
    """Makes the event; returns the judges' tasks: a token and the ids of its assignments."""
    serve.bring_in(SLUG, bundle())
    postgres.give_tokens("email like 'judge%@stays-up.example'")
    token = TOKEN.format("person_id")
    found = postgres.rows(f"select {token} as token, array_agg(id order by id) as ids from assignment group by person_id order by person_id")
    return [(row["token"], row["ids"]) for row in found]


def review(number):
    """A save that is told from all others of its assignment by its scores."""
    return {"scores": {"high": number // BASE, "low": number % BASE}}


def number(scores):
    """Which save these scores are of."""
    return int(scores["high"]) * BASE + int(scores["low"])
