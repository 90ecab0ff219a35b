"""Answers requests on standard input, one JSON object a line, with edited stages as flattened text.

`{"stages": [{"root": path, "target": name, "edits": [{"op": "set", ...}], "ours": path}]}` is answered with `{"answers": [{"edited":
"#usda 1.0...", "ours": "#usda 1.0..."}]}`: the stage of `root` with the edits made by the reference's own API, and the stage of
`ours`, which has layers that were edited by others. An edit that the reference does not make is answered with `{"refused":
reason, "index": n}`.
"""

import json
import os
import sys

from pxr import Gf, Sdf, Tf, Usd, Vt

NUMBERS = {"inf": float("inf"), "-inf": float("-inf"), "nan": float("nan"), "-0": -0.0}


class Refused(Exception):
    pass


def number(value):
    return NUMBERS.get(value, value) if isinstance(value, str) else value


def converted(type_name, value):
    if value is None:
        return Sdf.ValueBlock()
    if type_name == "double3":
        return Gf.Vec3d(*map(number, value))
    if type_name == "float3[]":
        return Vt.Vec3fArray([Gf.Vec3f(*map(number, each)) for each in value])
    if type_name == "token[]":
        return Vt.TokenArray(value)
    if type_name == "timecode":
        return Sdf.TimeCode(number(value))
    if type_name == "asset":
        return Sdf.AssetPath(value)
    if type_name in ("string", "token", "bool", "int", "pathExpression"):
        return value
    return float(number(value))


def nodes_of(node):
    yield node
    for child in node.children:
        yield from nodes_of(child)


def node_for(stage, path, layer):
    """The strongest node of the prim, or the nearest above, with the layer: one with opinions rather than one without."""
    while path != Sdf.Path.absoluteRootPath:
        prim = stage.GetPrimAtPath(path)
        index = prim.GetPrimIndex() if prim else None
        if index and index.rootNode:
            found = [n for n in nodes_of(index.rootNode) if layer in n.layerStack.layers and not n.isInert and not n.isCulled]
            if found:
                return next((n for n in found if layer.GetPrimAtPath(n.path)), found[0])
        path = path.GetParentPath()
    raise Refused("no node")


def target_for(stage, name, path):
    if name is None:
        return stage.GetEditTargetForLocalLayer(stage.GetRootLayer())
    if name.endswith("}"):
        prim_path = Sdf.Path(name)
        if not Sdf.Path(path).GetPrimPath().HasPrefix(prim_path.StripAllVariantSelections()):
            raise Refused("outside of the variant")
        return Usd.EditTarget.ForLocalDirectVariant(stage.GetRootLayer(), prim_path)
    layer = next((each for each in stage.GetUsedLayers() if os.path.basename(each.identifier) == name), None)
    if layer is None:
        raise Refused("no such layer")
    if layer in stage.GetLayerStack():
        return stage.GetEditTargetForLocalLayer(layer)
    return Usd.EditTarget(layer, node_for(stage, Sdf.Path(path).GetPrimPath(), layer))


def existing(stage, path):
    prim = stage.GetPrimAtPath(Sdf.Path(path).GetPrimPath())
    if not prim:
        raise Refused("no prim")
    return prim


def attribute_of(stage, edit):
    prim = existing(stage, edit["path"])
    name = Sdf.Path(edit["path"]).name
    attribute = prim.GetAttribute(name)
    if attribute:
        return attribute
    if prim.GetRelationship(name) or "type" not in edit:
        raise Refused("no attribute")
    return prim.CreateAttribute(name, Sdf.ValueTypeNames.Find(edit["type"]))


def in_list(edit):
    return Usd.ListPositionBackOfAppendList if edit.get("list") == "append" else Usd.ListPositionBackOfPrependList


def check(done):
    if not done:
        raise Refused("returned false")


def edit_arc(stage, edit):
    prim = existing(stage, edit["path"])
    asset, path = edit.get("asset", ""), edit.get("prim")
    offset = Sdf.LayerOffset(edit.get("offset", 0), edit.get("scale", 1))
    removes = edit.get("remove", False)
    op = edit["op"]
    if op in ("inherit", "specialize"):
        arcs = prim.GetInherits() if op == "inherit" else prim.GetSpecializes()
        add, remove = (arcs.AddInherit, arcs.RemoveInherit) if op == "inherit" else (arcs.AddSpecialize, arcs.RemoveSpecialize)
        check(remove(path) if removes else add(path, in_list(edit)))
        return
    item = (Sdf.Reference if op == "reference" else Sdf.Payload)(asset, path or Sdf.Path(), offset)
    arcs = prim.GetReferences() if op == "reference" else prim.GetPayloads()
    if removes:
        check(arcs.RemoveReference(item) if op == "reference" else arcs.RemovePayload(item))
    elif op == "reference":
        check(arcs.AddReference(item, in_list(edit)))
    else:
        check(arcs.AddPayload(item, in_list(edit)))


