"""One line for each goal, and whether all of them held."""

MISSED = []


def goal(name, result, held):
    print(f"{'held  ' if held else 'MISSED'}  {name}: {result}", flush=True)
    if not held:
        MISSED.append(name)


def note(text):
    print(f"        {text}", flush=True)
