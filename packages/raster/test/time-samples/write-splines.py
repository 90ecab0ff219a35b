"""Writes splines.json: values of random splines, as the reference implementation evaluates them.

    pip install usd-core && python write-splines.py > splines.json
    python write-splines.py 2000 7 > /tmp/more.json    # more of them, with another seed
"""

import json
import random
import sys
from pxr import Sdf, Usd

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 100
RANDOM = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)


def number(scale=10):
    return RANDOM.choice([RANDOM.randint(-scale, scale), round(RANDOM.uniform(-scale, scale), 3)])


def tangent(is_hermite):
    slope = number(5)
    return f"({slope})" if is_hermite else f"({RANDOM.choice([0, 0.3, 1, 2.5, 6, round(RANDOM.uniform(0, 4), 3)])}, {slope})"


def extrapolation(times, has_loop):
    mode = RANDOM.choice(["none", "held", "linear", f"sloped ({number(3)})", "loop repeat", "loop reset", "loop oscillate"])
    if mode.startswith("loop") and not has_loop and RANDOM.random() < 0.25:
        mode += f" ({RANDOM.choice([*times, times[0] + 0.25])})"
    return mode


def spline():
    is_hermite = RANDOM.random() < 0.25
    times = sorted({round(RANDOM.uniform(-10, 10) * 4) / 4 for _ in range(RANDOM.choice([1, 2, 3, 4, 6]))})
    has_loop = RANDOM.random() < 0.25
    parts = ["hermite" if is_hermite else "bezier"]
    parts += [f"pre: {extrapolation(times, has_loop)}", f"post: {extrapolation(times, has_loop)}"]
    if has_loop:
        start = RANDOM.choice([*times, times[0] + 0.125])
        end = start + RANDOM.choice([0.5, 2, 3.25, 8, 0])
        parts.append(f"loop: ({start}, {end}, {RANDOM.choice([0, 0, 1, 2])}, {RANDOM.choice([0, 1, 3])}, {number(3)})")
    for time in times:
        value = f"{number()} & {number()}" if RANDOM.random() < 0.2 else f"{number()}"
        pre = f"; pre {tangent(is_hermite)}" if RANDOM.random() < 0.7 else ""
        mode = RANDOM.choice(["none", "held", "linear", "curve", "curve", "curve"])
        post = f"; post {mode}" + (f" {tangent(is_hermite)}" if RANDOM.random() < 0.7 else "")
        parts.append(f"{time}: {value}{pre}{post}")
    # Loops are deprecated, and their last authored knot is evaluated in several ways: its time is left out.
    skipped = times[-1] if has_loop else None
    wanted = sorted({*times, *(t + 0.1 for t in times), *(round(RANDOM.uniform(-30, 30), 2) for _ in range(12))} - {skipped})
    return RANDOM.choice(["double", "double", "float", "half"]), "{ " + ", ".join(parts) + " }", wanted


table = []
while len(table) < COUNT:
    kind, text, times = spline()
    layer = Sdf.Layer.CreateAnonymous(".usda")
    if not layer.ImportFromString(f'#usda 1.1\ndef "A"\n{{\n    {kind} x.spline = {text}\n}}\n'):
        raise SystemExit(f"the reference rejects {text}")
    stage = Usd.Stage.Open(layer)
    attribute = stage.GetPrimAtPath("/A").GetAttribute("x")
    values = [attribute.Get(time) for time in times]
    table.append({"type": kind, "text": text, "times": times, "values": [None if v is None else float(v) for v in values]})
print("[\n" + ",\n".join(json.dumps(row) for row in table) + "\n]")
