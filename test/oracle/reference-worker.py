"""Answers requests on standard input, one JSON object a line: `{"text": base64}` reads it, `{"seed": n}` makes a layer."""

import base64
import importlib.util
import json
import os
import sys
import tempfile

sys.setrecursionlimit(20000)


def load(name):
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name + ".py")
    spec = importlib.util.spec_from_file_location(name.replace("-", "_"), path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main():
    # The library may print what it likes; the answers go another way.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    dump = load("reference-dump")
    layers = load("random-layer")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "layer.usda")
        for line in sys.stdin:
            request = json.loads(line)
            if "seed" in request:
                try:
                    answer = {"text": base64.b64encode(layers.make(request["seed"]).encode()).decode()}
                except Exception as error:
                    answer = {"failed": repr(error)}
            else:
                with open(path, "wb") as file:
                    file.write(base64.b64decode(request["text"]))
                try:
                    answer = dump.read(path)
                except Exception as error:
                    answer = {"failed": repr(error)}
                if isinstance(answer.get("error"), str):
                    answer["error"] = answer["error"].replace(path, "FILE")
            answers.write(json.dumps(answer, ensure_ascii=True) + "\n")
            answers.flush()


main()
