"""The reference implementation as a peer; speaks the protocol of `protocol.ts` on standard input and output."""

import gc
import json
import os
import sys
import tempfile
import time

from pxr import Sdf, Tf, Usd, UsdValidation, Vt

# With this argument `open` is: every validator over an open stage. Payloads are not loaded, as their files do not exist.
VALIDATORS = UsdValidation.ValidationRegistry().GetOrLoadAllValidators() if "validators" in sys.argv else None
# With this argument every value is read by a copy to a layer in memory instead of one by one from Python.
COPIES = "copy" in sys.argv

ARRAYS = tuple(
    kind for kind in vars(Vt).values() if isinstance(kind, type) and hasattr(kind, "__len__") and kind.__name__.endswith("Array")
)


def status(field):
    try:
        with open("/proc/self/status") as lines:
            return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(field + ":"))
    except (OSError, StopIteration):
        return 0


def touch(layer):
    """Reads every field, default and time sample; of arrays the length and both ends."""
    specs = samples = elements = 0

    def read(value):
        nonlocal elements
        if isinstance(value, ARRAYS):
            count = len(value)
            elements += count
            if count:
                value[0], value[count - 1]
        elif isinstance(value, dict):
            for entry in value.values():
                read(entry)

    def visit(path):
        nonlocal specs, samples
        spec = layer.GetObjectAtPath(path)
        if spec is None or path.IsTargetPath():
            return
        specs += 1
        for field in spec.ListInfoKeys():
            if field != "timeSamples":
                read(spec.GetInfo(field))
        for time_code in layer.ListTimeSamplesForPath(path):
            samples += 1
            read(layer.QueryTimeSample(path, time_code))

    layer.Traverse(Sdf.Path.absoluteRootPath, visit)
    return {"specs": specs, "samples": samples, "elements": elements}


def copy(layer):
    """Copies every field, default and time sample to a layer in memory: its fastest way to read all of them from Python."""
    Sdf.Layer.CreateAnonymous(".usda").TransferContent(layer)


def opened(file):
    layer = Sdf.Layer.OpenAsAnonymous(file)
    if layer is None:
        raise RuntimeError("refused the input")
    return layer


def write(layer):
    """Writes a crate; returns its size in bytes."""
    path = os.path.join(tempfile.gettempdir(), "usdkit-bench-usd-core.usdc")
    if not layer.Export(path):
        raise RuntimeError("did not write the crate")
    return os.path.getsize(path)


def answer(request, file):
    op = request["op"]
    if op == "memory":
        prepared = opened(file) if request.get("write") else None
        if prepared and request["touch"]:
            touch(prepared)
        gc.collect()
        try:
            with open("/proc/self/clear_refs", "w") as peaks:
                peaks.write("5")
        except OSError:
            pass
        before = status("VmRSS")
        layer = prepared or opened(file)
        written = write(layer) if request.get("write") else None
        touched = touch(layer) if request["touch"] and not prepared else None
        return {"peak": status("VmHWM") - before, "kept": status("VmRSS") - before, "touched": touched, "written": written}
    layer = opened(file) if op in ("print", "write") or VALIDATORS else None
    stage = Usd.Stage.Open(layer, Usd.Stage.LoadNone) if VALIDATORS else None
    touched = printed = written = None
    start_cpu, start_thread, start = time.process_time(), time.thread_time(), time.perf_counter()
    if layer is None:
        layer = opened(file)
    if stage:
        UsdValidation.ValidationContext(VALIDATORS).Validate(stage)
    if op == "touch":
        touched = copy(layer) if COPIES else touch(layer)
    if op == "print":
        printed = len(layer.ExportToString())
    if op == "write":
        written = write(layer)
    wall, thread = time.perf_counter() - start, time.thread_time() - start_thread
    cpu = time.process_time() - start_cpu
    return {"wall": wall * 1000, "cpu": cpu * 1000, "thread": thread * 1000, "touched": touched, "printed": printed, "written": written}


def send(message):
    print(json.dumps(message), flush=True)


label = ("usd-core, copied, " if COPIES else "usd-core ") + ".".join(str(part) for part in Usd.GetVersion()[1:])
send({"label": label if VALIDATORS is None else f"{label}, {len(VALIDATORS)} validators"})
loaded = None
for line in sys.stdin:
    request = json.loads(line)
    try:
        if request["op"] == "load":
            loaded = request["file"]
            with open(loaded, "rb") as input_file:
                while input_file.read(1 << 20):
                    pass
            send({})
        else:
            send(answer(request, loaded))
    except (RuntimeError, Tf.ErrorException) as error:
        send({"error": str(error)})
