import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TriangleGeometry } from "../model/geometry.ts";
import type { Primvar } from "../model/prim-reader.ts";
import { mesh } from "../prims/mesh.ts";
import { areaOf, areaVector, boundsOf, leastAgreement, volumeOf } from "../test-support/measure.ts";
import { plainPrim, type PlainPrim } from "../test-support/plain-prim.ts";

type Attributes = NonNullable<PlainPrim["attributes"]>;

const CUBE = {
  points: [-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1, -1, -1, 1, 1, -1, 1, 1, 1, 1, -1, 1, 1],
  faceVertexCounts: [4, 4, 4, 4, 4, 4],
  faceVertexIndices: [0, 3, 2, 1, 4, 5, 6, 7, 0, 1, 5, 4, 1, 2, 6, 5, 2, 3, 7, 6, 3, 0, 4, 7],
  subdivisionScheme: "catmullClark",
};
const OCTAHEDRON = {
  points: [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1],
  faceVertexCounts: Array<number>(8).fill(3),
  faceVertexIndices: [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5],
  subdivisionScheme: "loop",
};
/** Three by three unit squares. */
const GRID = {
  points: Array.from({ length: 16 }, (_, i) => [i % 4, i >> 2, 0]).flat(),
  faceVertexCounts: Array<number>(9).fill(4),
  faceVertexIndices: Array.from({ length: 9 }, (_, i) => {
    const first = (i % 3) + 4 * Math.floor(i / 3);
    return [first, first + 1, first + 5, first + 4];
  }).flat(),
  subdivisionScheme: "catmullClark",
  interpolateBoundary: "edgeAndCorner",
};

function draw(
  attributes: Attributes,
  subdivisionLevel: number,
  rest: Omit<PlainPrim, "attributes"> = {},
): TriangleGeometry {
  const prim = plainPrim({ attributes, ...rest });
  const geometry = mesh(prim, { subdivisionLevel });
  expect(prim.problems).toEqual([]);
  if (geometry === undefined) throw new Error("nothing is drawn");
  return geometry;
}

const pointAt = ({ positions }: TriangleGeometry, vertex: number): number[] =>
  Array.from(positions.subarray(3 * vertex, 3 * vertex + 3));

