"""Compares, for each request {"glb", "usd"} on standard input, a glTF with the stage that it was converted to: a line of JSON each. With
"isValidated" the stage is validated only.

The GLB is evaluated by gltf_file.py, the stage by OpenUSD: triangles in the world (of skins and morph targets too) at rest and at three
times of each animation, texture coordinates, colors, and the values of materials.
"""

import json
import math
import sys
import traceback

from gltf_file import Gltf
from pxr import Ar, Gf, Usd, UsdGeom, UsdShade, UsdSkel, UsdValidation, Vt

#: Of the size of a model.
TOLERANCE = 1e-4
SAME = 1e-6
MOST = 12


def deformed(mesh, points, time, skels):
    """Points of a mesh in the world: with blend shapes and joints."""
    prim = mesh.GetPrim()
    cache, skeletons = skels
    binding = UsdSkel.BindingAPI(prim)
    skeleton = binding.GetInheritedSkeleton()
    query = cache.GetSkinningQuery(prim)
    if not skeleton or not query:
        return None
    skel = cache.GetSkelQuery(skeleton)
    points = list(points)
    if query.HasBlendShapes():
        blend = UsdSkel.BlendShapeQuery(binding)
        animation = skel.GetAnimQuery()
        if animation:
            weights = animation.ComputeBlendShapeWeights(time)
            if query.GetBlendShapeMapper():
                weights = query.GetBlendShapeMapper().Remap(weights)
            sub_weights, shapes, subs = blend.ComputeSubShapeWeights(weights)
            moved = [Gf.Vec3f(p) for p in points]
            array = Vt.Vec3fArray(moved)
            blend.ComputeDeformedPoints(sub_weights, shapes, subs, blend.ComputeBlendShapePointIndices(), blend.ComputeSubShapePointOffsets(), array)
            points = list(array)
    if query.HasJointInfluences():
        transforms = skel.ComputeSkinningTransforms(time)
        array = Vt.Vec3fArray(points)
        if not query.ComputeSkinnedPoints(transforms, array, time):
            raise RuntimeError(f"{prim.GetPath()}: not skinned")
        world = UsdGeom.XformCache(time).GetLocalToWorldTransform(skeleton.GetPrim())
        return [world.Transform(Gf.Vec3d(p)) for p in array]
    world = UsdGeom.XformCache(time).GetLocalToWorldTransform(prim)
    return [world.Transform(Gf.Vec3d(p)) for p in points]


def mesh_row(mesh, matrices, time, skels):
    prim = mesh.GetPrim()
    points = mesh.GetPointsAttr().Get(time) or []
    indices = mesh.GetFaceVertexIndicesAttr().Get(time) or []
    values = {}
    for primvar in UsdGeom.PrimvarsAPI(prim).GetPrimvarsWithAuthoredValues():
        values[primvar.GetPrimvarName()] = primvar.ComputeFlattened()
    sets = []
    while ("st" if not sets else f"st{len(sets)}") in values:
        sets.append([tuple(values["st" if not sets else f"st{len(sets)}"][i]) for i in indices])
    colors = values.get("displayColor")
    material, _ = UsdShade.MaterialBindingAPI(prim).ComputeBoundMaterial()
    own = deformed(mesh, points, time, skels)
    placed = [own] if own is not None else [[m.Transform(Gf.Vec3d(p)) for p in points] for m in matrices]
    for where in placed:
        yield {
            "name": str(prim.GetPath()),
            "corners": [where[i] for i in indices],
            "texcoords": sets,
            "colors": None if colors is None else [tuple(colors[i]) for i in indices],
            "opacities": None if "displayOpacity" not in values else [values["displayOpacity"][i] for i in indices],
            "material": material,
        }


