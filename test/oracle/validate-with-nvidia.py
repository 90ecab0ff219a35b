"""What usd-validation-nvidia finds on stages, with its default rules and without variants.

Reads lines of JSON, {"root": path}, and answers as `validate-with-usd.py`. Checks are named `nvidia:RuleClass`.
"""

import json
import os
import sys
import time

from pxr import Usd
from usd_validation_nvidia import IssueSeverity, ValidationEngine


def prims_of(at):
    """Paths of the prims that an issue is about; for specs those in the layer."""
    if isinstance(at, (list, tuple)):
        return sorted({path for each in at for path in prims_of(each)})
    path = getattr(at, "path", None)
    return ["/" if path is None or path.isEmpty else str(path.GetPrimPath().StripAllVariantSelections())]


def validate(root):
    stage = Usd.Stage.Open(root, Usd.Stage.LoadAll)
    engine = ValidationEngine(variants=False)
    begin = time.process_time()
    issues = engine.validate(stage).issues()
    seconds = time.process_time() - begin
    found = []
    for issue in issues:
        if issue.rule is None or issue.severity == IssueSeverity.NONE:
            continue
        found += [["nvidia:" + issue.rule.__name__, prim, issue.message] for prim in prims_of(issue.at)]
    return {"found": found, "seconds": seconds}


def main():
    # The rules print; the answers go another way.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        try:
            answer = validate(json.loads(line)["root"])
        except Exception as error:  # A layer that does not open.
            answer = {"refused": True, "reason": str(error)[:300]}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
