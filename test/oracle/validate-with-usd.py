"""What the validators of usd-core find on stages.

Reads lines of JSON, {"root": path}, and answers each with {"found": [[check, prim, message], ...], "seconds": processor time}; a
file that is no layer is answered with {"refused": true}. Checks are named `plugin:Validator`, prims by their paths on the stage, `/`
for what is about the stage or a layer.
"""

import json
import os
import sys
import time

from pxr import Usd, UsdValidation

VALIDATORS = UsdValidation.ValidationRegistry().GetOrLoadAllValidators()


def prim_of(error):
    """The deepest prim that an error is about; for a spec its path in the layer."""
    paths = []
    for site in error.GetSites():
        if site.IsPrim():
            paths.append(site.GetPrim().GetPath())
        elif site.IsProperty():
            paths.append(site.GetProperty().GetPrim().GetPath())
        elif site.IsValidSpecInLayer():
            spec = site.GetPropertySpec() or site.GetPrimSpec()
            if spec:
                paths.append(spec.path.GetPrimPath().StripAllVariantSelections())
    return str(max(paths, key=lambda path: path.pathElementCount)) if paths else "/"


def validate(root):
    stage = Usd.Stage.Open(root, Usd.Stage.LoadAll)
    begin = time.process_time()
    errors = UsdValidation.ValidationContext(VALIDATORS).Validate(stage)
    seconds = time.process_time() - begin
    found = [[each.GetIdentifier().rsplit(".", 1)[0], prim_of(each), each.GetMessage()] for each in errors]
    return {"found": found, "seconds": seconds}


def main():
    # The library may print what it likes; the answers go another way.
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
