"""Prints, for each request {"file"} on standard input, the layer that OpenUSD's reader of MaterialX makes of a document: a line of JSON.

Needs a Python with the plugin usdMtlx, which usd-core does not have; that of Blender's module `bpy` has it.
"""

import json
import sys

try:
    import bpy

    bpy.utils.expose_bundled_modules()
except ImportError:
    pass
from pxr import Sdf

for line in sys.stdin:
    path = json.loads(line)["file"]
    try:
        layer = Sdf.Layer.FindOrOpen(path)
        result = {"text": layer.ExportToString()} if layer else {"error": "not opened"}
    except Exception as error:  # the document is not one for OpenUSD
        result = {"error": str(error).splitlines()[0][:200]}
    print(json.dumps(result), flush=True)
