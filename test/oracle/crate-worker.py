"""Writes and reads crates with the reference implementation. Answers requests on standard input, one JSON object a line:

`{"text": FILE, "theirs": FILE, "ours": FILE or null}`

reads the text, writes it as a crate to `theirs` in the version that USD_WRITE_NEW_USDC_FILES_AS_VERSION names, and compares
the text of the crate `ours` with that of the original. The answer is `{"written": bool, "same": bool or null, "error": str}`.

`{"crate": FILE, "export": FILE}`

writes the text of a crate. The answer is `{"written": bool}`.
"""

import json
import os
import sys

from pxr import Sdf, Tf

sys.setrecursionlimit(20000)


def export(layer, path):
    try:
        return layer.Export(path)
    except (RuntimeError, Tf.ErrorException):
        return False


def compare(expected, path):
    """Returns what is wrong with the crate at `path`, None if it has the content of `expected`."""
    try:
        layer = Sdf.Layer.OpenAsAnonymous(path)
    except (RuntimeError, Tf.ErrorException) as error:
        return str(error)
    if layer is None:
        return "the reference does not open it"
    found = layer.ExportToString()
    if found != expected:
        at = next((i for i, (a, b) in enumerate(zip(expected, found)) if a != b), min(len(expected), len(found)))
        return f"expected {expected[max(0, at - 60):at + 60]!r}, found {found[max(0, at - 60):at + 60]!r}"
    info = Sdf.CrateInfo.Open(path)
    if not info:
        return "Sdf.CrateInfo does not open it"
    names = [section.name for section in info.GetSections()]
    stats = info.GetSummaryStats()
    if sorted(names) != ["FIELDS", "FIELDSETS", "PATHS", "SPECS", "STRINGS", "TOKENS"]:
        return f"sections {names}"
    if stats.numSpecs < 1 or stats.numUniquePaths < 1:
        return f"{stats.numSpecs} specs, {stats.numUniquePaths} paths"
    return None


def main():
    # The library may print what it likes; the answers go another way.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        request = json.loads(line)
        answer = {"written": False, "same": None}
        try:
            layer = Sdf.Layer.OpenAsAnonymous(request.get("crate") or request["text"])
            answer["written"] = export(layer, request.get("export") or request["theirs"])
            if request.get("ours") is not None:
                problem = compare(layer.ExportToString(), request["ours"])
                answer["same"] = problem is None
                if problem is not None:
                    answer["error"] = problem
        except Exception as error:
            answer = {"failed": repr(error)}
        answers.write(json.dumps(answer, ensure_ascii=True) + "\n")
        answers.flush()


main()
