"""A made-up event as a bundle, judging open: the same bytes every time but for the times."""

import datetime
import random

REVIEWS = 5
WORDS = ["light", "water", "map", "bus", "clinic", "garden", "sensor", "letter", "queue", "bridge", "market", "signal", "harbour", "ledger", "lamp"]


def text(rng, words):
    return " ".join(rng.choice(WORDS) for _ in range(words))


def review(rng, at):
    return {"submitted_at": at, "comment": text(rng, 12), "scores": {key: rng.randint(0, 10) for key in ("impact", "craft", "idea", "use")}}


def bundle(projects=200, judges=50, slug="bench", reviewed=False):
    """Each project has five judges; with `reviewed`, all of them have submitted."""
    rng = random.Random(7)
    now = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
    at = lambda days: (now + datetime.timedelta(days=days)).isoformat().replace("+00:00", "Z")
    judge = lambda j: {"ref": f"j{j}", "email": f"judge{j}@{slug}.example", "name": f"Judge {j}", "roles": ["judge"]}
    member = lambda t: {"ref": f"m{t}", "email": f"member{t}@{slug}.example", "name": f"Member {t}", "roles": ["participant"]}
    people = [judge(j) for j in range(judges)] + [member(t) for t in range(projects)]
    people.append({"ref": "o", "email": f"organizer@{slug}.example", "name": "Organizer", "roles": ["organizer"]})
    teams = [
        {"ref": f"t{t}", "name": f"Team {t}", "members": [{"person": f"m{t}", "joined_at": at(-9)}]} for t in range(projects)
    ]
    listed = [
        {
            "ref": f"p{p}", "team": f"t{p}", "track": None, "title": f"Project {p} {text(rng, 3)}", "tagline": text(rng, 10),
            "summary": text(rng, 30), "description": text(rng, 130), "repo_url": f"https://code.example/team-{p}/project",
            "demo_url": "", "tags": ["bench", rng.choice(WORDS)], "status": "submitted", "submitted_at": at(-5),
            "duplicate_of": None,
        }
        for p in range(projects)
    ]
    assignments = [
        {
            "person": f"j{(p * 7 + k * 11) % judges}", "project": f"p{p}", "source": "planned",
            "created_at": at(-4), "status": "done" if reviewed else "pending", "review": review(rng, at(-1)) if reviewed else None,
        }
        for p in range(projects)
        for k in range(REVIEWS)
    ]
    # As a plan deals them: one judge after the other.
    assignments.sort(key=lambda assignment: int(assignment["person"][1:]))
    criterion = lambda key, weight: {"key": key, "name": key.title(), "weight": weight, "min_value": 0, "max_value": 10}
    event = {
        "slug": slug, "name": slug.title(), "description": "", "submissions_open": at(-10), "submissions_close": at(-5),
        "judging_open": at(-5), "judging_close": at(5), "voting_open": None, "voting_close": None,
        "results_published_at": None, "reviews_per_project": REVIEWS, "max_team_size": 4, "tracks": [],
        "criteria": [criterion("impact", "2"), criterion("craft", "1"), criterion("idea", "1.5"), criterion("use", "1")],
        "voting_mode": "off", "votes_per_voter": 3,
    }
    return {
        "format": "evenhand-bundle/1", "exported_at": at(0), "event": event, "people": people, "teams": teams,
        "projects": listed, "assignments": assignments,
    }
