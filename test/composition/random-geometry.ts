// Random attributes of UsdGeom: transforms, visibility, purposes, primvars, and what extents are computed from.

import type { Random } from "../bench/generate/random.ts";

const VECTOR_OPS = [
  "translate",
  "scale",
  "rotateXYZ",
  "rotateXZY",
  "rotateYXZ",
  "rotateYZX",
  "rotateZXY",
  "rotateZYX",
] as const;
const SCALAR_OPS = [
  "rotateX",
  "rotateY",
  "rotateZ",
  "translateX",
  "translateY",
  "translateZ",
  "scaleX",
  "scaleY",
  "scaleZ",
] as const;
const PRECISIONS = ["double", "float", "half"] as const;
const PRIMVARS = ["displayColor", "st", "weights", "names", "skel:ids"] as const;
const INTERPOLATIONS = ["constant", "constant", "vertex", "uniform", "faceVarying", ""] as const;

/** Returns the statements of the properties of a prim. */
export function randomGeometry(random: Random, type: string, path: string): readonly string[] {
  return [
    ...transforms(random),
    ...(random.chance(20)
      ? sampled(random, "token visibility", () => random.pick(['"invisible"', '"inherited"']))
      : []),
    ...(random.chance(30) ? [`uniform token purpose = "${random.pick(["render", "proxy", "guide", "default"])}"`] : []),
    ...["guide", "proxy", "render"].flatMap((each) =>
      random.chance(15)
        ? sampled(random, `token ${each}Visibility`, () => random.pick(['"visible"', '"invisible"', '"inherited"']))
        : [],
    ),
    ...(random.chance(10)
      ? [`rel proxyPrim = ${random.pick(["</A>", "</A/B>", "</B>", "[</A>, </B>]", "</C.proxyPrim>"])}`]
      : []),
    ...primvars(random, path),
    ...(random.chance(25) ? sampled(random, "float3[] extent", () => box(random)) : []),
    ...(random.chance(15)
      ? [
          `float3[] extentsHint = [${Array.from({ length: random.between(1, 4) }, () => box(random).slice(1, -1)).join(", ")}]`,
        ]
      : []),
    ...shape(random, type, path),
  ];
}

function number(random: Random): string {
  return String(random.between(-40, 40) / 8);
}

function vector(random: Random, count = 3): string {
  return `(${Array.from({ length: count }, () => number(random)).join(", ")})`;
}

function box(random: Random): string {
  return `[${vector(random)}, ${vector(random)}]`;
}

/** A default, samples, or both. */
function sampled(random: Random, declaration: string, value: () => string): readonly string[] {
  const found = random.chance(70) ? [`${declaration} = ${random.chance(4) ? "None" : value()}`] : [];
  if (found.length === 0 || random.chance(25))
    found.push(`${declaration}.timeSamples = { 1: ${value()}, 4: ${value()}, 30: ${value()} }`);
  return found;
}

function transforms(random: Random): readonly string[] {
  if (random.chance(40)) return [];
  const order: string[] = [];
  const found: string[] = [];
  for (let i = random.between(1, 4); i > 0; i--) {
    const suffix = random.chance(40) ? `:${random.pick(["pivot", "a", "b:c"])}` : "";
    const [type, count, name] = op(random);
    const attribute = `xformOp:${name}${suffix}`;
    if (order.includes(attribute)) continue;
    found.push(...sampled(random, `${type} ${attribute}`, () => opValue(random, name, count)));
    order.push(attribute);
    if (random.chance(20)) order.push(`!invert!${attribute}`);
  }
  if (random.chance(15)) order.splice(random.between(0, order.length), 0, "!resetXformStack!");
  if (random.chance(10)) order.push("xformOp:translate:missing");
  return [...found, `uniform token[] xformOpOrder = ${JSON.stringify(order)}`];
}

function op(random: Random): readonly [type: string, count: number, name: string] {
  const precision = random.pick(PRECISIONS);
  if (random.chance(15)) return [`quat${precision[0]}`, 4, "orient"];
  if (random.chance(15)) return ["matrix4d", 16, "transform"];
  if (random.chance(35)) return [precision, 1, random.pick(SCALAR_OPS)];
  return [`${precision}3`, 3, random.pick(VECTOR_OPS)];
}

function opValue(random: Random, name: string, count: number): string {
  if (name === "orient")
    return random.pick(["(1, 0, 0, 0)", "(0.5, 0.5, 0.5, 0.5)", "(0.6, 0.8, 0, 0)", "(0.70710678, 0, 0.70710678, 0)"]);
  if (count === 16) {
    return `(${[0, 1, 2].map((row) => `(${[0, 1, 2].map((column) => (row === column ? "1.5" : number(random))).join(", ")}, 0)`).join(", ")}, (${number(random)}, 2, 3, 1))`;
  }
  const one = (): string =>
    name.startsWith("rotate") ? String(random.pick([90, 45, -180, 30, 12.5, 720])) : number(random);
  return count === 1 ? one() : `(${one()}, ${one()}, ${one()})`;
}

