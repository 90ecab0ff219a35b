// Random stages of drawable prims, for comparisons of what is seen.

import type { Random } from "../bench/generate/random.ts";

/** Makes the properties of one type of prim. */
type Shape = (random: Random) => string;

const number = (random: Random, least: number, most: number): number => random.between(100 * least, 100 * most) / 100;
const axis = (random: Random): string => `uniform token axis = "${random.pick(["X", "Y", "Z"])}"`;
const point = (random: Random, size = 2): string => `(${[0, 1, 2].map(() => number(random, -size, size)).join(", ")})`;
const list = (items: readonly unknown[]): string => `[${items.join(", ")}]`;

/** A prism whose sides are faces of four corners. */
const mesh: Shape = (random) => {
  const corners = random.between(3, 7);
  const ring = (z: number): string[] =>
    Array.from({ length: corners }, (_, i) => {
      const angle = (2 * Math.PI * i) / corners;
      return `(${Math.cos(angle).toFixed(4)}, ${Math.sin(angle).toFixed(4)}, ${z})`;
    });
  const sides = Array.from({ length: corners }, (_, i) => {
    const next = (i + 1) % corners;
    return [i, next, corners + next, corners + i];
  });
  const cap = Array.from({ length: corners }, (_, i) => i);
  const faces = [...sides, cap.toReversed(), cap.map((i) => i + corners)];
  return `uniform token subdivisionScheme = "none"
    uniform token orientation = "${random.pick(["rightHanded", "leftHanded"])}"
    point3f[] points = ${list([...ring(-1), ...ring(number(random, 0, 2))])}
    int[] faceVertexCounts = ${list(faces.map(({ length }) => length))}
    int[] faceVertexIndices = ${list(faces.flat())}${
      random.chance(30) ? `\n    int[] holeIndices = [${random.between(0, corners - 1)}]` : ""
    }`;
};

const radii: Shape = (random) =>
  `double radius = ${number(random, 0.5, 1.5)}\n    double height = ${number(random, 1, 3)}\n    ${axis(random)}`;

const curves: Shape = (random) => {
  const basis = random.pick(["bezier", "bspline", "catmullRom", "linear"]);
  const count = basis === "bezier" ? random.pick([4, 7]) : random.between(4, 6);
  return `uniform token type = "${basis === "linear" ? "linear" : "cubic"}"
    uniform token basis = "${basis === "linear" ? "bezier" : basis}"
    int[] curveVertexCounts = ${list([count, count])}
    point3f[] points = ${list(Array.from({ length: 2 * count }, (_, i) => `(${(i % count) - 2}, ${number(random, -1, 1)}, ${number(random, -1, 1)})`))}
    float[] widths = [${number(random, 0.2, 0.5)}] (
        interpolation = "constant"
    )`;
};

const patch: Shape = (random) => {
  const rows = Array.from({ length: 4 }, (_, v) =>
    Array.from({ length: 5 }, (__, u) => `(${u - 2}, ${v - 1.5}, ${number(random, -1, 1)})`),
  );
  return `int uVertexCount = 5
    int vVertexCount = 4
    int uOrder = 4
    int vOrder = 3
    double[] uKnots = [0, 0, 0, 0, 1, 2, 2, 2, 2]
    double[] vKnots = [0, 0, 0, 1, 2, 2, 2]
    point3f[] points = ${list(rows.flat())}`;
};

const tets: Shape = (
  random,
) => `point3f[] points = [(-1, -1, -1), (1, -1, -1), (0, 1, -1), (0, 0, ${number(random, 0.5, 2)}), (0, 0, -2.5)]
    int4[] tetVertexIndices = [(0, 1, 2, 3), (0, 2, 1, 4)]`;

const instancer: Shape = (random) => {
  const count = random.between(2, 6);
  return `rel prototypes = [<Ball>, <Box>]
    int[] protoIndices = ${list(Array.from({ length: count }, () => random.below(2)))}
    point3f[] positions = ${list(Array.from({ length: count }, () => point(random, 3)))}
    quath[] orientations = ${list(Array.from({ length: count }, () => "(0.8, 0.6, 0, 0)"))}
    float3[] scales = ${list(Array.from({ length: count }, () => "(0.5, 1, 0.75)"))}
    int64[] invisibleIds = [${random.between(0, 8)}]
    def Sphere "Ball"
    {
    }
    def Cube "Box"
    {
        double size = 1.5
        double3 xformOp:translate = (0.5, 0, 0)
        uniform token[] xformOpOrder = ["xformOp:translate"]
    }`;
};

const shapes: Readonly<Record<string, Shape>> = {
  Mesh: mesh,
  Cube: (random) => `double size = ${number(random, 1, 3)}`,
  Sphere: (random) => `double radius = ${number(random, 0.5, 1.5)}`,
  Cylinder: radii,
  Cylinder_1: (random) =>
    `double radiusTop = ${number(random, 0.5, 1.5)}\n    double radiusBottom = ${number(random, 0.5, 1.5)}\n    double height = ${number(random, 1, 3)}\n    ${axis(random)}`,
  Cone: radii,
  Capsule: radii,
  Plane: (random) =>
    `double width = ${number(random, 1, 3)}\n    double length = ${number(random, 1, 3)}\n    ${axis(random)}`,
  Points: (random) =>
    `point3f[] points = ${list(Array.from({ length: 5 }, () => point(random)))}\n    float[] widths = ${list(Array.from({ length: 5 }, () => number(random, 0.5, 1)))}`,
  BasisCurves: curves,
  NurbsPatch: patch,
  TetMesh: tets,
  PointInstancer: instancer,
};

/** The types that random stages have. */
export const shapeTypes: readonly string[] = Object.keys(shapes);

/** Returns the text of a stage with some shapes, moved, nested, animated, hidden and instanced. */
export function randomShapes(random: Random): string {
  const count = random.between(2, 5);
  const prims = Array.from({ length: count }, (_, i) => prim(random, i));
  return `#usda 1.0\n(\n    startTimeCode = 0\n    endTimeCode = 10\n    upAxis = "${random.pick(["Y", "Z"])}"\n)\n${prims.join("")}`;
}

function prim(random: Random, index: number): string {
  const [first = "", ...rest] = shapeTypes;
  const type = random.pick([first, ...rest]);
  const inner = `    def ${type} "Shape"
    {
    ${shapes[type](random)}
    double3 xformOp:translate.timeSamples = { 0: ${point(random, 4)}, 10: ${point(random, 4)} }
    float3 xformOp:rotateXYZ = ${point(random, 180)}
    float3 xformOp:scale = (${number(random, 0.5, 1.5)}, ${number(random, 0.5, 1.5)}, ${random.chance(20) ? -1 : 1})
    uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:rotateXYZ", "xformOp:scale"]
    ${random.chance(10) ? 'token visibility = "invisible"' : ""}
    ${random.chance(10) ? 'uniform token purpose = "guide"' : ""}
    }`;
  return `def Xform "Group${index}" ${random.chance(30) ? "(\n    instanceable = true\n)" : ""}
{
    float xformOp:rotateY = ${number(random, -90, 90)}
    uniform token[] xformOpOrder = ["xformOp:rotateY"]
${inner}
}
`;
}