describe("Catmull-Clark", () => {
  test("puts the points of a cube where the scheme has them", () => {
    const cube = draw(CUBE, 1);
    // A corner: a third of itself, and a ninth of three neighbors and three centres of faces.
    expect(pointAt(cube, 6)).toEqual([5 / 9, 5 / 9, 5 / 9].map(Math.fround));
    // The edge from 0 to 3, and the face at z = 1.
    expect(pointAt(cube, 8)).toEqual([-0.75, 0, -0.75]);
    expect(pointAt(cube, 8 + 12 + 1)).toEqual([0, 0, 1]);
    expect(cube.indices.length).toBe(3 * 2 * 24);
  });

  test("goes to a smooth closed surface within the cage", () => {
    const volumes = [0, 1, 2, 3].map((level) => volumeOf(draw(CUBE, level)));
    expect(volumes[0]).toBe(8);
    for (const [i, volume] of volumes.entries()) if (i > 0) expect(volume).toBeLessThan(volumes[i - 1]);
    expect(volumes[3]).toBeGreaterThan(2.5);
    expect(leastAgreement(draw(CUBE, 3))).toBeGreaterThan(0);
  });

  test("keeps sharp edges and corners, and lets those of low sharpness go", () => {
    const creases = {
      creaseIndices: [0, 1, 2, 3, 0, 4, 5, 6, 7, 4],
      creaseLengths: [5, 5],
      creaseSharpnesses: [10, 10],
    };
    const cylinder = boundsOf(draw({ ...CUBE, ...creases }, 3));
    // Both ends stay where they are. They are no squares any more, but cubic splines whose middle is at 11/12.
    expect([cylinder[2], cylinder[5]]).toEqual([-1, 1]);
    expect(cylinder[3]).toBeGreaterThan(11 / 12);
    expect(cylinder[3]).toBeLessThan(11 / 12 + 0.01);
    const corners = { cornerIndices: [6], cornerSharpnesses: [10] };
    expect(pointAt(draw({ ...CUBE, ...corners }, 3), 6)).toEqual([1, 1, 1]);
    const volumes = [0, 0.5, 1, 2, 10].map((sharpness) =>
      volumeOf(draw({ ...CUBE, ...creases, creaseSharpnesses: [sharpness, sharpness] }, 3)),
    );
    expect(volumes).toEqual(volumes.toSorted((a, b) => a - b));
    expect(new Set(volumes).size).toBe(5);
  });

  test("ends at the boundary as the mesh says", () => {
    const at = (interpolateBoundary: string): TriangleGeometry => draw({ ...GRID, interpolateBoundary }, 3);
    expect(areaVector(at("edgeAndCorner"))).toEqual([0, 0, expect.closeTo(9, 5)]);
    const rounded = areaOf(at("edgeOnly"));
    expect(rounded).toBeGreaterThan(8.5);
    expect(rounded).toBeLessThan(9);
    // Only the face in the middle has no vertex at the boundary.
    expect(boundsOf({ positions: drawnPoints(at("none")) }).map((value) => Math.round(value))).toEqual([
      1, 1, 0, 2, 2, 0,
    ]);
  });

  test("law: a flat mesh keeps its area and values that are linear in the plane, inside", () => {
    const level = fc.integer({ min: 1, max: 3 });
    const linear = fc.tuple(fc.integer({ min: -4, max: 4 }), fc.integer({ min: -4, max: 4 }));
    fc.assert(
      fc.property(
        level,
        linear,
        fc.constantFrom("vertex", "varying", "faceVarying"),
        (levels, [a, b], interpolation) => {
          const valueAt = (point: number): number[] => [a * (point % 4) + b * (point >> 2), 1];
          const st: Primvar = {
            components: 2,
            values: Float32Array.from(
              interpolation === "faceVarying"
                ? GRID.faceVertexIndices.flatMap(valueAt)
                : Array.from({ length: 16 }, (_, i) => valueAt(i)).flat(),
            ),
            interpolation,
            indices: null,
          };
          const scheme = { ...GRID, subdivisionScheme: interpolation === "vertex" ? "catmullClark" : "bilinear" };
          const { positions, primvars } = draw(scheme, levels, { primvars: { st } });
          const values = primvars.get("st")?.values ?? new Float32Array();
          expect(values.length).toBe((2 / 3) * positions.length);
          for (let i = 0; 3 * i < positions.length; i++) {
            expect(values[2 * i]).toBeCloseTo(a * positions[3 * i] + b * positions[3 * i + 1], 4);
            expect(values[2 * i + 1]).toBeCloseTo(1, 6);
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  test("faces keep their holes, subsets and values by face", () => {
    const color: Primvar = {
      components: 3,
      values: Float32Array.from({ length: 18 }, (_, i) => i),
      interpolation: "uniform",
      indices: null,
    };
    const cube = draw({ ...CUBE, holeIndices: [0] }, 2, {
      primvars: { displayColor: color },
      subsets: [{ path: "/Cube/top", faces: Int32Array.of(1) }],
    });
    expect(cube.groups).toEqual([
      { subset: null, firstTriangle: 0, triangles: 4 * 32 },
      { subset: "/Cube/top", firstTriangle: 4 * 32, triangles: 32 },
    ]);
    const topVertex = cube.indices[3 * 4 * 32];
    const colors = cube.primvars.get("displayColor")?.values ?? new Float32Array();
    expect(Array.from(colors.subarray(3 * topVertex, 3 * topVertex + 3))).toEqual([3, 4, 5]);
  });
});

describe("Loop", () => {
  test("rounds an octahedron, and is refused for other faces", () => {
    const volumes = [0, 1, 2, 3].map((level) => volumeOf(draw(OCTAHEDRON, level)));
    for (const [i, volume] of volumes.entries()) if (i > 0) expect(volume).toBeLessThan(volumes[i - 1]);
    // A vertex of valence 4: with 31/64 of itself its neighbors cancel each other but for that below.
    const share = (0.625 - 0.375 ** 2) / 4;
    expect(pointAt(draw(OCTAHEDRON, 1), 0)).toEqual([Math.fround(1 - 4 * share), 0, 0]);
    const prim = plainPrim({ attributes: { ...CUBE, subdivisionScheme: "loop" } });
    expect(mesh(prim, { subdivisionLevel: 2 })?.indices.length).toBe(36);
    expect(prim.problems).toEqual([
      'subdivisionScheme: The scheme "loop" is for triangles: the mesh is drawn without subdivision',
    ]);
  });
});

describe("bad input", () => {
  test("creases without points, unknown schemes and too many levels are problems", () => {
    const bad = {
      ...CUBE,
      creaseIndices: [0, 99, 1],
      creaseLengths: [2, 5],
      creaseSharpnesses: [1, 1],
      cornerIndices: [-1],
      cornerSharpnesses: [1],
    };
    const prim = plainPrim({ attributes: bad });
    expect(volumeOf(mesh(prim, { subdivisionLevel: 1 }) ?? draw(CUBE, 0))).toBe(volumeOf(draw(CUBE, 1)));
    const other = plainPrim({ attributes: { ...CUBE, subdivisionScheme: "doo" } });
    expect(mesh(other, { subdivisionLevel: 1 })?.normals).toBe(null);
    expect([...prim.problems, ...other.problems]).toEqual([
      "cornerIndices: 1 of the corners have no point or no sharpness: they are ignored",
      "creaseIndices: 2 of the creases have no points or no sharpness: they are ignored",
      'subdivisionScheme: Expected "catmullClark", "loop", "bilinear" or "none", found "doo": the mesh is drawn as with "none"',
    ]);
  });

  test("edges of three faces and of one stay where they are", () => {
    const fins = {
      points: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, -1, 0],
      faceVertexCounts: [3, 3, 3],
      faceVertexIndices: [0, 1, 2, 0, 1, 3, 0, 1, 4],
      subdivisionScheme: "catmullClark",
    };
    expect(areaOf(draw(fins, 2))).toBeGreaterThan(0.5);
  });
});

/** Returns the positions of the vertices that triangles use. */
function drawnPoints({ positions, indices }: TriangleGeometry): Float32Array {
  return Float32Array.from(Array.from(indices).flatMap((vertex) => pointAt({ positions } as TriangleGeometry, vertex)));
}
