"""Answers requests on standard input, one JSON object a line, with layers stitched to value clips.

`{"folder": path, "clips": [names], "clipPath": path, "template": {…} or null, "active": offset or null}` is answered with
`{"theirs": [texts], "ours": [texts]}`: the result, the topology and the manifest, as the reference makes them and as it reads ours,
which are `ours.usd`, `ours.topology.usd` and `ours.manifest.usd`.
"""

import json
import os
import sys

from pxr import Sdf, UsdUtils


def export(folder, name):
    return Sdf.Layer.FindOrOpen(os.path.join(folder, name)).ExportToString()


def answer(request):
    folder, clips, path = request["folder"], request["clips"], request["clipPath"]
    files = [os.path.join(folder, name) for name in clips]
    try:
        made = [Sdf.Layer.CreateNew(os.path.join(folder, f"theirs{part}.usd")) for part in ("", ".topology", ".manifest")]
        result, topology, manifest = made
        template = request.get("template")
        if template is None:
            UsdUtils.StitchClips(result, files, path)
        else:
            UsdUtils.StitchClipsTopology(topology, files)
            UsdUtils.StitchClipsManifest(manifest, topology, files, path)
            times = [template[key] for key in ("startTimeCode", "endTimeCode", "stride")]
            UsdUtils.StitchClipsTemplate(result, topology, manifest, path, template["assetPath"], *times)
        theirs = [layer.ExportToString().replace("theirs.", "ours.") for layer in made]
        return {"theirs": theirs, "ours": [export(folder, f"ours{part}.usd") for part in ("", ".topology", ".manifest")]}
    except Exception as error:
        return {"refused": True, "reason": repr(error)[:300]}


def main():
    # The library may print what it likes; the answers go another way.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), file=answers, flush=True)


main()
