"""Before anything is timed: all servers answer the same."""

import json
import sys

from client import ask


def common(entry):
    """What the peers' tables have of an entry too. Here they are empty: 36 bytes of 1,250."""
    return {name: value for name, value in entry.items() if name not in ("video_url", "pictures")}


def check_same(bench, token):
    servers = [bench.portal, *bench.peers.all]
    for name, path, who in (("projects", "/api/events/bench/projects", None), ("assignments", "/api/judge/assignments", token)):
        answers = [list(map(common, json.loads(ask(server.url, path, token=who).body))) for server in servers]
        for server, answer in zip(servers[1:], answers[1:], strict=True):
            if answer != answers[0]:
                one = next(((a, b) for a, b in zip(answer, answers[0], strict=False) if a != b), (len(answer), len(answers[0])))
                sys.exit(f"{server.name} answers other {name} than Evenhand: {one}")
    totals = {server.name: save(server, token, answers[0][0]["id"]) for server in servers}
    if len(set(totals.values())) != 1:
        sys.exit(f"the same review has other totals: {totals}")


def save(server, token, assignment):
    body = {"scores": {"impact": 7, "craft": 3, "idea": 9, "use": 0}, "comment": "Clear.", "submit": True}
    return json.loads(ask(server.url, f"/api/judge/assignments/{assignment}/review", body, token).body)["weighted_total"]
