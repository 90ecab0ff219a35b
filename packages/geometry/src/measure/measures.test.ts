// Compared with the plain way to compute the same, on arbitrary meshes.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unitVectorProblem, windingBias, zeroAreaFaces } from "./face-areas.ts";
import { measureManifold } from "./manifold.ts";
import { topologyProblem, triangleCount, unusedPoints, type MeshTopology } from "./mesh-topology.ts";
import { equalInBoth, firstEqual, firstEqualText, repeatedCount } from "./repeated-values.ts";

const POINTS = 6;
const faces = fc.array(fc.array(fc.nat(POINTS - 1), { minLength: 3, maxLength: 5 }), { minLength: 1, maxLength: 8 });

function topology(of: readonly (readonly number[])[], points = POINTS): MeshTopology {
  return { counts: Int32Array.from(of, ({ length }) => length), indices: Int32Array.from(of.flat()), points };
}

/** Groups faces by what they share, one pair after the other. */
function plainManifold(of: readonly (readonly number[])[]): ReturnType<typeof measureManifold> {
  const edges = new Map<string, { face: number; isForward: boolean; ends: readonly [number, number] }[]>();
  for (const [face, corners] of of.entries()) {
    for (const [i, p] of corners.entries()) {
      const q = corners[(i + 1) % corners.length];
      const ends: readonly [number, number] = [Math.min(p, q), Math.max(p, q)];
      const key = ends.join();
      edges.set(key, [...(edges.get(key) ?? []), { face, isForward: p < q, ends }]);
    }
  }
  const doubled = [...edges.values()].filter(({ length }) => length === 2);
  let vertices = 0;
  for (let vertex = 0; vertex < POINTS; vertex++) {
    let sets = [...new Set(of.flatMap((corners, face) => (corners.includes(vertex) ? face : [])))].map(
      (f) => new Set([f]),
    );
    for (const [a, b] of doubled) {
      if (!a.ends.includes(vertex)) continue;
      const joined = sets.filter((set) => set.has(a.face) || set.has(b.face));
      sets = [...sets.filter((set) => !joined.includes(set)), new Set(joined.flatMap((set) => [...set]))];
    }
    if (sets.length > 1) vertices++;
  }
  return {
    edges: [...edges.values()].filter(({ length }) => length > 2).length,
    vertices,
    isWindingConsistent: doubled.every(([a, b]) => a.isForward !== b.isForward),
  };
}

describe("measureManifold", () => {
  test("a large mesh, and a small one after it", () => {
    // More lists than are kept: triangles of a strip.
    const strip = Array.from({ length: 20_000 }, (_, i) => (i % 2 === 0 ? [i, i + 1, i + 2] : [i + 1, i, i + 2]));
    const none = { edges: 0, vertices: 0, isWindingConsistent: true };
    expect(measureManifold(topology(strip, 20_002))).toEqual(none);
    expect(measureManifold(topology([[0, 1, 2]]))).toEqual(none);
    expect(measureManifold(topology(strip.slice(0, 1000), 1002))).toEqual(none);
  });

  test("is that of the plain way", () => {
    fc.assert(
      fc.property(faces, (of) => {
        expect(measureManifold(topology(of))).toEqual(plainManifold(of));
      }),
    );
  });

  test("of a closed box is a surface, and many faces at one vertex are sorted", () => {
    const fan = Array.from({ length: 40 }, (_, i) => [0, 1 + i, 1 + ((i + 1) % 40)]);
    expect(measureManifold(topology(fan, 41))).toEqual({ edges: 0, vertices: 0, isWindingConsistent: true });
    const twice = [
      [0, 1, 2],
      [0, 2, 1],
      [0, 1, 3],
    ];
    expect(measureManifold(topology(twice))).toMatchObject({ edges: 1 });
  });
});

