"""The binary on a throwaway data folder, with the demo and without limits, for as long as a block lasts."""

import contextlib
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time
import urllib.request

# The demo's public tokens; an admin is made for the run.
TOKENS = {
    "nobody": None,
    "participant": "evh_demo_participant_00000000000000000000000000",
    "judge1": "evh_demo_judge_one_0000000000000000000000000000",
    "organizer": "evh_demo_organizer_0000000000000000000000000000",
}
ROLES = [*TOKENS, "admin"]
PATIENCE = 120


class Service:
    """A running server: its address, and a token for each role."""

    def __init__(self, url, admin, log):
        self.url = url
        self.tokens = TOKENS | {"admin": admin}
        self.log = log


@contextlib.contextmanager
def running(binary):
    """Starts the binary, waits until it is ready, and ends it after the block."""
    with tempfile.TemporaryDirectory(prefix="evenhand-contract-") as folder:
        # As root the database's own user must be able to pass.
        os.chmod(folder, 0o755)
        unset = ("DATABASE_URL",)
        environment = {k: v for k, v in os.environ.items() if k not in unset and not k.startswith("EVENHAND_")}
        environment |= {
            "EVENHAND_DATA_DIR": os.path.join(folder, "data"),
            "EVENHAND_BIND": "127.0.0.1:0",
            "EVENHAND_DEMO": "on",
            "EVENHAND_LIMITS": "off",
            "RUST_LOG": os.environ.get("RUST_LOG", "error,server::cli=info"),
        }
        log = pathlib.Path(folder, "log")
        with log.open("w") as out:
            server = subprocess.Popen([binary, "serve"], env=environment, cwd=folder, stdout=out, stderr=out)
        try:
            url = address(server, log)
            wait(server, url, log)

            def run(*words):
                return subprocess.run([binary, *words], env=environment, cwd=folder, check=True, capture_output=True, text=True).stdout.strip()

            run("user", "add", "admin@contract.example", "--staff")
            yield Service(url, run("token", "create", "admin@contract.example"), log)
            if server.poll() is not None:
                raise SystemExit(f"the server ended with {server.returncode}:\n{tail(log)}")
        finally:
            if server.poll() is None:
                server.send_signal(signal.SIGTERM)
            code = server.wait(timeout=60)
        if code != 0:
            raise SystemExit(f"the server ended with {code}:\n{tail(log)}")


def tail(log):
    """The end of the server's log."""
    return log.read_text(errors="replace")[-3000:]


def address(server, log):
    """Where it listens, as its log says; colours of a terminal may stand around the words."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if found := re.search(r"listening on (http://[\d.:]+)", re.sub(r"\x1b\[[0-9;]*m", "", log.read_text())):
            return found[1]
        if server.poll() is not None:
            break
        time.sleep(0.05)
    raise SystemExit(f"the server does not listen:\n{tail(log)}")


def wait(server, url, log):
    """The demo is seeded before the server says that it is ready."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and server.poll() is None:
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{url}/readyz", timeout=10) as answer:
            if answer.status == 200:
                return
        time.sleep(0.1)
    raise SystemExit(f"the server is not ready:\n{tail(log)}")
