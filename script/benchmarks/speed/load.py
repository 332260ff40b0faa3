"""Puts load on a server with wrk, and reads what it answered and what it cost."""

import os
import pathlib
import re
import subprocess

HERE = pathlib.Path(__file__).parent
UNITS = {"us": 0.001, "ms": 1, "s": 1000, "m": 60000}


class Answered:
    """What one run of wrk saw: answers a second, milliseconds, and CPU milliseconds an answer."""

    def __init__(self, output, own, database):
        found = lambda pattern: re.search(pattern, output, re.M)
        self.number = int(found(r"(\d+) requests in")[1])
        self.rate = float(found(r"Requests/sec:\s+([\d.]+)")[1])
        self.p50, self.p99 = (self.milliseconds(found(rf"^\s+{p}%\s+(\S+)")[1]) for p in (50, 99))
        refused, lost = found(r"Non-2xx or 3xx responses: (\d+)"), found(r"Socket errors: (.*)")
        self.refused = int(refused[1]) if refused else 0
        self.lost = lost[1] if lost else ""
        self.own, self.database = (seconds / max(self.number, 1) * 1000 for seconds in (own, database))

    @staticmethod
    def milliseconds(text):
        number, unit = re.fullmatch(r"([\d.]+)(\w+)", text).groups()
        return float(number) * UNITS[unit]

    def __str__(self):
        text = f"{self.rate:,.0f}/s, p50 {self.p50:.1f} ms, p99 {self.p99:.1f} ms, CPU {self.own:.3f} + {self.database:.3f} ms"
        text += f", {self.refused} NOT 2xx" if self.refused else ""
        return text + (f", socket errors: {self.lost}" if self.lost else "")


def run(server, postgres, seconds, connections, path, **environment):
    """wrk for so many seconds; with BENCH_… in the environment it sends what request.lua makes."""
    own, database = server.cpu(), postgres.cpu()
    command = ["wrk", f"-t{min(connections, 2)}", f"-c{connections}", f"-d{seconds}s", "--latency", "--timeout", "30s"]
    command += ["-s", str(HERE.parent / "request.lua")] if environment else []
    done = subprocess.run(command + [server.url + path], env={**os.environ, **environment}, check=True, text=True, capture_output=True)
    return Answered(done.stdout, server.cpu() - own, postgres.cpu() - database)