test("topologyProblem names the first problem", () => {
  const at = (counts: number[], indices: number[], points: number): unknown =>
    topologyProblem({ counts: Int32Array.from(counts), indices: Int32Array.from(indices), points });
  expect(at([3], [0, 1, 2], 3)).toBeUndefined();
  expect(at([3], [0, 1, 2], 0)).toEqual({ kind: "noPoints" });
  expect(at([], [], 3)).toEqual({ kind: "noFaces" });
  expect(at([4, -1], [0, 1, 2], 3)).toEqual({ kind: "negativeCount", face: 1, count: -1 });
  expect(at([4], [0, 1, 2], 3)).toEqual({ kind: "sum", sum: 4, indices: 3 });
  expect(at([3], [0, 1, 3], 3)).toEqual({ kind: "index", corner: 2, index: 3, points: 3 });
  expect(at([3], [0, -1, 2], 3)).toEqual({ kind: "index", corner: 1, index: -1, points: 3 });
});

test("unusedPoints and triangleCount", () => {
  expect(unusedPoints(topology([[0, 1, 2]], 3))).toEqual({ count: 0, first: -1 });
  expect(unusedPoints(topology([[0, 2, 3]], 6))).toEqual({ count: 3, first: 1 });
  expect(triangleCount(Int32Array.of(3, 4, 2, 6))).toBe(7);
});

describe("areas", () => {
  const square = [0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0];
  const mesh = {
    ...topology(
      [
        [0, 1, 2, 3],
        [0, 1, 1],
        [0, 1],
      ],
      4,
    ),
    positions: square,
  };

  test("zeroAreaFaces counts faces on a line and at a point", () => {
    expect(zeroAreaFaces(mesh)).toEqual({ count: 2, first: 1 });
    expect(zeroAreaFaces({ ...topology([[0, 1, 2, 3]], 4), positions: square })).toEqual({ count: 0, first: -1 });
  });

  test("windingBias is the area if normals are those of the faces", () => {
    const one = { ...topology([[0, 1, 2, 3]], 4), positions: square };
    const up = [0, 0, 1];
    expect(windingBias(one, { values: up, indices: undefined, per: "face" })).toBe(4);
    expect(windingBias(one, { values: [...up, 0, 0, -1], indices: Int32Array.of(1, 1, 1, 0), per: "corner" })).toBe(-8);
    expect(windingBias(one, { values: [...up, ...up, ...up, ...up], indices: undefined, per: "point" })).toBe(16);
  });

  test("unitVectorProblem", () => {
    expect(unitVectorProblem([0, 0, 1, 0, 1, 0], 1e-3)).toBeUndefined();
    expect(unitVectorProblem([0, 0, 2, 0, Number.NaN, 0], 1e-3)).toMatchObject({ kind: "notFinite", index: 1 });
    expect(unitVectorProblem([0, 0, 1, 0, 0, 2], 1e-3)).toEqual({ kind: "notUnit", index: 1, length: 2 });
  });
});

describe("repeated values", () => {
  const numbers = fc.array(fc.constantFrom(0, -0, 1, 2.5, Number.NaN), { maxLength: 30 });

  test("firstEqual is that of the plain way", () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 3 }), (values, width) => {
        const at = (element: number): readonly number[] => values.slice(element * width, (element + 1) * width);
        const found = firstEqual(values, width);
        for (const [i, first] of found.entries()) {
          const plain = Array.from(found.keys()).find((j) => at(i).every((value, k) => value === at(j)[k])) ?? i;
          expect(first).toBe(plain);
        }
      }),
    );
  });

  test("firstEqual is that of the plain way for long lists, which are hashed", () => {
    const values = fc.array(fc.constantFrom(0, -0, 1, 2, 1e300, Number.NaN), { minLength: 17, maxLength: 60 });
    fc.assert(
      fc.property(values, (list) => {
        const plain = list.map((value, i) => (Number.isNaN(value) ? i : list.findIndex((other) => other === value)));
        expect([...firstEqual(list, 1)]).toEqual(plain);
      }),
    );
  });

  test("repeatedCount counts all elements of groups; equalInBoth and texts", () => {
    expect(repeatedCount(firstEqual([1, 2, 1, 1, 3, 3], 1))).toBe(5);
    expect(repeatedCount(firstEqual([1, 2, 3], 1))).toBe(0);
    expect([...firstEqualText(["a", "b", "a"])]).toEqual([0, 1, 0]);
    expect([...equalInBoth(Int32Array.of(0, 0, 0), Int32Array.of(0, 1, 0))]).toEqual([0, 1, 0]);
  });
});