def stage_meshes(stage, time):
    xforms = UsdGeom.XformCache(time)
    cache = UsdSkel.Cache()
    for prim in Usd.PrimRange(stage.GetPseudoRoot()):
        if prim.IsA(UsdSkel.Root):
            cache.Populate(UsdSkel.Root(prim), Usd.PrimDefaultPredicate)
    skels = (cache, {})
    iterator = iter(Usd.PrimRange(stage.GetPseudoRoot(), Usd.TraverseInstanceProxies(Usd.PrimDefaultPredicate)))
    for prim in iterator:
        if prim.IsA(UsdGeom.PointInstancer):
            iterator.PruneChildren()
            instancer = UsdGeom.PointInstancer(prim)
            world = xforms.GetLocalToWorldTransform(prim)
            transforms = instancer.ComputeInstanceTransformsAtTime(time, time)
            for target in instancer.GetPrototypesRel().GetTargets():
                root = stage.GetPrimAtPath(target)
                for below in Usd.PrimRange(root, Usd.TraverseInstanceProxies(Usd.PrimDefaultPredicate)):
                    if below.IsA(UsdGeom.Mesh):
                        own = xforms.ComputeRelativeTransform(below, root)[0] if below != root else Gf.Matrix4d(1)
                        yield from mesh_row(UsdGeom.Mesh(below), [own * m * world for m in transforms], time, skels)
        elif prim.IsA(UsdGeom.Mesh) and UsdGeom.Imageable(prim).ComputeVisibility(time) != "invisible":
            yield from mesh_row(UsdGeom.Mesh(prim), [xforms.GetLocalToWorldTransform(prim)], time, skels)


def distance(a, b):
    return max((abs(x - y) for p, q in zip(a, b) for x, y in zip(p, q)), default=0)


def compare_meshes(gltf, stage, animation, seconds, code, found, deep):
    ours = list(gltf.meshes(animation, seconds))
    theirs = list(stage_meshes(stage, code))
    where = f"animation {animation} at {seconds}"
    size = max((abs(x) for row in ours for p in row["corners"] for x in p), default=1) or 1
    left = list(theirs)
    for row in ours:
        candidates = [each for each in left if len(each["corners"]) == len(row["corners"])]
        if not candidates:
            found.append(f"{where}: {row['name']}: no mesh of {len(row['corners']) // 3} triangles")
            continue
        # Both sides have the order of the nodes; further ones are candidates if a mesh is split or left out.
        best = next((each for each in candidates if distance(each["corners"], row["corners"]) <= SAME * size), None)
        if best is None:
            best = min(candidates, key=lambda each: distance(each["corners"], row["corners"]))
        off = distance(best["corners"], row["corners"]) / size
        left.remove(best)
        if off > TOLERANCE:
            found.append(f"{where}: {row['name']}: corners are off by {off:.3g} of the size in {best['name']}")
        if not deep:
            continue
        if len(best["texcoords"]) != len(row["texcoords"]):
            found.append(f"{row['name']}: {len(best['texcoords'])} sets of texture coordinates for {len(row['texcoords'])}")
        for k, (a, b) in enumerate(zip(best["texcoords"], row["texcoords"])):
            if distance(a, b) > 1e-5 * max(1, max((abs(x) for p in b for x in p), default=1)):
                found.append(f"{row['name']}: texture coordinates {k} differ by {distance(a, b):.3g}")
        compare_material(gltf, row, best, found)
    for row in left:
        found.append(f"{where}: {row['name']}: not in the glTF")


def shader_input(surface, name):
    """The constant of an input, or the texture, primvar reader and output that it is connected to."""
    attribute = surface.GetInput(name)
    if not attribute:
        return None, None
    sources, _ = attribute.GetConnectedSources()
    if not sources:
        return attribute.Get(), None
    return None, (UsdShade.Shader(sources[0].source.GetPrim()), sources[0].sourceName)


