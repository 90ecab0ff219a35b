import { BLOCK } from "../bands/bins.ts";
import { GUARD, SUBPIXEL } from "../bands/frame.ts";
import type { Frame } from "../bands/frame.ts";
import { multiplyAffine } from "../prepare/affine.ts";
import type { MeshDraw } from "../prepare/scene-data.ts";

/**
 * Projects a block of the draws' vertices. A vertex outside of the near and far planes or of the guard band becomes NaN: its
 * triangles need clipping.
 */
export function projectVertices(frame: Frame, block: number): void {
  const { draws, parts, vertices } = frame.scene.meshes;
  const [from, to] = [block * BLOCK, Math.min(vertices, (block + 1) * BLOCK)];
  for (let i = drawOfVertex(draws, from); i < draws.length && draws[i].vertexBase < to; i++) {
    const { vertexBase, part } = draws[i];
    const first = Math.max(from, vertexBase) - vertexBase;
    const last = Math.min(to - vertexBase, parts[part].vertices);
    projectRange(frame, draws[i], first, last);
  }
}

/** Returns the last non-empty draw that starts at or before a vertex. */
function drawOfVertex(draws: readonly MeshDraw[], vertex: number): number {
  let [low, high] = [0, draws.length];
  while (low + 1 < high) {
    const mid = (low + high) >> 1;
    if (draws[mid].vertexBase <= vertex) low = mid;
    else high = mid;
  }
  return low;
}

function projectRange(frame: Frame, { part, toWorld, vertexBase }: MeshDraw, first: number, last: number): void {
  const { positions, parts } = frame.scene.meshes;
  const { vertices } = frame;
  const { view, isPerspective, fx, fy, cx, cy, near, far } = frame.camera;
  const [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11] = multiplyAffine(toWorld, view);
  let place = 3 * (parts[part].firstVertex + first);
  let out = 3 * (vertexBase + first);
  for (let i = first; i < last; i++, place += 3, out += 3) {
    const x = positions[place];
    const y = positions[place + 1];
    const z = positions[place + 2];
    const d = -(x * m2 + y * m5 + z * m8 + m11);
    const across = x * m0 + y * m3 + z * m6 + m9;
    const up = x * m1 + y * m4 + z * m7 + m10;
    const inverseDepth = isPerspective ? 1 / d : -d;
    const scale = isPerspective ? inverseDepth : 1;
    const u = cx + fx * across * scale;
    const v = cy - fy * up * scale;
    const isInside = d >= near && d <= far && u > -GUARD && u < GUARD && v > -GUARD && v < GUARD;
    vertices[out] = isInside ? Math.floor(u * SUBPIXEL + 0.5) : NaN;
    vertices[out + 1] = Math.floor(v * SUBPIXEL + 0.5);
    vertices[out + 2] = inverseDepth;
  }
}
