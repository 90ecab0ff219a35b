"""Scenes as the reference library writes them: python test/false-alarms/export.py test/false-alarms/scenes

Their text is kept, so that no test needs the library.
"""

import sys
from pathlib import Path

from pxr import Gf, Sdf, Usd, UsdGeom, UsdRender

folder = Path(sys.argv[1])


def settings(stage: Usd.Stage, camera: str, resolution: tuple[int, int], path: str = "/Render/Settings") -> None:
    UsdGeom.Scope.Define(stage, str(Sdf.Path(path).GetParentPath()))
    made = UsdRender.Settings.Define(stage, path)
    made.CreateResolutionAttr(Gf.Vec2i(*resolution))
    made.CreateCameraRel().SetTargets([camera])


def mesh(stage: Usd.Stage, path: str, asset: str, target: str = "", matrix: Gf.Matrix4d | None = None) -> Usd.Prim:
    prim = UsdGeom.Mesh.Define(stage, path).GetPrim()
    prim.GetPayloads().AddPayload(Sdf.Payload(asset, Sdf.Path(target) if target else Sdf.Path()))
    if matrix is not None:
        UsdGeom.Xformable(prim).MakeMatrixXform().Set(matrix)
    return prim


def camera(stage: Usd.Stage, path: str, eye: Gf.Vec3d) -> UsdGeom.Camera:
    made = UsdGeom.Camera.Define(stage, path)
    made.MakeMatrixXform().Set(Gf.Matrix4d().SetLookAt(eye, Gf.Vec3d(0), Gf.Vec3d(0, 1, 0)).GetInverse())
    return made


def save(stage: Usd.Stage, name: str) -> None:
    stage.GetRootLayer().Export(str(folder / f"{name}.usda"))


# A table with everything that a camera has.
stage = Usd.Stage.CreateInMemory()
world = UsdGeom.Xform.Define(stage, "/World")
stage.SetDefaultPrim(world.GetPrim())
mesh(stage, "/World/Table", "asset:/mesh/table-1", "/mesh", Gf.Matrix4d().SetTranslate(Gf.Vec3d(0.1, 0, -1 / 3)))
lens = camera(stage, "/World/Main", Gf.Vec3d(3, 2, 4))
lens.CreateFocalLengthAttr(35)
lens.CreateHorizontalApertureAttr(36)
lens.CreateVerticalApertureAttr(24)
lens.CreateClippingRangeAttr(Gf.Vec2f(0.1, 1000))
lens.CreateFocusDistanceAttr(3.5)
lens.CreateFStopAttr(2.8)
lens.CreateProjectionAttr("perspective")
settings(stage, "/World/Main", (1280, 720))
save(stage, "exported-table")

# Rotations baked by the library, several levels, and splats.
stage = Usd.Stage.CreateInMemory()
UsdGeom.SetStageUpAxis(stage, UsdGeom.Tokens.y)
UsdGeom.SetStageMetersPerUnit(stage, 1)
stage.SetMetadata("comment", "A room, captured")
stage.GetRootLayer().documentation = 'One "room"\nand what stands in it'
room = UsdGeom.Xform.Define(stage, "/Room")
turned = Gf.Matrix4d(Gf.Rotation(Gf.Vec3d(0, 1, 0), 37.5), Gf.Vec3d(1.5, 0, -2))
room.MakeMatrixXform().Set(turned)
splats = stage.DefinePrim("/Room/Capture", "ParticleField3DGaussianSplat")
splats.GetPayloads().AddPayload("asset:/mesh/room-7", "/GaussianSplatData")
for i in range(6):
    angle = Gf.Matrix4d(Gf.Rotation(Gf.Vec3d(1, 2, 3), 20 * i), Gf.Vec3d(i, 0.5 * i, -i))
    mesh(stage, f"/Room/Shelf/Book_{i}", f"asset:/mesh/book-{i}", matrix=angle)
UsdGeom.Scope.Define(stage, "/Room/Shelf")
camera(stage, "/Room/Eye", Gf.Vec3d(0, 1.6, 3))
settings(stage, "/Room/Eye", (1920, 1080))
save(stage, "exported-room")

# Orthographic, custom data, a hidden prim, metadata of all kinds.
stage = Usd.Stage.CreateInMemory()
plan = UsdGeom.Xform.Define(stage, "/Plan")
plan.GetPrim().SetMetadata("kind", "assembly")
plan.GetPrim().SetCustomData({"author": "somebody", "revision": 3})
hidden = mesh(stage, "/Plan/Roof", "asset:/mesh/roof", "/mesh")
hidden.SetActive(False)
floor = mesh(stage, "/Plan/Floor", "asset:/mesh/floor%20plan", "/mesh/geo")
floor.SetDisplayName("The floor")
floor.SetDocumentation("Drawn from above")
above = UsdGeom.Camera.Define(stage, "/Plan/Above")
above.CreateProjectionAttr(UsdGeom.Tokens.orthographic)
above.CreateHorizontalApertureAttr(200)
above.CreateVerticalApertureAttr(200)
above.MakeMatrixXform().Set(Gf.Matrix4d(Gf.Rotation(Gf.Vec3d(1, 0, 0), -90), Gf.Vec3d(0, 10, 0)))
settings(stage, "/Plan/Above", (2048, 2048))
save(stage, "exported-plan")

# Overridden: payloads that are prepended and appended, a camera that is not of the default prim, a Scope deeper down.
stage = Usd.Stage.CreateInMemory()
set_ = UsdGeom.Xform.Define(stage, "/Set")
stage.SetDefaultPrim(set_.GetPrim())
chair = UsdGeom.Mesh.Define(stage, "/Set/Chair").GetPrim()
chair.GetPayloads().AddPayload("asset:/mesh/chair", position=Usd.ListPositionBackOfAppendList)
stool = UsdGeom.Mesh.Define(stage, "/Set/Stool").GetPrim()
stool.GetPayloads().SetPayloads([Sdf.Payload("asset:/mesh/stool")])
camera(stage, "/Cameras/Front", Gf.Vec3d(0, 1, 5))
UsdGeom.Scope.Define(stage, "/Cameras")
settings(stage, "/Cameras/Front", (640, 480), "/Set/Render/Final/Settings")
UsdGeom.Scope.Define(stage, "/Set/Render")
save(stage, "exported-set")

# A stream of nothing but a camera.
stage = Usd.Stage.CreateInMemory()
camera(stage, "/Main", Gf.Vec3d(0, 0, 5))
mesh(stage, "/Thing", "asset:/mesh/thing", matrix=Gf.Matrix4d().SetScale(Gf.Vec3d(1e-3, 1e-3, 1e-3)))
save(stage, "exported-stream.realtime")

# A patch: overs as Sdf writes them.
layer = Sdf.Layer.CreateAnonymous(".usda")
over = Sdf.CreatePrimInLayer(layer, "/World/Main")
with Sdf.ChangeBlock():
    lens_spec = Sdf.AttributeSpec(over, "focalLength", Sdf.ValueTypeNames.Float)
    lens_spec.default = 50
    place = Sdf.AttributeSpec(over, "xformOp:transform", Sdf.ValueTypeNames.Matrix4d)
    place.default = Gf.Matrix4d().SetTranslate(Gf.Vec3d(1, 2, 3))
    order = Sdf.AttributeSpec(over, "xformOpOrder", Sdf.ValueTypeNames.TokenArray, Sdf.VariabilityUniform)
    order.default = ["xformOp:transform"]
layer.Export(str(folder / "exported-table.1.patch.usda"))
