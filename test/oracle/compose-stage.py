"""Composes stages and answers with their prims.

Reads lines of JSON, {"root": path, "loaded": [path, ...]}. `loaded` are the paths of the stage for which payloads are composed. A payload
below a class, a relocation or the target of an arc is that of a path where there may be no prim.
"""

import json
import os
import signal
import sys

from pxr import Pcp, Sdf, Tf

MOST_PRIMS = 400
MOST_SECONDS = 3
"""Processor time of one stage; then the process ends."""


def nodes(node):
    yield node
    for child in node.children:
        yield from nodes(child)


def index_of(cache, path):
    """Returns a prim index with its errors, and whether composing it failed one of the reference's own checks."""
    try:
        return *cache.ComputePrimIndex(path), False
    except Tf.ErrorException:
        # The index is computed and kept all the same.
        return *cache.ComputePrimIndex(path), True


def names_below(index):
    children, prohibited = index.ComputePrimChildNames()
    return [child for child in children if child not in prohibited]


def compose(root, loaded):
    layer = Sdf.Layer.FindOrOpen(root)
    if layer is None:
        return {"refused": True}
    folder = os.path.dirname(root) + "/"
    identifier = Pcp.LayerStackIdentifier(layer, None)
    faults = set()
    cache = Pcp.Cache(identifier, usd=True)
    cache.RequestPayloads(loaded, [])
    stack, errors = cache.ComputeLayerStack(identifier)
    name = lambda each: each.realPath.replace(folder, "")
    prims = {}
    index, _, _ = index_of(cache, "/")
    waiting = ["/" + child for child in reversed(names_below(index))]
    while waiting and len(prims) < MOST_PRIMS:
        path = waiting.pop()
        index, found, is_fault = index_of(cache, path)
        if is_fault:
            faults.add(path)
        children = names_below(index)
        specs = []
        for node in nodes(index.rootNode):
            if not node.CanContributeSpecs():
                continue
            offset = node.mapToRoot.timeOffset
            for each in node.layerStack.layers:
                if each.GetPrimAtPath(node.path) is not None:
                    specs.append([name(each), str(node.path), round(offset.offset, 4), round(offset.scale, 4)])
        targets = {}
        for prop in index.ComputePrimPropertyNames():
            full = Sdf.Path(path).AppendProperty(prop)
            found_stack, _ = Pcp.BuildPrimPropertyIndex(full, cache, index)
            if not found_stack.propertyStack:
                targets[prop] = None
            elif isinstance(found_stack.propertyStack[0], Sdf.RelationshipSpec):
                targets[prop] = [str(each) for each in cache.ComputeRelationshipTargetPaths(full)[0]]
            else:
                targets[prop] = [str(each) for each in cache.ComputeAttributeConnectionPaths(full)[0]]
        prims[path] = {"specs": specs, "children": children, "targets": targets, "errors": len(found)}
        waiting.extend(path + "/" + child for child in reversed(children))
    return {"layers": [name(each) for each in stack.layers], "prims": prims, "faults": sorted(faults)}


def main():
    # The library may print what it likes; the answers go another way.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
        try:
            request = json.loads(line)
            answer = compose(request["root"], request["loaded"])
        except Exception as error:
            answer = {"failed": repr(error)}
        print(json.dumps(answer), file=answers, flush=True)


main()
