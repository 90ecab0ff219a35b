"""Answers requests on standard input, one JSON object a line: `{"root": path}` composes a stage and answers with its prims."""

import json
import os
import sys
from collections import deque

from pxr import Pcp, Sdf, Tf

MOST_PRIMS = 400


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


def open_cache(identifier, faults):
    """A cache with the payloads of every prim and spec: those that classes lead to count before they are reached, if at all."""
    loaded = set()
    # Sublayers are closed with the cache.
    opened = Pcp.Cache(identifier, usd=True)
    for layer in opened.ComputeLayerStack(identifier)[0].layers:
        layer.Traverse("/", lambda path: loaded.add(str(path.StripAllVariantSelections())) if path.IsPrimPath() else None)
    while True:
        cache = Pcp.Cache(identifier, usd=True)
        cache.RequestPayloads(sorted(loaded), [])
        found = set()
        # Prims that layers have specs for are not deep: they come first.
        waiting = deque(["/"])
        while waiting and len(found) < 2 * MOST_PRIMS:
            path = waiting.popleft()
            index, _, is_fault = index_of(cache, path)
            if is_fault:
                faults.add(path)
            below = [path.rstrip("/") + "/" + child for child in names_below(index)]
            found.update(below)
            waiting.extend(below)
        if found <= loaded:
            return cache
        loaded |= found


def compose(root):
    layer = Sdf.Layer.FindOrOpen(root)
    if layer is None:
        return {"refused": True}
    folder = os.path.dirname(root) + "/"
    identifier = Pcp.LayerStackIdentifier(layer, None)
    faults = set()
    cache = open_cache(identifier, faults)
    stack, errors = cache.ComputeLayerStack(identifier)
    name = lambda each: each.realPath.replace(folder, "")
    prims = {}
    index, _, _ = index_of(cache, "/")
    waiting = ["/" + child for child in reversed(names_below(index))]
    while waiting and len(prims) < MOST_PRIMS:
        path = waiting.pop()
        cache.RequestPayloads([path], [])
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
        try:
            answer = compose(json.loads(line)["root"])
        except Exception as error:
            answer = {"failed": repr(error)}
        print(json.dumps(answer), file=answers, flush=True)


main()
