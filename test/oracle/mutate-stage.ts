// Assets with planted mistakes: a small valid asset, with one to four changes of the kinds that validators look for.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Random } from "../bench/generate/random.ts";

/** A change of the text of an asset: the first place that `from` matches. */
interface Mutation {
  readonly name: string;
  readonly from: RegExp;
  /** One of these replaces it; `$1` and so on are groups. */
  readonly to: readonly [string, ...string[]];
}

/** A valid asset: geometry with subsets, materials, a skeleton, physics, lights and a collection. */
const ASSET = readFileSync(join(import.meta.dirname, "mutated-asset.usda"), "utf8");

const MUTATIONS: readonly [Mutation, ...Mutation[]] = [
  {
    name: "no default prim",
    from: / {4}defaultPrim = "Asset"\n/u,
    to: ["", '    defaultPrim = "Other"\n', '    defaultPrim = "Asset/Geo"\n'],
  },
  { name: "no units", from: / {4}metersPerUnit = 0\.01\n/u, to: [""] },
  { name: "no up axis", from: / {4}upAxis = "Y"\n/u, to: ["", '    upAxis = "X"\n'] },
  { name: "kind", from: /kind = "component"/u, to: ['kind = "subcomponent"', 'kind = "model"', 'kind = "nothing"'] },
  {
    name: "kind below",
    from: /def Xform "Geo"\n/u,
    to: [
      'def Xform "Geo" (\n        kind = "component"\n    )\n',
      'def Xform "Geo" (\n        kind = "assembly"\n    )\n',
    ],
  },
  {
    name: "untyped",
    from: /def Xform "Geo"/u,
    to: ['def "Geo"', 'over "Geo"', 'class Xform "Geo"', 'def Xfrom "Geo"', 'def Sphere "Geo"'],
  },
  { name: "no binding API", from: /"MaterialBindingAPI", "PhysicsColl/u, to: ['"PhysicsColl'] },
  {
    name: "binding target",
    from: /rel material:binding = <\/Asset\/Looks\/Wood>/u,
    to: [
      "rel material:binding = </Asset/Looks/Oak>",
      "rel material:binding = </Asset/Looks>",
      "rel material:binding = [</Asset/Looks/Wood>, </Asset/Looks/Steel>]",
      'token material:binding = "Wood"',
      "rel material:binding",
    ],
  },
  {
    name: "binding of a subset",
    from: /rel material:binding = <\/Asset\/Looks\/Steel>/u,
    to: ["rel material:binding = </Asset/Looks/Wood/Surface>", "rel material:binding:full = </Nowhere>"],
  },
  {
    name: "collection binding",
    from: /\[<\/Asset\.collection:all>, <\/Asset\/Looks\/Wood>\]/u,
    to: [
      "</Asset/Looks/Wood>",
      "[</Asset.collection:none>, </Asset/Looks/Wood>]",
      "[</Asset.collection:all>, </Asset/Geo>]",
      "[</Asset/Looks/Wood>, </Asset/Looks/Steel>]",
    ],
  },
  {
    name: "extent",
    from: /float3\[\] extent = \[\(0, 0, 0\), \(1, 1, 1\)\]\n/u,
    to: ["", "float3[] extent = [(0, 0, 0), (2, 2, 2)]\n", "float3[] extent = [(0, 0, 0)]\n", "float3[] extent = []\n"],
  },
  {
    name: "counts",
    from: /faceVertexCounts = \[4, 4\]/u,
    to: [
      "faceVertexCounts = [4, 3]",
      "faceVertexCounts = [8]",
      "faceVertexCounts = []",
      "faceVertexCounts = [4, 2, 2]",
    ],
  },
  {
    name: "indices",
    from: /faceVertexIndices = \[0, 1, 2, 3, 4, 5, 6, 7\]/u,
    to: [
      "faceVertexIndices = [0, 1, 2, 3, 4, 5, 6, 9]",
      "faceVertexIndices = [0, 1, 2, 3, 4, 5, 6, -1]",
      "faceVertexIndices = [0, 1, 2, 3, 0, 1, 2, 3]",
      "faceVertexIndices = [3, 2, 1, 0, 4, 5, 6, 7]",
      "faceVertexIndices = [0, 0, 0, 0, 4, 5, 6, 7]",
      "faceVertexIndices = [0, 1, 2, 3, 4, 5]",
    ],
  },
  {
    name: "points",
    from: /\(1, 1, 1\), \(0, 1, 1\)\]/u,
    to: ["(1, 1, 1), (1, 1, 1)]", "(1, 1, 1)]", "(1, 1, 1), (0, 1, 1), (0.5, 0.5, 0.5)]", "(1, 1, 1), (nan, 1, 1)]"],
  },
  {
    name: "normals",
    from: /\[\(0, 0, -1\), \(0, 0, 1\)\]/u,
    to: [
      "[(0, 0, -1)]",
      "[(0, 0, -1), (0, 0, 2)]",
      "[(0, 0, -1), (0, 0, -1)]",
      "[(0, 0, -1), (0, 0, nan)]",
      "[(0, 0, 0), (0, 0, 1)]",
    ],
  },
  {
    name: "interpolation",
    from: /interpolation = "uniform"/u,
    to: ['interpolation = "vertex"', 'interpolation = "faces"', 'interpolation = "faceVarying"'],
  },
  {
    name: "subdivision",
    from: /uniform token subdivisionScheme = "none"\n/u,
    to: ["", 'uniform token subdivisionScheme = "loop"\n', 'uniform token subdivisionScheme = "nothing"\n'],
  },
  {
    name: "primvar",
    from: /primvars:st:indices = \[[^\]]*\]/u,
    to: [
      "primvars:st:indices = [0, 1, 2, 7, 0, 1, 2, 3]",
      "primvars:st:indices = [0, 1, 2, 2, 0, 1, 2, 2]",
      "primvars:st:indices = [0, 1]",
    ],
  },
  { name: "values of a primvar", from: /primvars:st = \[\(0, 0\), \(1, 0\)/u, to: ["primvars:st = [(0, 0), (0, 0)"] },
  {
    name: "family",
    from: /familyType = "partition"/u,
    to: ['familyType = "unrestricted"', 'familyType = "nonOverlapping"', 'familyType = "parts"'],
  },
  {
    name: "subset",
    from: /int\[\] indices = \[0\]/u,
    to: ["int[] indices = [0, 1]", "int[] indices = []", "int[] indices = [2]", "int[] indices = [-1]"],
  },
  { name: "name of a family", from: /familyName = "materialBind"/u, to: ['familyName = "parts"', 'familyName = ""'] },
  { name: "element type", from: /elementType = "face"/u, to: ['elementType = "point"', 'elementType = "corner"'] },
  {
    name: "type",
    from: /double radius = 1/u,
    to: ["float radius = 1", "double radius = -1", "double raduis = 1", 'string radius = "1"'],
  },
  {
    name: "type of points",
    from: /point3f\[\] points/u,
    to: ["float3[] points", "double3[] points", "vector3f[] points"],
  },
  {
    name: "shader id",
    from: /info:id = "UsdPreviewSurface"/u,
    to: ['info:id = "UsdPreviewSurfaces"', 'info:implementationSource = "sourceAsset"', 'info:id = ""'],
  },
  {
    name: "shader input",
    from: /float inputs:roughness = 0\.5/u,
    to: [
      "double inputs:roughness = 0.5",
      "float inputs:roughnes = 0.5",
      "color3f inputs:roughness = (1, 1, 1)",
      "float inputs:roughness = 2",
    ],
  },
  {
    name: "diffuse color",
    from: /color3f inputs:diffuseColor = \(0\.5, 0\.4, 0\.3\)/u,
    to: [
      "float3 inputs:diffuseColor = (0.5, 0.4, 0.3)",
      "float inputs:diffuseColor = 0.5",
      "color4f inputs:diffuseColor = (1, 1, 1, 1)",
    ],
  },
  {
    name: "texture",
    from: /float4 inputs:fallback/u,
    to: [
      "asset inputs:file = @./missing.png@\n                float4 inputs:fallback",
      "asset inputs:file = @missing.gif@\n                float4 inputs:fallback",
      "asset inputs:file = @@\n                float4 inputs:fallback",
    ],
  },
  { name: "wrap", from: /inputs:wrapS = "repeat"/u, to: ['inputs:wrapS = "loop"'] },
  {
    name: "connection",
    from: /<\/Asset\/Looks\/Steel\/Color\.outputs:rgb>/u,
    to: [
      "</Asset/Looks/Steel/Colour.outputs:rgb>",
      "</Asset/Looks/Wood/Surface.outputs:surface>",
      "</Asset/Looks/Steel/Color.outputs:rbg>",
    ],
  },
  {
    name: "in a material",
    from: / {12}def Shader "Color"/u,
    to: [
      '            def Xform "Inside"\n            {\n            }\n\n            def Shader "Color"',
      '            def Material "Inside"\n            {\n            }\n\n            def Shader "Color"',
    ],
  },
  {
    name: "in a shader",
    from: / {16}token outputs:surface\n {12}\}/u,
    to: [
      '                token outputs:surface\n\n                def Shader "Inside"\n                {\n                }\n            }',
    ],
  },
  {
    name: "in a gprim",
    from: / {12}double radius/u,
    to: [
      '            def Cube "Inside"\n            {\n            }\n\n            double radius',
      '            def Mesh "Inside"\n            {\n            }\n\n            double radius',
    ],
  },
  {
    name: "rigid body",
    from: /def Xform "Geo"\n/u,
    to: [
      'def Xform "Geo" (\n        prepend apiSchemas = ["PhysicsRigidBodyAPI"]\n    )\n',
      'def Xform "Geo" (\n        prepend apiSchemas = ["PhysicsArticulationRootAPI"]\n    )\n',
      'def Scope "Geo" (\n        prepend apiSchemas = ["PhysicsRigidBodyAPI"]\n    )\n',
    ],
  },
  {
    name: "articulation",
    from: /"PhysicsRigidBodyAPI", "PhysicsMassAPI"/u,
    to: ['"PhysicsRigidBodyAPI", "PhysicsArticulationRootAPI"', '"PhysicsMassAPI"'],
  },
  {
    name: "mass",
    from: /float physics:mass = 1/u,
    to: [
      "float physics:mass = -1",
      "float physics:mass = inf",
      "float physics:density = -1",
      "point3f physics:centerOfMass = (inf, 0, 0)",
    ],
  },
  {
    name: "scale of a body",
    from: /bool physics:rigidBodyEnabled = 1/u,
    to: [
      'float3 xformOp:scale = (1, 2, 1)\n            uniform token[] xformOpOrder = ["xformOp:scale"]',
      "bool physics:kinematicEnabled = 1",
    ],
  },
  {
    name: "collider",
    from: /double radius = 1/u,
    to: [
      'double radius = 1\n            float3 xformOp:scale = (1, 2, 1)\n            uniform token[] xformOpOrder = ["xformOp:scale"]',
    ],
  },
  {
    name: "joint",
    from: /rel physics:body0 = <\/Asset\/Geo\/Box>/u,
    to: [
      "rel physics:body0 = </Asset/Geo/None>",
      "rel physics:body0 = [</Asset/Geo/Box>, </Asset/Geo/Ball>]",
      "rel physics:body1 = </Asset/Geo>",
    ],
  },
  {
    name: "light",
    from: /float inputs:intensity = 10/u,
    to: ["float intensity = 10", "float inputs:intensity = -10", "float inputs:radius = 1"],
  },
  { name: "no skeleton API", from: / \(\n {12}prepend apiSchemas = \["SkelBindingAPI"\]\n {8}\)/u, to: [""] },
  { name: "skeleton", from: /def SkelRoot "Character"/u, to: ['def Xform "Character"', 'def Scope "Character"'] },
  { name: "weights", from: /jointWeights = \[1\]/u, to: ["jointWeights = []", "jointWeights = [0.5, 0.5]"] },
  {
    name: "reference",
    from: /kind = "component"/u,
    to: [
      'kind = "component"\n    prepend references = @./missing.usda@',
      'kind = "component"\n    prepend references = </Nowhere>',
      'kind = "component"\n    prepend payload = @missing.usdc@</A>',
    ],
  },
  {
    name: "over",
    from: / {4}def SphereLight "Lamp"/u,
    to: ['    over "Gone"\n    {\n        double size = 1\n    }\n\n    def SphereLight "Lamp"'],
  },
  {
    name: "second root",
    from: /def Xform "Asset"/u,
    to: [
      'def Xform "Spare"\n{\n}\n\ndef Xform "Asset"',
      'over "Spare"\n{\n}\n\ndef Xform "Asset"',
      'class "Spare"\n{\n}\n\ndef Xform "Asset"',
    ],
  },
  { name: "name", from: /def Sphere "Ball"/u, to: ['def Sphere "Bäll"', 'def Sphere "Ba\u0308ll"'] },
  {
    name: "transform",
    from: /double3 xformOp:translate = \(0, 1, 0\)/u,
    to: [
      "float xformOp:translate = 1",
      "double3 xformOp:translate = (inf, 0, 0)",
      "double3 xformOp:move = (0, 1, 0)",
      "float3 xformOp:translate = (0, 1, 0)",
    ],
  },
];

/** Returns an asset with mistakes; the same for the same seed. */
export function mutateStage(seed: number): { readonly text: string; readonly mutations: readonly string[] } {
  const random = new Random(seed);
  let text = ASSET;
  const mutations: string[] = [];
  // The first seeds have each change once.
  const chosen =
    seed <= MUTATIONS.length
      ? [MUTATIONS[seed - 1] ?? MUTATIONS[0]]
      : Array.from({ length: random.between(1, 4) }, () => random.pick(MUTATIONS));
  for (const { name, from, to } of chosen) {
    const changed = text.replace(from, () => random.pick(to));
    if (changed === text) continue;
    text = changed;
    mutations.push(name);
  }
  return { text, mutations };
}
