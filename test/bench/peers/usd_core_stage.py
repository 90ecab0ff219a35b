"""Opens stages of a shot with the reference implementation; the same argument and line of JSON as `stage.ts`."""

import gc
import json
import os
import resource
import sys
import time

# One thread, as ours; before the import, which reads it.
os.environ["PXR_WORK_THREAD_LIMIT"] = "1"

from pxr import Sdf, Usd  # noqa: E402


def resident():
    try:
        with open("/proc/self/status") as lines:
            return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS:"))
    except (OSError, StopIteration):
        return 0


def main(run):
    before = resident()
    first, thread, best, prim, prims, layers, memory = None, 0, float("inf"), float("inf"), 0, 0, 0
    for _ in range(run["repeats"]):
        start = time.process_time()
        start_of_thread = time.thread_time()
        stage = Usd.Stage.Open(run["root"])
        prims = sum(1 for _ in stage.Traverse())
        took = 1000 * (time.process_time() - start)
        if first is None:
            first = took
            thread = 1000 * (time.thread_time() - start_of_thread)
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 - before
        best = min(best, took)
        layers = len([layer for layer in stage.GetUsedLayers() if not layer.anonymous])
        del stage
        gc.collect()
    kept = Usd.Stage.Open(run["root"])
    for _ in range(run["repeats"]):
        mask = Usd.StagePopulationMask([Sdf.Path(run["meshes"][1])])
        start = time.perf_counter()
        Usd.Stage.OpenMasked(kept.GetRootLayer(), kept.GetSessionLayer(), mask)
        prim = min(prim, 1000 * (time.perf_counter() - start))
    stage = Usd.Stage.Open(run["root"])
    attributes = 0
    start = time.process_time()
    for each in stage.Traverse():
        for attribute in each.GetAttributes():
            attribute.Get()
            attributes += 1
    values = 1000 * (time.process_time() - start)
    start = time.process_time()
    layer = stage.Flatten(False)
    flatten = 1000 * (time.process_time() - start)
    start = time.process_time()
    layer.ExportToString()
    printed = 1000 * (time.process_time() - start)
    variants = stage.GetPrimAtPath(run["meshes"][0].split("/Geom")[0]).GetVariantSets().GetVariantSet("look")
    variant = float("inf")
    stage.SetEditTarget(stage.GetSessionLayer())
    for number in range(3 * run["repeats"]):
        start = time.perf_counter()
        variants.SetVariantSelection(("clean", "dusty", "worn")[number % 3])
        variant = min(variant, 1000 * (time.perf_counter() - start))
    figures = {
        "first": first,
        "firstThread": thread,
        "open": best,
        "prim": prim,
        "prims": prims,
        "layers": layers,
        "memory": memory,
        "values": values,
        "attributes": attributes,
        "flatten": flatten,
        "print": printed,
        "variant": variant,
    }
    print(json.dumps(figures))


main(json.loads(sys.argv[1]))