def compare_material(gltf, row, best, found):
    name = row["name"]
    index = row["material"]
    if (index is None) != (not best["material"]):
        found.append(f"{name}: a material on one side only")
        return
    if index is None:
        return
    material = gltf.json["materials"][index]
    extensions = material.get("extensions", {})
    pbr = material.get("pbrMetallicRoughness", {})
    surface = best["material"].ComputeSurfaceSource()[0]
    if not surface:
        found.append(f"{name}: no surface")
        return
    if "KHR_materials_pbrSpecularGlossiness" in extensions:
        return
    unlit = "KHR_materials_unlit" in extensions
    base = pbr.get("baseColorFactor", [1, 1, 1, 1])
    mode = material.get("alphaMode", "OPAQUE")
    strength = extensions.get("KHR_materials_emissive_strength", {}).get("emissiveStrength", 1)
    emissive = [strength * v for v in material.get("emissiveFactor", [0, 0, 0])]
    mr = pbr.get("metallicRoughnessTexture")
    normal = material.get("normalTexture")
    occlusion = material.get("occlusionTexture")
    scale = normal.get("scale", 1) if normal else 1
    s = occlusion.get("strength", 1) if occlusion else 1
    rows = [("emissiveColor" if unlit else "diffuseColor", base[:3], pbr.get("baseColorTexture"), base[:3], [0] * 3, "rgb", "sRGB")]
    if mode != "OPAQUE":
        rows.append(("opacity", base[3], pbr.get("baseColorTexture"), base[3:], [0], "a", "sRGB"))
    if not unlit:
        rows += [
            ("metallic", pbr.get("metallicFactor", 1), mr, [pbr.get("metallicFactor", 1)], [0], "b", "raw"),
            ("roughness", pbr.get("roughnessFactor", 1), mr, [pbr.get("roughnessFactor", 1)], [0], "g", "raw"),
            ("emissiveColor", emissive, material.get("emissiveTexture"), emissive, [0] * 3, "rgb", "sRGB"),
            ("normal", None, normal, [2 * scale, 2 * scale, 2], [-scale, -scale, -1], "rgb", "raw"),
            ("occlusion", 1, occlusion, [s], [1 - s], "r", "raw"),
        ]
        coat = extensions.get("KHR_materials_clearcoat")
        if coat:
            factor = coat.get("clearcoatFactor", 0)
            rows.append(("clearcoat", factor, coat.get("clearcoatTexture"), [factor], [0], "r", "raw"))
    threshold, _ = shader_input(surface, "opacityThreshold")
    if mode == "MASK" and not close(threshold, material.get("alphaCutoff", 0.5)):
        found.append(f"{name}: opacityThreshold {threshold}")
    for target, constant, texture, factor, bias, channels, space in rows:
        value, source = shader_input(surface, target)
        if texture is not None and not (target == "emissiveColor" and not unlit and not any(emissive)):
            compare_texture(gltf, name, target, texture, source, (factor, bias, channels, space), found)
        elif source is not None and source[0].GetIdAttr().Get().startswith("UsdPrimvarReader"):
            compare_colors(name, row, best, base, found)
        elif constant is not None and not close(value if value is not None else default_of(surface, target), constant):
            found.append(f"{name}: {target} is {value} for {constant}")


def default_of(surface, name):
    return {"emissiveColor": (0, 0, 0), "occlusion": 1}.get(name)


def close(a, b):
    if a is None or b is None:
        return a is b
    pairs = zip(a, b) if hasattr(a, "__len__") else [(a, b)]
    return all(abs(x - y) <= 1e-5 * max(1, abs(y)) for x, y in pairs)


def compare_colors(name, row, best, base, found):
    if row["colors"] is None:
        return
    for ours, theirs in zip(best["colors"], row["colors"]):
        if not close(ours, [v * f for v, f in zip(theirs[:3], base)]):
            found.append(f"{name}: color {ours} for {theirs}")
            return


def compare_texture(gltf, name, target, texture, source, expected, found):
    factor, bias, channels, space = expected
    if source is None:
        found.append(f"{name}: {target} has no texture")
        return
    shader, output = source
    if shader.GetIdAttr().Get() != "UsdUVTexture" or output != channels:
        found.append(f"{name}: {target} is connected to {shader.GetIdAttr().Get()}.{output}")
        return
    first = {"rgb": 0, "r": 0, "g": 1, "b": 2, "a": 3}[channels]
    value = lambda n, fallback: (shader.GetInput(n).Get() if shader.GetInput(n) else None) or fallback
    scale, offset = value("scale", (1, 1, 1, 1)), value("bias", (0, 0, 0, 0))
    for k, (f, b) in enumerate(zip(factor, bias)):
        if not close(scale[first + k], f) or not close(offset[first + k], b):
            found.append(f"{name}: {target} has scale {scale} and bias {offset} for {factor} and {bias}")
            break
    if value("sourceColorSpace", "auto") != space:
        found.append(f"{name}: {target} has the color space {value('sourceColorSpace', 'auto')}")
    path = shader.GetInput("file").Get()
    expected_bytes = gltf.image_bytes(texture["index"])
    if expected_bytes is not None and expected_bytes[:4] in (b"\x89PNG", b"\xff\xd8\xff\xe0", b"\xff\xd8\xff\xdb", b"\xff\xd8\xff\xe1"):
        asset = Ar.GetResolver().OpenAsset(Ar.ResolvedPath(path.resolvedPath))
        if asset is None or bytes(asset.GetBuffer()) != bytes(expected_bytes):
            found.append(f"{name}: {target} has another image")
    t = gltf.json["textures"][texture["index"]]
    sampler = gltf.json["samplers"][t["sampler"]] if "sampler" in t else {}
    wraps = {33071: "clamp", 33648: "mirror", 10497: "repeat"}
    for key, side in (("wrapS", "wrapS"), ("wrapT", "wrapT")):
        if value(side, "") != wraps[sampler.get(key, 10497)]:
            found.append(f"{name}: {target} has {side} {value(side, '')}")
    moved = coordinates(shader)
    change = texture.get("extensions", {}).get("KHR_texture_transform", {})
    number = change.get("texCoord", texture.get("texCoord", 0))
    if moved[0] != ("st" if number == 0 else f"st{number}"):
        found.append(f"{name}: {target} reads {moved[0]}")
    o, r, sc = change.get("offset", (0, 0)), change.get("rotation", 0), change.get("scale", (1, 1))
    for u, v in ((0, 0), (1, 0), (0.25, 0.75)):
        x, y = u * sc[0], v * sc[1]
        wanted = (x * math.cos(r) + y * math.sin(r) + o[0], -x * math.sin(r) + y * math.cos(r) + o[1])
        s, t = moved[1](u, 1 - v)
        if not close((s, 1 - t), wanted):
            found.append(f"{name}: {target} moves ({u}, {v}) to ({s}, {1 - t}) for {wanted}")
            break


