"""Files of a large event: 10,000 projects, 50,000 reviews and a log of a million rows, as they are sent and imported.

    python3 script/benchmarks/exports.py BINARY [rows of the log, default 1000000]

It runs the binary on an empty database that DATABASE_URL names (its user has to be a superuser), fills it, and prints for each file: its
size, the first byte, the whole time, the server's CPU, and how much more memory the server took at most than before. Then the same
for a client that reads 4 MiB a second, and for the import of the bundle.
"""

import http.client
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import bundle

TICK = os.sysconf("SC_CLK_TCK")
TOKEN = "evh_" + "0" * 43
PART = 64 * 1024


def cpu(pid):
    return sum(map(int, pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13])) / TICK


def memory(pid, field):
    return int(re.search(rf"{field}:\s+(\d+)", pathlib.Path(f"/proc/{pid}/status").read_text())[1]) / 1024


def query(sql):
    subprocess.run(["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", os.environ["DATABASE_URL"], "-c", sql], check=True, stdout=subprocess.DEVNULL)


def fill(rows):
    """Reviews, a site admin with a token, and rows of the log, chained as the database would."""
    query(f"""
        set session_replication_role = replica;
        insert into review (assignment_id, event_id, scores, comment, submitted_at, saved_at)
            select id, event_id, jsonb_build_object('impact', id % 11, 'craft', (id * 7) % 11, 'idea', (id * 3) % 11, 'use', (id * 5) % 11),
                repeat('A good idea. ', 8), now(), now() from assignment;
        update assignment set status = 'done';
        with made as (insert into person (email, name, confirmed_at, is_staff) values ('admin@bench.example', 'Admin', now(), true)
            returning id)
        insert into api_token (person_id, name, token_hash) select id, 'bench', sha256(convert_to('{TOKEN}', 'UTF8')) from made;
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


class Measured:
    """What the server takes while something runs."""

    def __init__(self, pid):
        self.pid = pid
        pathlib.Path(f"/proc/{pid}/clear_refs").write_text("5")
        self.before, self.used, self.begun = memory(pid, "VmRSS"), cpu(pid), time.monotonic()

    def __str__(self):
        more = memory(self.pid, "VmHWM") - self.before
        return f"{time.monotonic() - self.begun:.2f} s, {cpu(self.pid) - self.used:.2f} s of CPU, {more:.1f} MiB more than the {self.before:.0f} before"


def download(url, server, file, rate=None, keep=None):
    host = url.removeprefix("http://")
    connection = http.client.HTTPConnection(host, timeout=120)
    measured = Measured(server.pid)
    connection.request("GET", f"/api/events/bench/export/{file}", headers={"Authorization": f"Bearer {TOKEN}"})
    answer = connection.getresponse()
    assert answer.status == 200, answer.read()
    size, first = 0, None
    while part := answer.read1(PART):
        first = first or time.monotonic() - measured.begun
        size += len(part)
        if keep:
            keep.write(part)
        if rate:
            time.sleep(max(0, measured.begun + size / rate - time.monotonic()))
    connection.close()
    at = f" at {rate / 2**20:.0f} MiB/s" if rate else ""
    print(f"{file}{at}: {size / 1e6:.1f} MB, first byte {first * 1000:.0f} ms, {measured}", flush=True)


def bring_in(url, server, file):
    connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=900)
    measured = Measured(server.pid)
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Length": str(file.stat().st_size)}
    with file.open("rb") as body:
        connection.request("POST", "/api/events/import?slug=again", body, headers)
    answer = connection.getresponse()
    told = answer.read()
    assert answer.status == 201, told
    print(f"import of {file.stat().st_size / 1e6:.1f} MB: {measured}; {json.loads(told)}", flush=True)


def main():
    binary, rows = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    with tempfile.TemporaryDirectory(prefix="evenhand-exports") as folder:
        settings = {"EVENHAND_DATA_DIR": folder, "EVENHAND_BIND": "127.0.0.1:0", "EVENHAND_LIMITS": "off", "RUST_LOG": "warn,server::cli=info"}
        environment = os.environ | settings
        file, log = pathlib.Path(folder, "bundle.json"), pathlib.Path(folder, "log")
        file.write_text(json.dumps(bundle.bundle(projects=10_000, judges=2_000)))
        subprocess.run([binary, "import", str(file), "--slug", "bench"], env=environment, check=True, stdout=subprocess.DEVNULL)
        fill(rows)
        with log.open("w") as out:
            server = subprocess.Popen([binary, "serve"], env=environment, stderr=out)
        try:
            while not (found := re.search(r"listening on (http://\S+?)(?:\x1b|\s|$)", log.read_text())):
                if server.poll() is not None:
                    sys.exit(log.read_text())
                time.sleep(0.02)
            for name in ("teams.csv", "scores.csv", "projects.csv", "audit.csv"):
                download(found[1], server, name)
            with file.open("wb") as kept:
                download(found[1], server, "bundle.json", keep=kept)
            download(found[1], server, "scores.csv", rate=4 * 2**20)
            bring_in(found[1], server, file)
        finally:
            server.terminate()
            server.wait()
            sys.stderr.write("".join(line for line in log.read_text().splitlines(True) if " WARN " in line or " ERROR " in line))


if __name__ == "__main__":
    main()