function primvars(random: Random, path: string): readonly string[] {
  return PRIMVARS.filter(() => random.chance(20)).flatMap((name) => {
    const interpolation = random.pick(INTERPOLATIONS);
    const elementSize = random.chance(20) ? 2 : 1;
    const metadata = [
      interpolation === "" ? "" : `interpolation = "${interpolation}"`,
      elementSize === 1 ? "" : `elementSize = ${elementSize}`,
      random.chance(10) ? `unauthoredValuesIndex = ${random.between(0, 2)}` : "",
    ].filter((each) => each !== "");
    const tail = metadata.length === 0 ? "" : ` (\n${metadata.join("\n")}\n)`;
    const [type, value] = primvarValue(random, name);
    const found = [`${type} primvars:${name} = ${random.chance(5) ? "None" : value}${tail}`];
    if (type.endsWith("[]") && random.chance(45))
      found.push(`int[] primvars:${name}:indices = ${random.pick(["[0, 1, 0]", "[1]", "[]", "[0, 0, 2]", "[-1, 0]"])}`);
    if (name === "names" && random.chance(30))
      found.push(`rel primvars:names:idFrom = ${random.pick([`<${path}>`, `[<${path}>, <${path}/A>]`])}`);
    return found;
  });
}

type TypeAndValue = readonly [type: string, value: string];

function primvarValue(random: Random, name: (typeof PRIMVARS)[number]): TypeAndValue {
  switch (name) {
    case "displayColor":
      return ["color3f[]", `[${vector(random)}, ${vector(random)}]`];
    case "st":
      return [
        "texCoord2f[]",
        `[${vector(random, 2)}, ${vector(random, 2)}, ${vector(random, 2)}, ${vector(random, 2)}]`,
      ];
    case "weights":
      return random.pick<TypeAndValue>([
        ["float", "2.5"],
        ["half[]", "[1, 2.5, 3, 4]"],
        ["int64[]", "[1, 2]"],
        ["matrix4d[]", "[((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)), ((2,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))]"],
      ]);
    case "names":
      return random.pick<TypeAndValue>([
        ["string", '"a"'],
        ["string[]", '["a", "b"]'],
        ["token[]", '["a", "b"]'],
      ]);
    case "skel:ids":
      return ["int[]", "[4, 5, 6, 7]"];
  }
}

/** The attributes that the extent of a type is computed from. */
function shape(random: Random, type: string, path: string): readonly string[] {
  const scalar = (name: string): readonly string[] =>
    random.chance(50) ? sampled(random, `double ${name}`, () => String(random.between(0, 40) / 8)) : [];
  const axis = random.chance(50) ? [`uniform token axis = "${random.pick(["X", "Y", "Z"])}"`] : [];
  switch (type) {
    case "Cube":
      return scalar("size");
    case "Sphere":
      return scalar("radius");
    case "Cylinder":
    case "Capsule":
    case "Cone":
      return [...scalar("radius"), ...scalar("height"), ...axis];
    case "Plane":
      return [...scalar("width"), ...scalar("length"), ...axis];
    case "Mesh":
    case "Points":
    case "BasisCurves":
      return [...points(random), ...(type === "Mesh" ? [] : widths(random))];
    case "PointInstancer":
      return instances(random, path);
    case "SphereLight":
      return random.chance(50) ? ["float inputs:radius = 2.5"] : [];
    case "RectLight":
      return random.chance(50) ? ["float inputs:width = 2.5", "float inputs:height = 4"] : [];
    default:
      return [];
  }
}

function points(random: Random): readonly string[] {
  if (random.chance(15)) return [];
  const count = random.between(0, 4);
  const list = (): string => `[${Array.from({ length: count }, () => vector(random)).join(", ")}]`;
  return sampled(random, "point3f[] points", list);
}

function widths(random: Random): readonly string[] {
  if (random.chance(40)) return [];
  return [
    `float[] widths = [${Array.from({ length: random.between(0, 4) }, () => String(random.between(0, 20) / 8)).join(", ")}]`,
  ];
}

function instances(random: Random, path: string): readonly string[] {
  const count = random.between(0, 3);
  const list = (make: () => string): string => `[${Array.from({ length: count }, make).join(", ")}]`;
  const targets = random.pick([`<${path}/A>`, `[<${path}/A>, <${path}/B>]`, `[</A>, <${path}/C>]`, "[]"]);
  return [
    `rel prototypes = ${targets}`,
    ...sampled(random, "int[] protoIndices", () => list(() => String(random.between(0, 1)))),
    ...sampled(random, "point3f[] positions", () => list(() => vector(random))),
    ...(random.chance(40) ? [`float3[] scales = ${list(() => vector(random))}`] : []),
    ...(random.chance(40)
      ? [`quath[] orientations = ${list(() => random.pick(["(1, 0, 0, 0)", "(0.5, 0.5, 0.5, 0.5)"]))}`]
      : []),
    ...(random.chance(20) ? [`quatf[] orientationsf = ${list(() => "(0.6, 0.8, 0, 0)")}`] : []),
    ...(random.chance(30) ? [`int64[] invisibleIds = [${random.between(0, 3)}]`] : []),
    ...(random.chance(20) ? [`int64[] ids = ${list(() => String(random.between(0, 3)))}`] : []),
    ...(random.chance(30) ? [`vector3f[] velocities = ${list(() => vector(random))}`] : []),
  ];
}
