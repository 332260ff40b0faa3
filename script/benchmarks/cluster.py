"""All of docs/deploy.md, "Several machines", on this one: etcd, two PostgreSQL under Patroni, HAProxy before servers and senders, nginx in
front, on 127.0.0.1 and in one folder. The configuration is what docs/deploy has, with the addresses, folders and passwords of here.

    cluster.py BINARY FOLDER PORT

Runs it until it is asked to stop. PORT is nginx's; the others follow it. What FOLDER holds from before goes on.
"""

import base64
import contextlib
import http.client
import json
import os
import pathlib
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time

from portal import Database, Evenhand, Process, allow_many_files, free_port, unprivileged, until, with_children

DEPLOY = pathlib.Path(__file__).parents[2] / "docs" / "deploy"
NODES = ("one", "two")
SERVERS, SENDERS = 4, 2
# How long a part may take to be ready. The second PostgreSQL copies the first.
LONG = 120


def put(text, replaced):
    """The text with each of these in the place of what it is written as there. All of them have to be there: the trial runs the file that
    docs/deploy has, or nothing."""
    for written, here in replaced.items():
        if written not in text:
            sys.exit(f"docs/deploy has no `{written}` any more: script/benchmarks/cluster.py replaces it")
        text = text.replace(written, str(here))
    return text


def without_https(text, port, servers, folder, cached):
    """nginx.conf of docs/deploy as a whole configuration for these servers: without TLS, and with every file in this folder."""
    text = re.sub(r"server \{\s+listen 80;.*?\n\}\n", "", text, flags=re.S)
    text = re.sub(r"^ *(ssl_\w+|server_name|listen \[::\]\S*) .*;\n", "", text, flags=re.M)
    text = put(text, {"listen 443 ssl http2;": f"listen 127.0.0.1:{port} backlog=4096;"})
    listed = "".join(f"    server 127.0.0.1:{server} max_fails=1 fail_timeout=2s;\n" for server in servers)
    text, found = re.subn(r"(    server 127\.0\.0\.1:\d+ .*;\n)+", listed, text)
    if found != 1:
        sys.exit("docs/deploy/nginx.conf has no list of servers any more")
    if cached:
        location = (DEPLOY / "nginx-cache-location.conf").read_text()
        text = (DEPLOY / "nginx-cache.conf").read_text() + put(text, {"proxy_buffering off;": location})
    text = text.replace("/var/cache/nginx", str(folder))
    kept = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    head = f"daemon off;\nworker_processes 1;\nworker_rlimit_nofile 20000;\npid {folder}/pid;\nerror_log {folder}/error.log warn;\n"
    return f"{head}events {{ worker_connections 8000; }}\nhttp {{\naccess_log off;\n{kept}{text}}}\n"


