"""One line for each goal, and whether all of them held."""

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


def end():
    """Ends the trial: with 3 where only goals of time and memory were missed, with 1 where any other was."""
    if MISSED or OVER:
        print(f"{len(MISSED + OVER)} missed: {'; '.join(MISSED + OVER)}", file=sys.stderr)
    sys.exit(1 if MISSED else 3 if OVER else 0)
