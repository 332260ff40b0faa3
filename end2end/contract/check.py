"""Holds the API and its document against each other, in about a minute.

    check.py BINARY

The document must be valid OpenAPI 3.0, as YAML and as JSON; a client made from it, in Python and in Rust, must carry a judge through the
whole of their work; the commands of docs/api.md must run, and the programs of docs/provenance.md and docs/calibration.md; a library of others must
take the Open Badges and refuse forgeries;
and made-up requests as every role must be answered as the document and the specification say.
"""

import compileall
import importlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import openapi_spec_validator
import requests
import yaml

import badges
import fuzz
import guide
import provenance
import service

CASES = 300
# The same cases every time: what a check finds must be there again the next time it runs.
SEED = "contract"


def document(url):
    """The document in both notations, valid and the same."""
    as_yaml, as_json = requests.get(f"{url}/api/schema", timeout=30), requests.get(f"{url}/api/schema?format=json", timeout=30)
    accepted = requests.get(f"{url}/api/schema", headers={"Accept": "application/json"}, timeout=30)
    kinds = [answer.headers["content-type"] for answer in (as_yaml, as_json, accepted)]
    assert kinds == ["application/yaml", "application/json", "application/json"], kinds
    read = as_json.json()
    assert read == yaml.safe_load(as_yaml.text) == accepted.json(), "the notations differ"
    assert read["openapi"].startswith("3.0."), read["openapi"]
    openapi_spec_validator.validate(read)
    return read


def unknown_methods(url, read):
    """Methods that the document does not name are 405, and Allow names those that it does."""
    for path, operations in read["paths"].items():
        address = url + path.replace("{slug}", "demo-judging").replace("{id}", "1").replace("{picture}", "1").replace("{kind}", "teams")
        for method in {"get", "post", "put", "patch", "delete"} - set(operations):
            answer = requests.request(method, address, timeout=30)
            allowed = {m.strip().lower() for m in answer.headers.get("allow", "").split(",")}
            assert answer.status_code == 405 and set(operations) <= allowed, f"{method} {path}: {answer.status_code}, Allow {allowed}"


def bad_tokens(url, read):
    """A bad token is 401 on every route, public ones too."""
    for path, operations in read["paths"].items():
        address = url + path.replace("{slug}", "demo-judging").replace("{id}", "1").replace("{picture}", "1").replace("{kind}", "teams")
        for method in operations:
            answer = requests.request(method, address, headers={"Authorization": "Bearer evh_no"}, timeout=30)
            said = answer.json() if answer.status_code == 401 else answer.status_code
            assert said == {"detail": "invalid or revoked token"}, f"{method} {path}: {said}"


def made_client(read, folder):
    """A client, made from the document and compiled."""
    schema = pathlib.Path(folder, "schema.json")
    schema.write_text(json.dumps(read))
    made = pathlib.Path(folder, "made_client")
    maker = pathlib.Path(sys.executable).with_name("openapi-python-client")
    # Nobody reads it, so it is not formatted.
    config = pathlib.Path(folder, "config.yaml")
    # It knows no tokens.
    kinds = "content_type_overrides:\n  application/vc+jwt: text/plain\n"
    config.write_text(f"post_hooks: []\npackage_name_override: made_client\n{kinds}")
    command = [maker, "generate", "--path", schema, "--output-path", made, "--meta", "none", "--config", config, "--fail-on-warning"]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    assert compileall.compile_dir(made, quiet=1), "the client does not compile"
    sys.path.insert(0, folder)


def judge(url, token, calls, models):
    """A judge's whole work, by the client: what there is to do, a draft, the review, the scores."""
    client = importlib.import_module("made_client").AuthenticatedClient(base_url=url, token=token, raise_on_unexpected_status=True)

    def call(operation, **words):
        return importlib.import_module(f"made_client.api.{operation}").sync(client=client, **words)

    tasks = call(calls["tasks"])
    task = next(t for t in tasks if t.event == "demo-judging" and t.status == "pending")
    project = call(calls["project"], id=task.project)
    assert project.title == task.project_title, project
    rubric = call(calls["event"], slug=task.event).criteria
    some = {c.key: c.min_value for c in rubric[:1]}
    draft = call(calls["save"], id=task.id, body=models.ReviewChanges.from_dict({"scores": some, "comment": "To be continued"}))
    assert (draft.assignment, draft.submitted_at, draft.weighted_total) == (task.id, None, 0.0), draft
    every = {c.key: c.max_value for c in rubric}
    saved = call(calls["save"], id=task.id, body=models.ReviewChanges.from_dict({"scores": every, "submit": True}))
    assert saved.submitted_at is not None and saved.weighted_total == 1.0, saved
    records = call(calls["scores"], event=task.event)
    mine = next(r for r in records if r.assignment == task.id)
    assert (mine.status, mine.scores.to_dict(), mine.comment) == ("done", every, "To be continued"), mine
    assert next(t for t in call(calls["tasks"]) if t.id == task.id).status == "done"


def rust_client(running, read, target):
    """A client in Rust, made from the document by others' code and compiled, does the same. It is made anew where the document changed."""
    folder = target / "client"
    folder.mkdir(parents=True, exist_ok=True)
    schema, text = folder / "schema.json", json.dumps(read)
    if not schema.exists() or schema.read_text() != text:
        schema.write_text(text)
    manifest = pathlib.Path(__file__).parents[1] / "client" / "Cargo.toml"
    command = ["cargo", "run", "--quiet", "--locked", "--manifest-path", manifest, "--target-dir", folder, "--", running.url, running.tokens["judge1"]]
    run = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"EVENHAND_SCHEMA": str(schema.resolve())})
    assert run.returncode == 0, run.stdout + run.stderr


CALLS = {
    "tasks": "judging.list_assignments",
    "project": "projects.read_project",
    "event": "events.read_event",
    "save": "judging.save_review",
    "scores": "judging.list_scores",
}


def main():
    """All of it, on one server."""
    with service.running(sys.argv[1]) as running, tempfile.TemporaryDirectory() as folder:
        read = document(running.url)
        print(f"   the document is valid: {sum(map(len, read['paths'].values()))} operations")
        unknown_methods(running.url, read)
        bad_tokens(running.url, read)
        made_client(read, folder)
        judge(running.url, running.tokens["judge1"], CALLS, importlib.import_module("made_client.models"))
        print("   a client made from it carries a judge through their work")
        rust_client(running, read, pathlib.Path(sys.argv[1]).resolve().parents[1])
        print("   one in Rust does so, too")
        print(f"   the guide's {guide.follow(running)} calls do what it says")
        programs, refused = provenance.check(running)
        print(f"   the {programs} programs of docs/ take what the site gives and refuse {refused} forgeries")
        held, refused = badges.check(running)
        print(f"   openbadgeslib takes {held} badges and refuses {refused} forgeries")
        if not fuzz.fuzz(running, CASES, service.ROLES, SEED):
            raise SystemExit(1)


if __name__ == "__main__":
    main()
