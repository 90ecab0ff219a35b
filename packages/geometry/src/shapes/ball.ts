/** Balls of which there may be many. */
import type { Shape } from "./shape.ts";

/**
 * Returns a ball of radius 1: an octahedron whose edges are divided a number of times.
 *
 * @param level with 8 · 4^level triangles
 */
export function ball(level: number): Shape {
  let vertices: readonly (readonly number[])[] = [
    [1, 0, 0],
    [0, 1, 0],
    [-1, 0, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ];
  let indices: readonly number[] = [0, 1, 2, 3].flatMap((i) => [i, (i + 1) % 4, 4, (i + 1) % 4, i, 5]);
  for (let i = 0; i < level; i++) ({ vertices, indices } = divided(vertices, indices));
  const positions = vertices.flat();
  return { positions, normals: positions, indices };
}

interface Mesh {
  readonly vertices: readonly (readonly number[])[];
  readonly indices: readonly number[];
}

/** Divides each triangle into four, with the new corners on the sphere. */
function divided(corners: Mesh["vertices"], triangles: readonly number[]): Mesh {
  const vertices = [...corners];
  const middles = new Map<number, number>();
  const middle = (a: number, b: number): number => {
    const key = Math.min(a, b) * corners.length + Math.max(a, b);
    const known = middles.get(key);
    if (known !== undefined) return known;
    const sum = vertices[a].map((value, axis) => value + vertices[b][axis]);
    const length = Math.sqrt(sum.reduce((total, value) => total + value * value, 0));
    vertices.push(sum.map((value) => value / length));
    middles.set(key, vertices.length - 1);
    return vertices.length - 1;
  };
  const indices: number[] = [];
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [triangles[i], triangles[i + 1], triangles[i + 2]];
    const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
    indices.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
  }
  return { vertices, indices };
}
