"""What many events cost: requests about one event, beside no other and beside many.

    many_events.py BINARY [events, default 1000] [projects of each, default 200] [seconds of each measurement, default 4]

The others are copies of the first one in the tables that these requests read. Their logs are left out: a chain's rows are found by its name.
"""

import time

import report
from load import run
from portal import Folder, Postgres, allow_many_files, arguments
from report import end, goal, note
from servers import Portal, bring_in_event

SLUG, JUDGES, ROUNDS, MOST = "bench", 50, 3, 1.3
# The home page shows so many events: beside one alone it is another page.
PAGE = 50
# What is copied, and what each copy needs of its own.
COPIED = (
    "event", "criterion", "person", "event_person", "membership", "team", "team_member", "project", "project_fingerprint", "assignment", "review",
)
OWN = {("event", "slug"): "t.slug || '-' || n", ("person", "email"): "n || '-' || t.email"}
# Numbers of a copy are this much higher than those of the one before.
APART = 10_000_000
SEARCH = "project_search"


def columns(postgres, table):
    """The columns of a table, and whether each is a number of something that is copied."""
    return postgres.rows(f"""
        select a.attname as name, a.attidentity <> '' or exists (
            select from pg_constraint k cross join unnest(k.conkey, k.confkey) pair (here, there)
            join pg_attribute f on f.attrelid = k.confrelid and f.attnum = pair.there and f.atttypid = 'bigint'::regtype
            where k.contype = 'f' and k.conrelid = a.attrelid and pair.here = a.attnum) as number
        from pg_attribute a where a.attrelid = '{table}'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum""")


class Copies:
    """Copies of the only event."""

    def __init__(self, postgres):
        self.postgres, self.made, self.inserts = postgres, 0, []
        for table in COPIED:
            found = columns(postgres, table)
            names = ", ".join(column["name"] for column in found)
            values = ", ".join(self.value(table, **column) for column in found)
            # A table without numbers of its own has the event's, or a project's.
            own = next(column["name"] for column in found if column["number"])
            self.inserts.append(
                f"insert into {table} ({names}) overriding system value "
                f"select {values} from {table} t cross join generate_series({{}}, {{}}) n where t.{own} < {APART}"
            )

    @staticmethod
    def value(table, name, number):
        return OWN.get((table, name)) or (f"t.{name} + n * {APART}::bigint" if number else f"t.{name}")

    def make(self, number):
        """Copies until there are so many events. No trigger runs: what is copied has been checked once."""
        query, begun = self.postgres.query, time.monotonic()
        index = query(f"select indexdef from pg_indexes where indexname = '{SEARCH}'")
        query(f"drop index if exists {SEARCH}")
        while self.made < number - 1:
            first, last = self.made + 1, min(self.made + 25, number - 1)
            query("; ".join(["set session_replication_role = replica", *(insert.format(first, last) for insert in self.inserts)]))
            self.made = last
        query(index)
        for table in COPIED:
            serial = query(f"select pg_get_serial_sequence('{table}', 'id')") if any(c["name"] == "id" for c in columns(self.postgres, table)) else ""
            if serial:
                query(f"select setval('{serial}', (select max(id) from {table}))")
        query("vacuum analyze")
        size = query("select pg_size_pretty(pg_database_size(current_database()))")
        note(f"{query('select count(*) from event')} events, {query('select count(*) from project')} projects, {size}, in {time.monotonic() - begun:.0f} s")


class Requests:
    """What is asked, by name."""

    def __init__(self, folder, portal, tasks, organizer):
        self.portal = portal
        judge = tasks.split()[0]
        file = folder / "tasks"
        file.write_text(tasks)
        token = lambda who: {"BENCH_HEADER": f"Authorization: Bearer {who}"}
        session = lambda who: {"BENCH_HEADER": f"Cookie: {portal.postgres.session(who)}"}
        tasked, api, pages = {"BENCH_TASKS": str(file)}, f"/api/events/{SLUG}/projects", f"/events/{SLUG}"
        self.home = {"home, a visitor": ("/", {}), "home, a judge": ("/", session(judge)), "home, an organizer": ("/", session(organizer))}
        self.of_event = {
            "the event's page, a judge": (pages, session(judge)),
            "the list of projects, a visitor": (api, {}),
            "the list of projects, an organizer": (api, token(organizer)),
            "the gallery, a judge": (f"{pages}/projects", session(judge)),
            "a search, a judge": (f"{pages}/projects?q=harbour+lamp", session(judge)),
            "the desk, an organizer": (f"{pages}/manage", session(organizer)),
            "a judge's assignments": ("", tasked),
            "a judge's page": ("/judge", session(judge)),
            "a review save": ("", {**tasked, "BENCH_WRITE": "1"}),
        }

    def measure(self, postgres, requests, seconds):
        """The median round of each, by its CPU."""
        # Statements are planned by what the tables hold now.
        self.portal.stop()
        self.portal.start()
        cost = lambda answered: answered.own + answered.database
        found = {}
        for name, (path, environment) in requests.items():
            rounds = [run(self.portal, postgres, seconds, 16, path, **(environment and {**environment, "BENCH_SEED": str(n + 1)})) for n in range(ROUNDS)]
            found[name] = sorted(rounds, key=cost)[ROUNDS // 2]
        return found


def compare(before, after, beside):
    for name, answered in after.items():
        was, now = (a.own + a.database for a in (before[name], answered))
        held = not answered.refused and not before[name].refused
        goal(f"{name}: at most {MOST} times its CPU beside {beside}", f"{now / was:.2f} times", held, within=now <= MOST * was)
        note(f"before  {before[name]}")
        note(f"after   {answered}")


def main():
    binary, events, projects, seconds = arguments(1_000, 200, 4)
    allow_many_files()
    with Folder() as folder, Postgres(folder / "postgres", max_connections="100") as postgres, Portal(binary, folder, postgres) as portal:
        report.machine(postgres)
        tasks, organizer = bring_in_event(portal, postgres, SLUG, projects, JUDGES, reviewed=False)
        requests = Requests(folder, portal, tasks, organizer)
        copies = Copies(postgres)
        alone = requests.measure(postgres, requests.home | requests.of_event, seconds)
        copies.make(PAGE + 1)
        page = requests.measure(postgres, requests.home, seconds)
        copies.make(events)
        many = requests.measure(postgres, requests.home | requests.of_event, seconds)
        compare(alone, {name: many[name] for name in requests.of_event}, "one event")
        compare(page, {name: many[name] for name in requests.home}, f"{PAGE} events")
        for name in requests.home:
            note(f"{name}, beside one event, which fills the page: {alone[name]}")
    end()


main()
