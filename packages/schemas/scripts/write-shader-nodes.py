"""Writes the table of the shader nodes that usd-core's Sdr registry has: names, types and options of inputs and outputs.

python packages/schemas/scripts/write-shader-nodes.py > packages/schemas/src/shaders/shader-nodes.generated.ts, then the script `format`
"""

import json

from pxr import Sdr

registry = Sdr.Registry()


def row(prop, is_input):
    indicator = prop.GetTypeAsSdfType()
    found = {"type": str(indicator.GetSdfType())}
    options = [name for name, _ in prop.GetOptions()]
    if options:
        found["options"] = options
    if is_input and not prop.IsConnectable():
        found["isConnectable"] = False
    return found


def node(identifier):
    found = registry.GetShaderNodeByIdentifier(identifier)
    inputs = {name: row(found.GetShaderInput(name), True) for name in sorted(found.GetShaderInputNames())}
    outputs = {name: row(found.GetShaderOutput(name), False) for name in sorted(found.GetShaderOutputNames())}
    return {"id": identifier, "name": found.GetName(), "context": found.GetContext(), "inputs": inputs, "outputs": outputs}


nodes = [node(identifier) for identifier in sorted(registry.GetShaderNodeIdentifiers())]
rows = "\n".join(f"  {json.dumps(each)}," for each in nodes)
print(
    f"""// Made by packages/schemas/scripts/write-shader-nodes.py from the Sdr registry of usd-core 26.11. Not to be changed by hand.
import type {{ ShaderNode }} from "./shader-node.ts";

/** The shader nodes by identifier. */
export const shaderNodeRows: readonly ShaderNode[] = [
{rows}
];"""
)