def get(port, path, method="GET", body=None, patience=3, account=None):
    """The status and text of an answer; 0 where there is none."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=patience)
    with contextlib.closing(connection):
        try:
            # Without Accept-Encoding, as the load of the trials asks: a cache keeps an answer for each value of it.
            connection.putrequest(method, path, skip_accept_encoding=True)
            if body:
                connection.putheader("Content-Type", "application/json")
                connection.putheader("Content-Length", len(body))
            if account:
                connection.putheader("Authorization", f"Basic {base64.b64encode(account.encode()).decode()}")
            connection.endheaders(body.encode() if body else None)
            answer = connection.getresponse()
            return answer.status, answer.read().decode(errors="replace")
        except OSError:
            return 0, ""
        except http.client.HTTPException:
            return 0, ""


class Program(Process):
    """A program of somebody else's, in a process group of its own, so that a terminal's Ctrl-C reaches this program alone."""

    def __init__(self, name, folder, *words, user=(), **environment):
        self.name, self.folder, self.words = name, folder, [*user, *map(str, words)]
        self.environment = {k: v for k, v in os.environ.items() if not k.startswith(("PG", "PATRONI_"))} | environment
        tools = os.environ.get("CLUSTER_LIBRARIES")
        if tools:
            self.environment["LD_LIBRARY_PATH"] = tools
        self.start()

    def start(self):
        with (self.folder / f"{self.name}.log").open("ab") as log:
            self.process = subprocess.Popen(
                self.words, cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )

    def ready(self, condition, seconds=LONG):
        """Waits until it is; ends the trial with what it said where it is not."""
        if not until(lambda: condition() or not self.runs(), seconds, 0.1) or not self.runs():
            how = "is not ready" if self.runs() else "ended"
            self.stop()
            sys.exit(f"{self.name} {how}:\n" + (self.folder / f"{self.name}.log").read_text(errors="replace")[-2000:])


class Nginx(Program):
    """nginx.conf of docs/deploy before these servers, with the cache that it describes, if that is asked for."""

    def __init__(self, folder, port, servers, cached=False, before=()):
        user = unprivileged(folder)
        (folder / "nginx.conf").write_text(without_https((DEPLOY / "nginx.conf").read_text(), port, servers, folder, cached))
        words = [os.environ["NGINX"], "-c", folder / "nginx.conf", "-p", folder, "-e", folder / "error.log"]
        super().__init__("nginx", folder, *words, user=[*before, *user])
        self.ready(lambda: get(port, "/readyz")[0] == 200, 30)


class Node(Program):
    """A PostgreSQL under Patroni."""

    def __init__(self, cluster, name):
        self.rest, self.port, self.data = cluster.port(f"{name} rest"), cluster.port(f"{name} postgres"), cluster.folder / f"postgres-{name}"
        passwords = cluster.passwords
        text = put((DEPLOY / "several" / "patroni.yml").read_text(), {
            "name: one": f"name: {name}",
            "10.0.0.1:8008": f"127.0.0.1:{self.rest}",
            "10.0.0.1:5432": f"127.0.0.1:{self.port}",
            "10.0.0.1:2379,10.0.0.2:2379,10.0.0.3:2379": f"127.0.0.1:{cluster.port('etcd')}",
            "10.0.0.0/24": "127.0.0.1/32",
            "/var/lib/postgresql/evenhand": self.data,
            "/usr/lib/postgresql/15/bin": os.environ["POSTGRES_BIN"],
            "/var/lib/postgresql/.pgpass-patroni": cluster.folder / f"pgpass-{name}",
            "/var/run/postgresql": cluster.folder,
            "PATRONI": passwords["patroni"],
            "SUPERUSER": passwords["superuser"],
            "REPLICATION": passwords["replication"],
            "synchronous_mode: true": f"synchronous_mode: {'true' if cluster.synchronous else 'false'}",
            # A trial's folder need not hold much.
            "wal_keep_size: 1GB": "wal_keep_size: 256MB",
        })
        file = cluster.folder / f"{name}.yml"
        file.write_text(text)
        file.chmod(0o600)
        if cluster.user:
            shutil.chown(file, cluster.account)
        super().__init__(f"patroni-{name}", cluster.folder, os.environ["PATRONI"], file, user=cluster.user, HOME=str(cluster.folder), LC_ALL="C.UTF-8")

    def is_primary(self):
        return get(self.rest, "/primary")[0] == 200

    def postmaster(self):
        with contextlib.suppress(OSError, ValueError, IndexError):
            pid = int((self.data / "postmaster.pid").read_text().split()[0])
            if pathlib.Path(f"/proc/{pid}").exists():
                return pid
        return None

    def processes(self):
        postmaster = self.postmaster()
        return [self.pid, *(with_children(postmaster) if postmaster else [])]

    def signal(self, processes, how):
        for pid in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, how)

    def crash(self):
        """As a machine that loses its power: every process stops first, so that none does anything for another that dies."""
        found = self.processes()
        self.signal(found, signal.SIGSTOP)
        self.signal(found, signal.SIGKILL)
        self.process.wait()
        until(lambda: not any(pathlib.Path(f"/proc/{pid}").exists() for pid in found), 10)

    def freeze(self):
        """Stops all of its processes; returns what lets them go on."""
        found = self.processes()
        self.signal(found, signal.SIGSTOP)
        return lambda: self.signal(found, signal.SIGCONT)

    def stop(self):
        took = super().stop()
        # Patroni stops PostgreSQL, unless it was killed itself.
        if postmaster := self.postmaster():
            os.kill(postmaster, signal.SIGINT)
            until(lambda: not self.postmaster(), 30)
        return took


class Cluster(Database):
    """Everything. The settings are those of `serve` and `send`."""

    def __init__(self, folder, binary, synchronous=True, first_port=None, **settings):
        self.folder, self.binary, self.synchronous, self.settings = folder, binary, synchronous, settings
        self.first_port, self.ports, self.said = first_port, {}, time.monotonic()
        self.parts, self.nodes, self.servers, self.senders = contextlib.ExitStack(), {}, [], []

    def port(self, name):
        """Each part has a port; from a first one on in order, or any that is free."""
        if name not in self.ports:
            self.ports[name] = self.first_port + len(self.ports) if self.first_port else free_port()
            try:
                socket.create_server(("127.0.0.1", self.ports[name])).close()
            except OSError as error:
                sys.exit(f"{name}: port {self.ports[name]}: {error.strerror}. Another cluster runs, or a part of one that was killed: pgrep -af {self.folder}")
        return self.ports[name]

    def tell(self, what):
        now = time.monotonic()
        print(f"   {now - self.said:5.1f} s  {what}", file=sys.stderr, flush=True)
        self.said = now

    def __enter__(self):
        with contextlib.ExitStack() as parts:
            self.parts = parts
            self.start()
            self.parts = parts.pop_all()
        return self

    def __exit__(self, *_):
        self.parts.close()

    def part(self, made):
        return self.parts.enter_context(made)

    def start(self):
        self.user = unprivileged(self.folder)
        self.account = pathlib.Path(self.folder).owner()
        self.passwords = self.kept_passwords()
        self.front_port = self.port("nginx")
        self.url_of_front, self.address = f"http://127.0.0.1:{self.front_port}", ("127.0.0.1", self.front_port)
        self.start_etcd()
        # Where all of it was stopped before, the second may have been the primary, and the first waits for it.
        again = (self.folder / f"postgres-{NODES[1]}").exists()
        for name in NODES:
            node = self.nodes[name] = self.part(Node(self, name))
            first = name == NODES[0] and again
            node.ready(lambda node=node, first=first: get(node.rest, "/health")[0] == 200 or first)
            self.tell(f"PostgreSQL {name} at 127.0.0.1:{node.port}, Patroni at {node.rest}")
        self.whole()
        self.start_haproxy()
        self.make_roles()
        self.start_portal()
        self.start_nginx()

    def kept_passwords(self):
        file = self.folder / "passwords.json"
        if not file.exists():
            file.touch(0o600)
            file.write_text(json.dumps({name: secrets.token_hex(16) for name in ("superuser", "replication", "patroni", "owner", "web")}))
        return json.loads(file.read_text())

    def start_etcd(self):
        port, peers = self.port("etcd"), self.port("etcd peers")
        client, peer = f"http://127.0.0.1:{port}", f"http://127.0.0.1:{peers}"
        words = ["--name", "one", "--data-dir", self.folder / "etcd", "--listen-client-urls", client, "--advertise-client-urls", client]
        words += ["--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", f"one={peer}"]
        etcd = self.part(Program("etcd", self.folder, os.environ["ETCD"], *words, user=self.user))
        etcd.ready(lambda: get(port, "/health")[0] == 200, 30)
        self.tell(f"etcd at 127.0.0.1:{port}")

    def start_haproxy(self):
        replaced = {f"10.0.0.{n}:5432 check port 8008": f"127.0.0.1:{node.port} check port {node.rest}" for n, node in enumerate(self.nodes.values(), 1)}
        replaced |= {"127.0.0.1:5000": f"127.0.0.1:{self.port('primary')}", "127.0.0.1:5001": f"127.0.0.1:{self.port('standby')}"}
        file = self.folder / "haproxy.cfg"
        file.write_text(put((DEPLOY / "several" / "haproxy.cfg").read_text(), replaced))
        haproxy = self.part(Program("haproxy", self.folder, os.environ["HAPROXY"], "-db", "-f", file, user=self.user))
        haproxy.ready(self.answers, 30)
        self.tell(f"HAProxy: the primary at 127.0.0.1:{self.port('primary')}, the standby at {self.port('standby')}")

    def url_of(self, database, user="postgres", word="superuser"):
        return f"postgres://{user}:{self.passwords[word]}@127.0.0.1:{self.port('primary')}/{database}"

    def make_roles(self):
        """The two users of the database, as docs/deploy.md has them."""
        if self.query("select count(*) from pg_database where datname = 'evenhand'", "postgres") != "0":
            return
        text = re.search(r"```sql\n(create role .*?)```", (DEPLOY.parent / "deploy.md").read_text(), re.S)[1]
        for user in ("owner", "web"):
            text = put(text, {f"create role evenhand_{user} login password '…'": f"create role evenhand_{user} login password '{self.passwords[user]}'"})
        for statement in text.split(";"):
            if statement.strip():
                self.query(statement, "postgres")

    def start_portal(self):
        usual = {
            "EVENHAND_MIGRATE_URL": self.url_of("evenhand", "evenhand_owner", "owner"), "EVENHAND_DATA_DIR": str(self.folder / "portal"),
            "EVENHAND_BASE_URL": self.url_of_front, "EVENHAND_TRUSTED_PROXIES": "127.0.0.1", "EVENHAND_WEBHOOK_ALLOW_LOOPBACK": "on",
        } | self.settings
        for words, made, number in (("serve", self.servers, SERVERS), ("send", self.senders, SENDERS)):
            for n in range(number):
                folder = self.folder / f"{words}-{n + 1}"
                folder.mkdir(exist_ok=True)
                bind = {"EVENHAND_BIND": f"127.0.0.1:{self.port(folder.name)}"} if words == "serve" else {}
                made.append(self.part(Evenhand(self.binary, folder, self.url_of("evenhand", "evenhand_web", "web"), words, **(usual | bind))))
                self.tell(f"{words} {n + 1}" + (f" at {made[-1].url}" if bind else ""))

    def start_nginx(self):
        self.part(Nginx(self.folder / "nginx", self.front_port, [server.address[1] for server in self.servers]))
        self.tell(f"nginx at {self.url_of_front}")

    def bring_in(self, slug, bundle):
        self.servers[0].bring_in(slug, bundle)

    def primary(self, seconds=LONG):
        return until(lambda: next((node for node in self.nodes.values() if node.runs() and node.is_primary()), None), seconds, 0.2)

    def other(self, node):
        return next(other for other in self.nodes.values() if other is not node)

    def whole(self):
        """Waits until both nodes are there and the standby receives; in synchronous mode, until a commit waits for it."""
        wanted = "/sync" if self.synchronous else "/replica?lag=1MB"

        def found():
            primary = self.primary(1)
            status, text = get(self.other(primary).rest, wanted) if primary else (0, "")
            return status == 200 and '"streaming"' in text

        if not until(found, LONG, 0.2):
            sys.exit(f"the cluster is not whole again after {LONG} s; see {self.folder}/patroni-*.log")

    def switch(self):
        """A planned switchover. Returns what Patroni says of it, when it has ended."""
        primary = self.primary()
        leader = json.dumps({"leader": primary.name.removeprefix("patroni-")})
        return get(primary.rest, "/switchover", "POST", leader, 60, f"patroni:{self.passwords['patroni']}")[1]


def stop_once(*_):
    """Whoever presses Ctrl-C again while all of it stops does not interrupt that."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    print("stopping", file=sys.stderr, flush=True)
    sys.exit(130)


def main():
    binary, folder, port = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
    allow_many_files()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop_once)
    folder.mkdir(exist_ok=True)
    folder.chmod(0o755)
    with Cluster(folder, binary, first_port=port, EVENHAND_DEMO="on", EVENHAND_LIMITS="on", RUST_LOG=None) as cluster:
        print(f"""
Evenhand: {cluster.url_of_front}   (organizer@demo.example, organizer-demo-password)
Patroni:  {', '.join(f'curl 127.0.0.1:{node.rest}/cluster' for node in cluster.nodes.values())}
SQL:      psql {cluster.url_of('evenhand')}
Logs and data: {folder}   Stop: Ctrl-C""", file=sys.stderr, flush=True)
        while all(part.runs() for part in [*cluster.nodes.values(), *cluster.servers, *cluster.senders]):
            time.sleep(1)
        print("a part has ended: see the logs", file=sys.stderr)


if __name__ == "__main__":
    main()
