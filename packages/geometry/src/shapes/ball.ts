/** Small balls, of which there may be many. */
import type { Shape } from "./shape.ts";

/** Returns a ball of radius 1 of 32 triangles: an octahedron with its edges divided. */
export function smallBall(): Shape {
  const corners = [
    [1, 0, 0],
    [0, 1, 0],
    [-1, 0, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ];
  const vertices = corners.map((corner) => [...corner]);
  const middles = new Map<number, number>();
  const middle = (a: number, b: number): number => {
    const key = Math.min(a, b) * corners.length + Math.max(a, b);
    const known = middles.get(key);
    if (known !== undefined) return known;
    // Corners are perpendicular: their sum has the length √2.
    vertices.push(vertices[a].map((value, axis) => (value + vertices[b][axis]) * Math.SQRT1_2));
    middles.set(key, vertices.length - 1);
    return vertices.length - 1;
  };
  const indices: number[] = [];
  for (let i = 0; i < 4; i++) {
    const next = (i + 1) % 4;
    for (const [a, b, c] of [
      [i, next, 4],
      [next, i, 5],
    ]) {
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      indices.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
    }
  }
  const positions = vertices.flat();
  return { positions, normals: positions, indices };
}
