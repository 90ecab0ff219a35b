// Random stages for what UsdGeom and UsdShade compute: geometry of every type with transforms, visibility, purposes, primvars and
// extents, material bindings of every kind, collections, and networks of shaders, in several layers and instances.

import { Random } from "../bench/generate/random.ts";
import { randomCollections, randomMaterials, randomBindings } from "./random-bindings.ts";
import { randomGeometry } from "./random-geometry.ts";

/** Names of prims, few so that layers and paths meet. */
export const NAMES = ["A", "B", "C", "D"] as const;
const TYPES = [
  "Xform",
  "Xform",
  "Xform",
  "Scope",
  "",
  "NoSuchType",
  "Cube",
  "Sphere",
  "Cylinder",
  "Capsule",
  "Cone",
  "Plane",
  "Mesh",
  "Points",
  "BasisCurves",
  "PointInstancer",
  "Camera",
  "SphereLight",
  "RectLight",
  "DiskLight",
  "CylinderLight",
] as const;
const KINDS = ["component", "group", "assembly", "subcomponent", "model"] as const;
const MAX_DEPTH = 4;

/** Returns the texts of the layers of a stage by file name; the root layer is `root.usda`. */
export function randomScene(seed: number): ReadonlyMap<string, string> {
  const random = new Random(seed);
  const metadata = [
    "subLayers = [@./weak.usda@]",
    random.chance(40) ? `upAxis = "${random.pick(["Y", "Z"])}"` : "",
    random.chance(40) ? `metersPerUnit = ${random.pick(["1", "0.01", "2.54"])}` : "",
    random.chance(20) ? `timeCodesPerSecond = ${random.pick(["24", "48"])}` : "",
    random.chance(20) ? "framesPerSecond = 30" : "",
    random.chance(40) ? `startTimeCode = ${random.between(0, 10)}` : "",
    random.chance(40) ? `endTimeCode = ${random.between(10, 20)}` : "",
    random.chance(40) ? `defaultPrim = "${random.pick(NAMES)}"` : "",
  ].filter((each) => each !== "");
  return new Map([
    [
      "root.usda",
      `#usda 1.0\n(\n    ${metadata.join("\n    ")}\n)\n\n${randomMaterials(random)}${prims(random, "/", 0)}`,
    ],
    ["weak.usda", `#usda 1.0\n\n${prims(random, "/", 1)}`],
    ["library.usda", `#usda 1.0\n\n${prims(random, "/", 1)}`],
  ]);
}

function prims(random: Random, path: string, depth: number): string {
  if (depth >= MAX_DEPTH) return "";
  const names = NAMES.filter(() => random.chance(depth === 0 ? 75 : 45));
  return names.map((name) => prim(random, path === "/" ? `/${name}` : `${path}/${name}`, depth)).join("");
}

function prim(random: Random, path: string, depth: number): string {
  const type = random.pick(TYPES);
  const specifier = random.pick(["def", "def", "def", "def", "def", "def", "over", "class"]);
  const hasReference = depth <= 1 && random.chance(30);
  const bindings = randomBindings(random, path);
  const collections = randomCollections(random, path);
  const apis = [
    ...bindings.apis,
    ...collections.apis,
    ...(random.chance(30) ? ["VisibilityAPI"] : []),
    ...(random.chance(15) ? ["GeomModelAPI"] : []),
  ];
  const metadata = [
    apis.length > 0 ? `prepend apiSchemas = ${JSON.stringify(apis)}` : "",
    random.chance(depth === 0 ? 70 : 30) ? `kind = "${random.pick(KINDS)}"` : "",
    random.chance(4) ? "active = false" : "",
    hasReference
      ? `references = @./library.usda@</${random.pick(NAMES)}>${random.chance(20) ? " (offset = 2; scale = 2)" : ""}`
      : "",
    hasReference && random.chance(60) ? "instanceable = true" : "",
  ].filter((each) => each !== "");
  const head = metadata.length === 0 ? "" : ` (\n${metadata.join("\n")}\n)`;
  const name = path.slice(path.lastIndexOf("/") + 1);
  const body = [...randomGeometry(random, type, path), ...bindings.lines, ...collections.lines].join("\n");
  return `${specifier} ${type} "${name}"${head}\n{\n${body}\n${prims(random, path, depth + 1)}}\n`;
}
