"""The code at the close: how an event's repositories are looked at, and what the sender takes for it.

    evidence.py BINARY [repositories, default 300]

Most are of the machine's own git, with up to as many commits as are counted. Some stall, redirect, lie, or send what costs most to read.
"""

import asyncio
import contextlib
import socket
import time

from git_servers import GitServers, make_repository
from portal import Evenhand, Folder, Postgres, arguments, environment, run
from report import end, goal, machine, note

MINUTES, CONNECTIONS, MEMORY = 10, 64, 256
# Commits of the repositories on disk, by name.
MADE = {"small": 12, "usual": 120, "busy": 900, "largest": 19_500, "too_large": 20_500}
# What is said of each kind in place of its commits.
SILENT = {
    "stalls": "It took too long to answer.",
    "stalls_late": "It took too long to answer.",
    "endless": "It does not answer as a git server does.",
    "redirects": "It redirects elsewhere, and the portal follows no redirect.",
    "private": "It is private or gone: the server answered 401.",
    "gone": "It is private or gone: the server answered 404.",
    "no_git": "It does not answer as a git server does.",
    "lies": "It sent other commits than it named.",
}
# As many at once as the sender reads commits of, and how many commits each has for each repository of the trial.
CROWDED, CROWD = 4, 330
EVENT = """
    insert into event (slug, name, evidence, submissions_open, submissions_close, judging_open)
        values ('{slug}', 'Trial', true, now() - interval '2 days', now() - interval '1 minute', now() + interval '1 day')"""


