"""Files of a large event: 10,000 projects, 50,000 reviews and a log of a million rows, as they are sent and imported.

    exports.py BINARY [rows of the log, default 1000000] [projects, default 10000]

It prints for each file: its size, the first byte, the whole time, the server's CPU, and how much more memory the server took at most than
before. Then the same for a client that reads 4 MiB a second, and for the import of the bundle.
"""

import json
import sys

import bundle
from client import Download, ask
from portal import TOKEN, Cost, Evenhand, Folder, Postgres, arguments, environment, run


def fill(postgres, rows):
    """Reviews, a site admin with a token, and rows of the log, chained as the database would. Returns the token."""
    postgres.query(f"""
        set session_replication_role = replica;
        insert into review (assignment_id, event_id, scores, comment, submitted_at, saved_at)
            select id, event_id, jsonb_build_object('impact', id % 11, 'craft', (id * 7) % 11, 'idea', (id * 3) % 11, 'use', (id * 5) % 11),
                repeat('A good idea. ', 8), now(), now() from assignment;
        update assignment set status = 'done';
        insert into person (email, name, confirmed_at, is_staff) values ('admin@bench.example', 'Admin', now(), true);
        alter table audit_log disable trigger audit_log_chain;
        do $$
        declare
            head audit_head;
            link audit_log;
        begin
            select * into head from audit_head where chain = 'bench';
            link := row('bench', 0, (select id from event where slug = 'bench'), clock_timestamp(), 'judge1@bench.example', 'judge',
                'visit.marked', 'visit', '7', '192.0.2.7', null, json_build_object('note', repeat('x', 300))::text, '', '');
            for n in 1..{rows} loop
                link.seq := head.seq + n;
                link.prev_hash := head.row_hash;
                link.row_hash := audit_row_hash(link);
                insert into audit_log select link.*;
                head.row_hash := link.row_hash;
            end loop;
            update audit_head set seq = link.seq, row_hash = link.row_hash where chain = 'bench';
        end
        $$;
        alter table audit_log enable always trigger audit_log_chain;
        analyze""")
    admin = "email = 'admin@bench.example'"
    postgres.give_tokens(admin)
    return postgres.query(f"select {TOKEN.format('id')} from person where {admin}")


def download(server, token, file, rate=None, keep=None):
    got = Download(server, f"/api/events/bench/export/{file}", token, rate, keep)
    at = f" at {rate / 2**20:.0f} MiB/s" if rate else ""
    print(f"{file}{at}: {got.bytes / 1e6:.1f} MB, first byte {got.first * 1000:.0f} ms, {got.cost}", flush=True)


def bring_in(server, token, file):
    size, cost = file.stat().st_size, Cost(server)
    with file.open("rb") as body:
        headers = {"Content-Length": str(size), "Content-Type": "application/json"}
        answer = ask(server.url, "/api/events/import?slug=again", body, token, headers, patience=900)
    print(f"import of {size / 1e6:.1f} MB: {cost}; {json.loads(answer.body)}", flush=True)


def main():
    binary, rows, projects = arguments(1_000_000, 10_000)
    with Folder() as folder, Postgres(folder / "postgres") as postgres:
        file = folder / "bundle.json"
        file.write_text(json.dumps(bundle.bundle(projects, judges=projects // 5)))
        run(binary, environment(folder, postgres.url), "import", str(file), "--slug", "bench")
        token = fill(postgres, rows)
        with Evenhand(binary, folder, postgres.url, "serve") as server:
            for name in ("teams.csv", "scores.csv", "projects.csv", "audit.csv"):
                download(server, token, name)
            with file.open("wb") as kept:
                download(server, token, "bundle.json", keep=kept)
            download(server, token, "scores.csv", rate=4 * 2**20)
            bring_in(server, token, file)
        sys.stderr.write("".join(line for line in server.said().splitlines(True) if " WARN " in line or " ERROR " in line))


main()