def edit_namespace(stage, edit):
    editor = Usd.NamespaceEditor(stage)
    path = Sdf.Path(edit["path"])
    is_property = path.IsPropertyPath()
    if edit["op"] == "remove":
        check(editor.DeletePropertyAtPath(path) if is_property else editor.DeletePrimAtPath(path))
    else:
        to = Sdf.Path(edit["to"]) if edit["op"] == "move" else path.ReplaceName(edit["name"])
        if to == path:
            return
        check(editor.MovePropertyAtPath(path, to) if is_property else editor.MovePrimAtPath(path, to))
    can = editor.CanApplyEdits()
    if not can:
        raise Refused(can.whyNot)
    check(editor.ApplyEdits())


def apply(stage, edit):
    op = edit["op"]
    path = Sdf.Path(edit["path"])
    if op == "set":
        attribute = attribute_of(stage, edit)
        time = edit.get("time")
        # An attribute in a variant that is not selected has no type on the stage.
        value = converted(str(attribute.GetTypeName()) or edit.get("type"), edit["value"])
        check(attribute.Set(value, Usd.TimeCode.Default() if time is None else Usd.TimeCode(time)))
    elif op == "clear":
        attribute = attribute_of(stage, edit)
        if "time" not in edit:
            check(attribute.Clear())
        else:
            check(attribute.ClearAtTime(Usd.TimeCode(edit["time"])) if edit["time"] is not None else attribute.ClearDefault())
    elif op == "metadata":
        target = stage.GetObjectAtPath(path)
        if not target:
            raise Refused("no object")
        if edit["value"] is None:
            check(target.ClearMetadata(edit["field"]))
        else:
            check(target.SetMetadata(edit["field"], edit["value"]))
    elif op == "add":
        specifier = edit.get("specifier", "def")
        if specifier == "over":
            prim = stage.OverridePrim(path)
            if edit.get("type"):
                prim.SetTypeName(edit["type"])
        elif specifier == "class":
            prim = stage.DefinePrim(path, edit.get("type", ""))
            prim.SetSpecifier(Sdf.SpecifierClass)
        else:
            prim = stage.DefinePrim(path, edit.get("type", ""))
        check(prim)
    elif op == "remove" and edit.get("everywhere"):
        edit_namespace(stage, edit)
    elif op == "remove":
        if path.IsPropertyPath():
            check(existing(stage, edit["path"]).RemoveProperty(path.name))
        else:
            check(stage.RemovePrim(path))
    elif op in ("rename", "move"):
        edit_namespace(stage, edit)
    elif op in ("reference", "payload", "inherit", "specialize"):
        edit_arc(stage, edit)
    elif op == "select":
        variants = existing(stage, edit["path"]).GetVariantSets()
        if edit["variant"] is None:
            check(variants.GetVariantSet(edit["set"]).ClearVariantSelection())
        elif edit["variant"] == "":
            # `SetSelection` with the empty name removes the selection.
            check(variants.GetVariantSet(edit["set"]).BlockVariantSelection())
        else:
            check(variants.SetSelection(edit["set"], edit["variant"]))
    elif op == "targets":
        prim = existing(stage, edit["path"])
        relationship = prim.GetRelationship(path.name)
        if not relationship:
            if prim.GetAttribute(path.name):
                raise Refused("an attribute")
            if edit["value"] is None:
                return
            relationship = prim.CreateRelationship(path.name)
        check(relationship.ClearTargets(False) if edit["value"] is None else relationship.SetTargets(edit["value"]))
    elif op == "connect":
        attribute = attribute_of(stage, edit)
        check(attribute.ClearConnections() if edit["value"] is None else attribute.SetConnections(edit["value"]))
    else:
        raise Refused("unknown op")


def opened(path):
    return Usd.Stage.Open(Sdf.Layer.FindOrOpen(path), Sdf.Layer.CreateAnonymous())


def flattened(stage):
    return stage.Flatten(addSourceFileComment=False).ExportToString()


def edited(request):
    stage = opened(request["root"])
    for index, edit in enumerate(request["edits"]):
        try:
            name = request.get("target")
            # Names are changed in all layers of the stage; relocations are written to the root layer.
            if edit["op"] in ("rename", "move") or edit.get("everywhere"):
                if name and not name.endswith("}"):
                    if target_for(stage, name, edit["path"]).GetLayer() not in stage.GetLayerStack():
                        raise Refused("behind an arc")
                name = None
            stage.SetEditTarget(target_for(stage, name, edit["path"]))
            apply(stage, edit)
        except (Refused, Tf.ErrorException, ValueError, RuntimeError, TypeError) as error:
            return {"refused": str(error)[-300:], "index": index}
    # Opened again: which instance gives a prototype its opinions depends on the history of a stage.
    for layer in stage.GetUsedLayers():
        if layer.dirty and not layer.anonymous:
            layer.Save()
    del stage
    return {"edited": flattened(opened(request["root"]))}


def answer(request):
    try:
        found = edited(request)
        if "refused" in found:
            return found
        found["ours"] = flattened(opened(request["ours"])) if request.get("ours") else None
        return found
    except Exception as error:
        return {"failed": repr(error)[:300]}


def main():
    # The library may print what it likes; the answers go another way.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        print(json.dumps({"answers": [answer(each) for each in json.loads(line)["stages"]]}), file=answers, flush=True)


main()