def coordinates(shader):
    sources, _ = shader.GetInput("st").GetConnectedSources()
    reader = UsdShade.Shader(sources[0].source.GetPrim())
    if reader.GetIdAttr().Get() == "UsdTransform2d":
        get = lambda n: reader.GetInput(n).Get()
        angle, scale, move = math.radians(get("rotation")), get("scale"), get("translation")
        inner, _ = reader.GetInput("in").GetConnectedSources()
        name = UsdShade.Shader(inner[0].source.GetPrim()).GetInput("varname").Get()

        def change(s, t):
            s, t = s * scale[0], t * scale[1]
            return s * math.cos(angle) - t * math.sin(angle) + move[0], s * math.sin(angle) + t * math.cos(angle) + move[1]

        return name, change
    return reader.GetInput("varname").Get(), lambda s, t: (s, t)


def validation_errors(stage):
    """What OpenUSD's validators find; without its plugin for MaterialX it knows none of those shaders."""
    context = UsdValidation.ValidationContext(UsdValidation.ValidationRegistry().GetOrLoadAllValidators())
    return [
        f"{error.GetName()}: {error.GetMessage()}"
        for error in context.Validate(stage)
        if error.GetType() == UsdValidation.ValidationErrorType.Error and "'ND_" not in error.GetMessage()
    ]


def compare(glb, usd, is_validated):
    stage = Usd.Stage.Open(usd)
    found = [str(error) for error in stage.GetCompositionErrors()] + validation_errors(stage)
    if is_validated:
        return found
    gltf = Gltf(glb)
    used = gltf.json.get("extensionsUsed", [])
    if any("draco" in name or "meshopt" in name for name in used):
        return found
    compare_meshes(gltf, stage, None, 0, Usd.TimeCode.Default(), found, True)
    animations = gltf.list("animations")
    rate = stage.GetTimeCodesPerSecond()
    for number in range(len(animations)):
        if len(animations) > 1:
            root = stage.GetDefaultPrim()
            names = root.GetVariantSet("animation").GetVariantNames()
            order = [p.name for p in stage.GetRootLayer().GetPrimAtPath(root.GetPath()).variantSets["animation"].variants.values()]
            if len(names) != len(animations):
                found.append(f"{len(names)} variants for {len(animations)} animations")
                break
            root.GetVariantSet("animation").SetVariantSelection(order[number] if order else names[number])
        inputs = [gltf.json["accessors"][s["input"]] for s in animations[number]["samplers"]]
        last = max(a.get("max", [0])[0] for a in inputs)
        for share in (0.137, 0.5, 0.861):
            seconds = last * share
            compare_meshes(gltf, stage, number, seconds, Usd.TimeCode(seconds * rate), found, False)
    return found


for line in sys.stdin:
    request = json.loads(line)
    try:
        differences = compare(request["glb"], request["usd"], request.get("isValidated", False))
        answer = {"differences": differences[:MOST], "count": len(differences)}
    except Exception as error:
        answer = {"differences": [f"{type(error).__name__}: {error}", traceback.format_exc()[-600:]], "count": 1}
    print(json.dumps(answer), flush=True)
