import type { PointGeometry, TriangleGeometry } from "../model/drawable.ts";
import type { PrimReader, Primvar } from "../model/prim-reader.ts";
import { smallBall } from "../shapes/ball.ts";

/** Points up to which each is a ball of its width. */
const MOST_BALLS = 1 << 17;

/** Points: balls of their widths, or points without a size if there are none, or too many. */
export function points(prim: PrimReader): PointGeometry | TriangleGeometry | undefined {
  const authored = prim.floats("points") ?? new Float32Array();
  const kept = finitePoints(authored);
  const left = Math.floor(authored.length / 3) - kept.length;
  if (left > 0) prim.problem("points", `${left} ${left === 1 ? "point is" : "points are"} not finite and not drawn`);
  if (kept.length === 0) return undefined;
  const values = (property: string, primvar: Primvar | undefined, components: number): Float32Array | null => {
    const found = primvar === undefined ? undefined : valuesAt(primvar, components, kept);
    if (typeof found !== "string") return found ?? null;
    prim.problem(property, `${found}: the points are drawn without it`);
    return null;
  };
  const positions = pick(authored, 3, kept);
  const widths = values("widths", prim.widths(), 1);
  const colors = values("primvars:displayColor", prim.primvar("displayColor"), 3);
  if (widths === null) return { type: "points", positions, colors };
  if (kept.length <= MOST_BALLS) return balls(positions, widths, colors);
  prim.problem("widths", `More than ${MOST_BALLS} points are drawn without their widths`);
  return { type: "points", positions, colors };
}

function balls(centres: Float32Array, widths: Float32Array, colors: Float32Array | null): TriangleGeometry {
  const ball = smallBall();
  const [corners, count] = [ball.positions.length / 3, widths.length];
  const positions = new Float32Array(3 * corners * count);
  const normals = new Float32Array(3 * corners * count);
  const indices = new Uint32Array(ball.indices.length * count);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3 * corners; k++) {
      positions[3 * corners * i + k] = centres[3 * i + (k % 3)] + (widths[i] / 2) * ball.positions[k];
    }
    normals.set(ball.normals, 3 * corners * i);
    for (const [k, vertex] of ball.indices.entries()) indices[ball.indices.length * i + k] = corners * i + vertex;
  }
  const ofBall = Uint32Array.from({ length: corners * count }, (_, vertex) => Math.floor(vertex / corners));
  return {
    type: "triangles",
    positions,
    normals,
    colors: colors && pick(colors, 3, ofBall),
    opacities: null,
    texCoords: new Map(),
    indices,
    groups: [{ subset: null, firstTriangle: 0, triangles: indices.length / 3 }],
    isDoubleSided: false,
  };
}

function finitePoints(points: Float32Array): Uint32Array {
  const kept: number[] = [];
  for (let i = 0; 3 * i + 2 < points.length; i++) {
    if (Number.isFinite(points[3 * i] + points[3 * i + 1] + points[3 * i + 2])) kept.push(i);
  }
  return Uint32Array.from(kept);
}

/** Returns the values at points, or what is wrong with the primvar. */
function valuesAt(
  { components, values, interpolation, indices }: Primvar,
  expected: number,
  kept: Uint32Array,
): Float32Array | string {
  if (components !== expected) return `Expected ${expected} numbers a value, found ${components}`;
  const elements = Math.floor(values.length / components);
  const isOne = interpolation === "constant" || interpolation === "uniform";
  const places = isOne ? new Uint32Array(kept.length) : kept;
  const found = indices === null ? places : places.map((place) => indices[place] ?? elements);
  const bad = found.find((element) => element >= elements);
  return bad === undefined ? pick(values, components, found) : `There are ${elements} values, and not for each point`;
}

function pick(values: Float32Array, components: number, elements: Uint32Array): Float32Array {
  const result = new Float32Array(components * elements.length);
  for (const [i, element] of elements.entries()) {
    for (let k = 0; k < components; k++) result[components * i + k] = values[components * element + k];
  }
  return result;
}
