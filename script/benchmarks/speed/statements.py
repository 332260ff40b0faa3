"""What PostgreSQL reaches alone with the statements of a request: they are taken from its log, and pgbench repeats them for
assignments drawn at random. Nobody sends or reads HTTP, checks a rule outside the database, or waits for the flush that a save waits for."""

import os
import re
import subprocess
import sys

from client import ask
from portal import until

# What the processes of PostgreSQL that serve the request are known by: others work beside them.
OURS = re.compile(r"api_token|write_review|from assignment")
FLUSH = "pg_logical_emit_message"
ENTRY = re.compile(r"^\S+ \S+ \S+ \[(\d+)\] (LOG|DETAIL):  (?:(?:statement|execute \S+): |parameters: )?", re.M)
PARAMETER = re.compile(r"\$(\d+) = (NULL|'(?:[^']|'')*')")
# The comment of the save that is logged. Each repetition has another, so that it changes something.
COMMENT = "Clear and useful."
# One simple statement more than the request has.
WHO = r"""
\set row random(0, {last})
\set comment random(1, 1000000000)
select a.id as assignment, a.person_id as person, '{{"\\x' || encode(t.token_hash, 'hex') || '"}}' as tokens, '{{' || a.person_id || '}}' as people,
    '{{' || a.id || '}}' as assignments, '{{' || :comment || '}}' as comments
from assignment a join api_token t on t.person_id = a.person_id
where a.id = {chosen} \gset
"""
ANY = "{first} + :row"
REVIEWED = "(select assignment_id from review where assignment_id >= {first} + :row order by 1 limit 1)"
# As the portal's connections have it on which one statement answers many at once.
ONE_PLAN = "-c plan_cache_mode=force_generic_plan"


def logged(postgres, request):
    """The statements that PostgreSQL logs while a request is made: a process, a text, and its values by number."""
    file = postgres.folder / "log"
    postgres.query("alter system set log_statement = 'all'")
    try:
        postgres.query("select pg_reload_conf()")
        until(lambda: postgres.query("show log_statement") == "all")
        before = file.stat().st_size
        request()
    finally:
        postgres.query("alter system reset log_statement")
        postgres.query("select pg_reload_conf()")
    with file.open(encoding="utf-8") as log:
        log.seek(before)
        text = log.read()
    heads = list(ENTRY.finditer(text))
    found = []
    for head, end in zip(heads, [*(h.start() for h in heads[1:]), len(text)], strict=True):
        entry = text[head.end() : end].strip()
        if head[2] == "LOG":
            found.append((head[1], entry, {}))
        elif found:
            found[-1][2].update(PARAMETER.findall(entry))
    ours = {backend for backend, text, _ in found if OURS.search(text)}
    return [(text, values) for backend, text, values in found if backend in ours and FLUSH not in text]


def written(text, values, names):
    """A statement as pgbench takes it: with its values, and for those that have one, their name."""

    def value(found):
        it = values[found[1]]
        # In pgbench's eyes a colon before a letter begins a variable, in a JSON text too.
        return f":{names[it]}" if it in names else re.sub(r":(?=\w)", ": ", it)

    text = re.sub(r"\$(\d+)", value, text)
    for it, name in names.items():
        text = re.sub(rf"= {re.escape(it.strip(chr(39)))}\b", f"= :{name}", text)
    # What is sent in one go stays so.
    parts = text.split("; ")
    return f"{text};\n" if len(parts) == 1 else "\\startpipeline\n" + "".join(f"{p};\n" for p in parts) + "\\endpipeline\n"


def repeat(bench, connections, token, assignment, saves):
    """How many of these requests' statements PostgreSQL answers in a second: a judge's assignments read, or a review changed."""
    path = f"/api/judge/assignments/{assignment}/review" if saves else "/api/judge/assignments"
    body = {"scores": dict.fromkeys(("impact", "craft", "idea", "use"), 5), "comment": COMMENT, "submit": True} if saves else None
    query = bench.postgres.query
    person, hashed = query(
        f"select person_id || ' ' || encode(token_hash, 'hex') from assignment a join api_token t using (person_id) where a.id = {assignment}"
    ).split()
    names = {
        f"'{COMMENT}'": "comment", f"'{{\"\\\\x{hashed}\"}}'": "tokens", f"'{{{person}}}'": "people", f"'{{{assignment}}}'": "assignments",
        f"'{{\"{COMMENT}\"}}'": "comments", f"'{person}'": "person", f"'{assignment}'": "assignment",
    }

    def request():
        ask(bench.portal.url, path, body, token)

    # The first save of a review is another one.
    request()
    statements = logged(bench.postgres, request)
    if not statements:
        sys.exit(f"PostgreSQL's log has no statements of {path}")
    first, last = query("select min(id) || ' ' || max(id) - min(id) from assignment").split()
    file = bench.folder / "statements.sql"
    who = WHO.format(last=last, chosen=(REVIEWED if saves else ANY).format(first=first))
    file.write_text(who + "".join(written(text, values, names) for text, values in statements))
    words = [bench.postgres.bin / "pgbench", "--no-vacuum", "--protocol=prepared", f"--client={connections}", "--jobs=2"]
    words += [f"--time={bench.seconds}", f"--file={file}"]
    done = subprocess.run([*words, bench.postgres.url], env={**os.environ, "PGOPTIONS": "" if saves else ONE_PLAN}, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{done.stderr}\n{file.read_text()}")
    return float(re.search(r"tps = ([\d.]+)", done.stdout)[1])
