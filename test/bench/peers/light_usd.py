"""LightUSD as a peer; speaks the protocol of `protocol.ts` on standard input and output.

Its module has no list of a prim's metadata, so `touch` reads what it names: kind, active and custom data.
"""

import gc
import json
import os
import sys
import tempfile
import time

import lightusd


def touch(stage):
    """Reads every attribute, time sample, target and named field; of arrays the length and both ends."""
    specs = samples = elements = 0

    def read(value):
        nonlocal elements
        if isinstance(value, lightusd.Array):
            count = len(value)
            elements += count
            if count:
                value[0], value[count - 1]

    waiting = [*stage.root_prims]
    while waiting:
        prim = waiting.pop()
        specs += 1
        prim.specifier, prim.type_name, prim.kind, prim.active, prim.custom_data
        for name in prim.attributes:
            specs += 1
            attribute = prim.attribute(name)
            attribute.connections, attribute.interpolation, attribute.custom_data
            if attribute.has_timesamples:
                for _, value in attribute.timesamples:
                    samples += 1
                    read(value)
            else:
                read(attribute.get())
        for name in prim.relationships:
            specs += 1
            prim.relationship(name).targets
        waiting.extend(prim.children)
    return {"specs": specs, "samples": samples, "elements": elements}


def write(stage):
    """Writes a crate; returns its size in bytes."""
    path = os.path.join(tempfile.gettempdir(), "usdkit-bench-lightusd.usdc")
    stage.save(path)
    return os.path.getsize(path)


def answer(op, file):
    if op != "run":
        gc.collect()
    stage = lightusd.load(file, composed=False) if op == "write" else None
    touched = written = None
    start_cpu, start_thread, start = time.process_time(), time.thread_time(), time.perf_counter()
    if stage is None:
        stage = lightusd.load(file, composed=False)
    if op == "touch":
        touched = touch(stage)
    if op == "write":
        written = write(stage)
    wall, thread = time.perf_counter() - start, time.thread_time() - start_thread
    cpu = time.process_time() - start_cpu
    stage.close()
    return {"wall": wall * 1000, "cpu": cpu * 1000, "thread": thread * 1000, "touched": touched, "written": written}


def send(message):
    print(json.dumps(message), flush=True)


send({"label": f"LightUSD {lightusd.__version__}"})
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
        elif request["op"] in ("open", "run", "touch", "write"):
            send(answer(request["op"], loaded))
        else:
            send({"error": f"no {request['op']} here"})
    except (lightusd.UsdError, RuntimeError) as error:
        send({"error": str(error)})
