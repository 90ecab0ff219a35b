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
    first, best, prim, prims, layers, memory = None, float("inf"), float("inf"), 0, 0, 0
    for _ in range(run["repeats"]):
        start = time.process_time()
        stage = Usd.Stage.Open(run["root"])
        prims = sum(1 for _ in stage.Traverse())
        took = 1000 * (time.process_time() - start)
        if first is None:
            first = took
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
    figures = {"first": first, "open": best, "prim": prim, "prims": prims, "layers": layers, "memory": memory}
    print(json.dumps(figures))


main(json.loads(sys.argv[1]))
