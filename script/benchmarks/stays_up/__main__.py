"""Runs the parts of script/stays-up that are named, all without a name, and tells each goal in one line."""

import sys
import time

import faults
import flush
import greedy
import kills
import report
import stops
import unfinished

PARTS = {
    "greedy": greedy.run, "unfinished": unfinished.run, "stops": stops.run, "kills": kills.run, "flush": flush.run,
    "disk": faults.disk, "pool": faults.pool, "slow": faults.slow,
}


def main():
    binary, *words = sys.argv[1:]
    quick = "--quick" in words
    named = [word for word in words if word != "--quick"]
    if unknown := set(named) - set(PARTS):
        sys.exit(f"no such part: {', '.join(unknown)}; there are {', '.join(PARTS)}")
    for part in named or PARTS:
        begun = time.monotonic()
        print(f"── {part}", flush=True)
        PARTS[part](binary, quick)
        print(f"── {part}: {time.monotonic() - begun:.0f} s", flush=True)
    report.end()


main()