def kinds(repositories):
    """The kind of each repository. Those that misbehave are spread among the others."""
    rare = max(1, repositories // 100)
    kinds = ["crowded"] * CROWDED + [kind for kind in (*SILENT, "largest", "too_large") for _ in range(rare)]
    usual = ("small", "usual", "usual", "busy")
    kinds += [usual[nth % 4] for nth in range(max(0, repositories - len(kinds)))]
    # The crowded ones stay together: what they cost at once is asked for.
    rest = kinds[CROWDED:]
    spread = [rest[nth * 7 % len(rest)] for nth in range(len(rest))] if len(rest) % 7 else rest
    return kinds[:CROWDED] + spread


def bring(postgres, slug, urls):
    """An event whose submissions have just closed, with a project for each address."""
    quoted = [url.replace("'", "''") for url in urls]
    listed = ", ".join(f"({nth}, '{url}')" for nth, url in enumerate(quoted))
    postgres.query(f"""
        begin; set local session_replication_role = replica; {EVENT.format(slug=slug)};
        create temporary table wanted on commit drop as
            select nth, url, e.id as event_id from (values {listed}) w (nth, url), event e where e.slug = '{slug}';
        insert into team (event_id, name) select event_id, 'Team ' || nth from wanted;
        insert into project (event_id, team_id, title, repo_url, status, submitted_at)
            select w.event_id, t.id, 'Project ' || w.nth, w.url, 'submitted', now()
            from wanted w join team t on t.event_id = w.event_id and t.name = 'Team ' || w.nth order by w.nth;
        commit""")


async def looked_at(postgres, slug, number, patience):
    """Waits until each repository of an event has been looked at; whether it was."""
    done = f"select count(*) from code_look l join event e on e.id = l.event_id where e.slug = '{slug}' and l.looks >= 2"
    heads = f"select count(*) from code_look l join event e on e.id = l.event_id where e.slug = '{slug}' and l.looks >= 1"
    begun, first = time.monotonic(), None
    while time.monotonic() - begun < patience:
        if first is None and int(await asyncio.to_thread(postgres.query, heads)) >= number:
            first = time.monotonic() - begun
        if int(await asyncio.to_thread(postgres.query, done)) >= number:
            return first or time.monotonic() - begun, time.monotonic() - begun
        await asyncio.sleep(0.5)
    return first, None


def found(postgres, slug):
    """The last of what was found of each repository, by its address."""
    facts = postgres.rows(
        f"select distinct on (p.id) p.repo_url as url, v.fact from evidence v join project p on p.id = v.project_id "
        f"join event e on e.id = p.event_id where e.slug = '{slug}' order by p.id, v.id desc"
    )
    return {row["url"]: row["fact"] for row in facts}


def is_as_made(kind, fact, commits):
    if kind in SILENT:
        return fact.get("kind") == "repository_silent" and fact["why"] == SILENT[kind]
    # Of what has more than is counted, HEAD alone is known.
    return fact.get("kind") == "code_at_close" and fact["commits"] == (None if kind == "too_large" else commits[kind])


class Trap:
    """Listens on all addresses of this machine. Nobody should connect."""

    def __init__(self):
        self.connections = 0

    async def start(self):
        self.servers = [await asyncio.start_server(self.handle, "0.0.0.0", 0)]
        self.port = self.servers[0].sockets[0].getsockname()[1]
        with contextlib.suppress(OSError):
            self.servers.append(await asyncio.start_server(self.handle, "::", self.port))

    async def handle(self, _, writer):
        self.connections += 1
        writer.close()


def own_address():
    """An address of this machine in its network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking, contextlib.suppress(OSError):
        # Nothing is sent: the kernel says from where it would be.
        asking.connect(("192.0.2.1", 9))
        return asking.getsockname()[0]
    return "127.0.0.1"


def spellings(port):
    """Addresses that lead to this machine, as somebody could write them who does not want that seen."""
    hosts = [
        "127.0.0.1", "127.1", "127.0.1", "127.255.255.254", "2130706433", "0x7f000001", "0x7f.1", "0x7F.0.0.0x1", "017700000001", "0177.0.0.1",
        "0", "0.0.0.0", "localhost", "LOCALHOST", "localhost.", "127.0.0.1.", "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ", "①②⑦.⓪.⓪.①", "１２７.０.０.１", "127。0。0。1",
        "%31%32%37.0.0.1", "[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]", "[fe80::1]", "[fc00::1]", "[::ffff:0:127.0.0.1]", "10.0.0.1", "172.16.0.1", "192.168.0.1", "169.254.169.254",
        "100.64.0.1", "198.18.0.1", "192.0.2.1", "224.0.0.1", "255.255.255.255", own_address(), socket.gethostname(),
    ]
    whole = [f"https://{host}:{port}/lamp.git" for host in hosts]
    named = [f"https://{name}@127.0.0.1:{port}/lamp.git" for name in ("code.example", "code.example:443", "code.example%2f")]
    return whole + named + [f"http://127.0.0.1:{port}/lamp.git", f"https://127.0.0.1:{port}", f"HTTPS://127.0.0.1:{port}/lamp.git"]


async def measure(binary, folder, postgres, repositories):
    trap, commits = Trap(), dict(MADE)
    await trap.start()
    root = folder / "repositories"
    for name, number in MADE.items():
        # Without text, an answer with as many commits is smaller than what teams have.
        make_repository(root / name, number, lambda nth: f"Number {nth}. " + "It repeats itself. " * 10)
    servers = GitServers(root, f"https://127.0.0.1:{trap.port}/elsewhere", CROWD * repositories)
    commits["crowded"] = servers.crowded[1]
    await servers.start()
    of_each = kinds(repositories)
    urls = {servers.url(nth, kind): kind for nth, kind in enumerate(of_each)}
    bring(postgres, "closed", urls)
    send = lambda **settings: asyncio.to_thread(Evenhand, binary, folder, postgres.url, "send", **settings)
    with await send(EVENHAND_WEBHOOK_ALLOW_LOOPBACK="on") as sender:
        first, took = await looked_at(postgres, "closed", len(urls), 2 * 60 * MINUTES)
        most, used = sender.memory("VmHWM"), sender.cpu()
    facts = found(postgres, "closed")
    wrong = [f"{kind}: {facts.get(url)}" for url, kind in urls.items() if not is_as_made(kind, facts.get(url, {}), commits)]
    for one in wrong[:5]:
        note(one)
    goal(f"of {len(urls)} repositories the portal says what they hold", f"{len(urls) - len(wrong)} of {len(urls)}", not wrong)
    seconds = f"{took:.0f} s, of which HEAD {first:.0f} s; {used:.0f} s of CPU, {servers.requests} requests" if took else "not at the end"
    goal(f"within {MINUTES} minutes", seconds, took is not None, took is not None and took <= 60 * MINUTES)
    goal(f"at most {CONNECTIONS} connections at once", f"{servers.most_open}", servers.most_open <= CONNECTIONS)
    goal(f"at most {MEMORY} MiB of the sender", f"{most:.0f} MiB", True, most <= MEMORY)
    await refuse(postgres, trap, send)


async def refuse(postgres, trap, send):
    """Asks addresses that lead to this machine, as a portal on the internet does."""
    addresses = spellings(trap.port)
    bring(postgres, "nearby", addresses)
    with await send():
        _, took = await looked_at(postgres, "nearby", len(addresses), 120)
    facts = found(postgres, "nearby")
    told = [url for url in addresses if facts.get(url, {}).get("kind") == "repository_silent"]
    result = f"{trap.connections} connections, {len(told)} said to be silent"
    held = trap.connections == 0 and len(told) == len(addresses) and took is not None
    goal(f"{len(addresses)} addresses that lead nearby, and the redirects", result, held)


def main():
    binary, repositories = arguments(300)
    with Folder() as folder, Postgres(folder / "postgres") as postgres:
        machine(postgres)
        run(binary, environment(folder, postgres.url), "migrate")
        asyncio.run(measure(binary, folder, postgres, repositories))
    end()


main()
