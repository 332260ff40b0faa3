"""Sends many made-up requests to every operation of the API, as each role, and holds every answer against the
document and the specification's statuses.

    fuzz.py BINARY CASES [ROLE…]      CASES for each role, counted exactly

The cases are made from the document: valid ones and ones with something wrong, with made-up ids and with ids that
exist. Making one takes longer than sending it, so each is sent as every role. Prints for each role the cases, the
seconds, the statuses and the faults; ends with 1 where there is a fault.
CONTRACT_SEED repeats a run's cases, CONTRACT_JOBS says how many processes make them (as many as processors).
"""

import collections
import concurrent.futures
import json
import os
import random
import sys
import tempfile
import time

# What hypothesis keeps between runs has no place in the repository.
os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", os.path.join(tempfile.gettempdir(), "evenhand-hypothesis"))

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

import service
import statuses

CHECKS = [content_type_conformance, response_schema_conformance]
# Writes first, so that reads meet what they left; not all of them, or the lists grow longer than any event's.
FIRST_WRITES = 0.1


class Fuzz:
    """A share of the cases, each sent as every role."""

    def __init__(self, url, tokens, document, cases, seed_of_share):
        self.url, self.tokens, self.left = url, tokens, cases
        self.session = requests.Session()
        self.session.trust_env = False
        self.operations = [o.ok() for o in schemathesis.openapi.from_dict(without_security(document)).get_all_operations()]
        self.random = random.Random(seed_of_share)
        self.told = {role: Told() for role in tokens}

    def run(self, known):
        """Sends exactly as many cases as are left."""
        plans = {o.label: plan(o, known) for o in self.operations}
        writes = [o for o in self.operations if o.method.lower() != "get"]
        reads = [o for o in self.operations if o not in writes and (o.path_parameters or o.query)]
        share = self.left / (len(writes) + len(reads))
        # The document is the same for all, and long to read: a few looks at it are enough.
        reads = [(o, share if o.path != "/api/schema" else share / 20) for o in reads]
        reads += [(o, 5) for o in self.operations if o.method.lower() == "get" and not (o.path_parameters or o.query)]
        for operation in writes:
            self.send(plans[operation.label], int(share * FIRST_WRITES))
        for operation, some in reads:
            self.send(plans[operation.label], int(some))
        for operation in writes:
            self.send(plans[operation.label], int(share * (1 - FIRST_WRITES)))
        # Some operations have fewer cases than their share: those with a body get what is over.
        while self.left:
            for operation in writes:
                self.send(plans[operation.label], max(1, self.left // len(writes)))

    def send(self, strategy, most):
        """Sends up to so many cases of a plan."""
        most = min(most, self.left)
        if most < 1:
            return

        @seed(self.random.getrandbits(64))
        @settings(max_examples=most, phases=[Phase.generate], database=None, deadline=None, suppress_health_check=list(HealthCheck))
        @given(case=strategy)
        def each(case):
            if self.left:
                self.one(case)

        each()

    def one(self, case):
        """Sends a case as every role."""
        wanted = case.as_transport_kwargs(base_url=self.url)
        wanted.pop("timeout", None)
        try:
            prepared = requests.Request(**{k: v for k, v in wanted.items() if k in SENT}).prepare()
        except (requests.RequestException, UnicodeError):
            # What no client can send, such as a header of two lines, is no case.
            return
        self.left -= 1
        for role, token in self.tokens.items():
            request = prepared.copy()
            request.headers.pop("Authorization", None)
            if token:
                request.headers["Authorization"] = f"Bearer {token}"
            self.hold(role, case, request)

    def hold(self, role, case, request):
        """Sends one request and holds its answer against what is allowed. A fault is noted, and the run goes on."""
        told, label = self.told[role], case.operation.label
        told.sent += 1
        begun = time.monotonic()
        try:
            response = self.session.send(request, timeout=60, allow_redirects=False)
        except requests.RequestException as error:
            told.fault(label, f"no answer: {type(error).__name__}", request, str(error))
            return
        finally:
            told.seconds += time.monotonic() - begun
        self.session.cookies.clear()
        status = response.status_code
        told.statuses[label][status] += 1
        if why := statuses.wrong_status(label, status, self.tokens[role] is None):
            told.fault(label, why, request, response.text)
        if status >= 400:
            try:
                body = response.json()
            except ValueError:
                body = None
            if why := statuses.wrong_refusal(status, response.headers, body):
                told.fault(label, why, request, response.text)
            return
        try:
            case.validate_response(response, checks=CHECKS)
        except Exception as error:  # noqa: BLE001, schemathesis groups its failures in several classes
            said = "; ".join(f"{type(e).__name__}: {e}" for e in getattr(error, "exceptions", [error]))
            told.fault(label, said.splitlines()[0], request, f"{said}\n{response.text}")


SENT = ("method", "url", "headers", "files", "data", "params", "auth", "cookies", "json")


class Told:
    """What one role met."""

    def __init__(self):
        self.sent, self.seconds = 0, 0.0
        self.statuses, self.faults = collections.defaultdict(collections.Counter), {}

    def fault(self, label, why, request, more):
        """Notes a fault; of its kind, the first request is kept."""
        if (label, why) not in self.faults:
            body = request.body if isinstance(request.body, (bytes, type(None))) else str(request.body).encode()
            asked = f"{request.method} {request.url} {request.headers.get('Content-Type', '')} {(body or b'')[:1500]!r}"
            self.faults[label, why] = [0, asked, more[:1500]]
        self.faults[label, why][0] += 1

    def add(self, other):
        """What another process met as the same role."""
        self.sent += other.sent
        self.seconds += other.seconds
        for label, counts in other.statuses.items():
            self.statuses[label] += counts
        for kind, (times, *first) in other.faults.items():
            self.faults.setdefault(kind, [0, *first])[0] += times

    def server_errors(self):
        """How many answers were the server's fault."""
        return sum(n for counts in self.statuses.values() for status, n in counts.items() if status >= 500)

    def lines(self, role, seconds):
        """All of it, to be read."""
        yield f"{role}: {self.sent} cases in {seconds:.0f} s, {self.sent / seconds:.0f} a second; answers took {self.seconds / max(1, self.sent) * 1000:.1f} ms"
        for label, counts in sorted(self.statuses.items()):
            yield f"  {label:45}" + "".join(f"  {status} ×{n}" for status, n in sorted(counts.items()))
        total = sum(self.statuses.values(), collections.Counter())
        yield f"  {'in all':45}" + "".join(f"  {status} ×{n}" for status, n in sorted(total.items()))
        yield f"  {self.server_errors()} server errors, {sum(times for times, *_ in self.faults.values())} faults of {len(self.faults)} kinds"
        for (label, why), (times, asked, more) in self.faults.items():
            yield from ["", f"  FAULT ×{times}: {label}: {why}", f"    {asked}", *(f"    | {line}" for line in more.splitlines()[:20])]


def without_security(document):
    """The document without its words on tokens: with them some requests would leave the role's own token out."""
    document = json.loads(json.dumps(document))
    document["components"].pop("securitySchemes", None)
    for operations in document["paths"].values():
        for operation in operations.values():
            operation.pop("security", None)
    return document


def plan(operation, known):
    """Cases of an operation: valid and invalid, with made-up parameters and, more often, with ones that exist."""
    strategies = [operation.as_strategy(generation_mode=GenerationMode.POSITIVE)]
    if operation.body or operation.path_parameters or operation.query:
        strategies.append(operation.as_strategy(generation_mode=GenerationMode.NEGATIVE))
    names = {p.name for p in operation.path_parameters}
    fixed = []
    if "slug" in names:
        # The event in which the operation can succeed comes more often.
        home = [slug for word, slug in HOME.items() if word in operation.path] * 4
        fixed = [{"slug": slug} for slug in known["events"] + home]
    elif "id" in names:
        fixed = [{"id": i} for i in known["assignments" if "/assignments/" in operation.path else "projects"]]
    strategies += [operation.as_strategy(generation_mode=GenerationMode.POSITIVE, path_parameters=p) for p in fixed]
    if operation.body:
        strategies += [operation.as_strategy(generation_mode=GenerationMode.NEGATIVE, path_parameters=p) for p in fixed]
    return st.tuples(st.one_of(strategies), st.integers(0, 3)).map(lambda drawn: sharpened(*drawn, known))


# Where in the demo a path's last part has something to give or to take.
HOME = {"/ballot": "demo-voting", "/projects": "demo-submitting", "/results": "demo-published", "/votes": "demo-published"}


def sharpened(case, how, known):
    """Puts names that exist into half of the queries and bodies that are otherwise made up, to get further."""
    if how < 2:
        return case
    if case.query and isinstance(case.query, dict):
        if "event" in case.query:
            case.query["event"] = known["events"][how % len(known["events"])]
        if "judge" in case.query:
            case.query["judge"] = known["judges"][how % len(known["judges"])]
    if isinstance(case.body, dict):
        scores = case.body.get("scores")
        if isinstance(scores, dict):
            case.body["scores"] = dict(zip(known["criteria"], list(scores.values()) + [how] * len(known["criteria"]), strict=False))
        if isinstance(case.body.get("choices"), list):
            case.body["choices"] = known["choices"][: len(case.body["choices"])]
        if "track" in case.body and how == 3:
            case.body["track"] = None
        # A control character or an address that is none would end most texts' way at 400.
        for name, value in case.body.items():
            if isinstance(value, str):
                text = "".join(c for c in value if c.isprintable())
                case.body[name] = f"https://code.example/{len(text)}" if name.endswith("_url") and text else text
    return case


def learn(url, tokens):
    """What exists in the demo: events, projects of each kind, assignments of two judges, criteria."""

    def get(path, role="admin"):
        headers = {"Authorization": f"Bearer {tokens[role]}"} if tokens[role] else {}
        answer = requests.get(url + path, headers=headers, timeout=30)
        answer.raise_for_status()
        return answer.json()

    events = get("/api/events")
    projects = {e["slug"]: get(f"/api/events/{e['slug']}/projects") for e in events}
    own = [p["id"] for p in projects["demo-submitting"] if p in get("/api/events/demo-submitting/projects", "participant")]
    mine = {p["team"] for p in projects["demo-submitting"] if p["status"] == "draft" and p["id"] in own}
    chosen = [p["id"] for p in projects["demo-submitting"] if p["team"] in mine]
    chosen += [p["id"] for p in projects["demo-submitting"] if p["status"] == "draft" and p["id"] not in own][:1]
    chosen += [p[0]["id"] for p in projects.values()]
    tasks = get("/api/judge/assignments", "judge1")
    judging = [a["id"] for a in tasks if a["event"] == "demo-judging"]
    return {
        "events": [e["slug"] for e in events],
        "projects": chosen,
        "assignments": judging[:4] + [a["id"] for a in tasks if a["event"] != "demo-judging"][:1],
        "criteria": [c["key"] for e in events if e["slug"] == "demo-judging" for c in e["criteria"]],
        "choices": [p["id"] for p in projects["demo-voting"] if p["status"] == "submitted"],
        "judges": ["judge1@demo.example", "demo-j2", "judge2@demo.example"],
    }


def share(url, tokens, all_tokens, cases, seed_of_share):
    """One process's share: what each role met."""
    document = requests.get(f"{url}/api/schema?format=json", timeout=30)
    document.raise_for_status()
    run = Fuzz(url, tokens, document.json(), cases, seed_of_share)
    run.run(learn(url, all_tokens))
    return run.told


def fuzz(running, cases, roles, seed_of_run):
    """Sends so many cases as each of the roles. Prints what each met; true where nothing was wrong."""
    tokens = {role: running.tokens[role] for role in roles}
    jobs = min(int(os.environ.get("CONTRACT_JOBS") or os.cpu_count() or 1), max(1, cases // 100))
    told = {role: Told() for role in roles}
    begun = time.monotonic()
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        shares = [cases // jobs + (job < cases % jobs) for job in range(jobs)]
        runs = [pool.submit(share, running.url, tokens, running.tokens, n, f"{seed_of_run} {job}") for job, n in enumerate(shares)]
        for run in concurrent.futures.as_completed(runs):
            for role, met in run.result().items():
                told[role].add(met)
    seconds = time.monotonic() - begun
    for role, met in told.items():
        print("\n".join(met.lines(role, seconds)), flush=True)
    if any(met.server_errors() for met in told.values()):
        print(f"\nthe end of the server's log:\n{service.tail(running.log)}")
    return not any(met.faults or met.server_errors() for met in told.values())


def main():
    """Runs all roles on one server."""
    binary, cases, roles = sys.argv[1], int(sys.argv[2]), sys.argv[3:] or service.ROLES
    if unknown := set(roles) - set(service.ROLES):
        raise SystemExit(f"no such role: {', '.join(unknown)}; there are {', '.join(service.ROLES)}")
    seed_of_run = os.environ.get("CONTRACT_SEED") or str(random.SystemRandom().getrandbits(32))
    print(f"CONTRACT_SEED={seed_of_run} makes the same cases again", flush=True)
    with service.running(binary) as running:
        raise SystemExit(0 if fuzz(running, cases, roles, seed_of_run) else 1)


if __name__ == "__main__":
    main()
