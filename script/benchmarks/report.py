"""One line for each goal, and whether all of them held."""

import datetime
import os
import pathlib
import platform
import re
import subprocess
import sys

# Names of goals. Those that only took too much are apart: on a slow machine, or of a debug build, that is no fault.
MISSED, OVER = [], []


def goal(name, result, held=True, within=True):
    """`within`: whether time and memory stayed within what the goal allows."""
    print(f"{'held  ' if held and within else 'MISSED'}  {name}: {result}", flush=True)
    if not held:
        MISSED.append(name)
    elif not within:
        OVER.append(name)


def note(text):
    print(f"        {text}", flush=True)


def said(file, pattern):
    """What a file of the kernel's says, as far as it is there."""
    file = pathlib.Path(file)
    found = re.search(pattern, file.read_text(), re.M) if file.exists() else None
    return found[1] if found else "unknown"


def machine(postgres):
    """On what, of what and when it was measured: figures without that can't be compared."""
    git = lambda *words: subprocess.run(["git", *words], capture_output=True, text=True).stdout.strip()
    memory = said("/proc/meminfo", r"^MemTotal:\s+(\d+)")
    gib = f"{int(memory) / 1024**2:.0f} GiB" if memory.isdigit() else "unknown memory"
    commit = git("rev-parse", "--short", "HEAD") + (" with changes" if git("status", "--porcelain") else "")
    processor = said("/proc/cpuinfo", r"^model name\s*: (.+)$")
    print(
        f"{datetime.date.today()}, commit {commit}; {os.cpu_count()} cores of {processor}, {gib}, load {os.getloadavg()[0]:.1f}, "
        f"{platform.system()} {platform.release()}, PostgreSQL {postgres.query('show server_version')}",
        flush=True,
    )


def end():
    """Ends the trial: with 3 where only goals of time and memory were missed, with 1 where any other was."""
    if MISSED or OVER:
        print(f"{len(MISSED + OVER)} missed: {'; '.join(MISSED + OVER)}", file=sys.stderr)
    sys.exit(1 if MISSED else 3 if OVER else 0)
