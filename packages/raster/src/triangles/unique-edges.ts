/** Maximum number of edges of a part; beyond it, every second, third, … edge is drawn. */
const MAX_EDGES = 400_000;
/** A pair of vertices as one number; a scene has at most 2^26 vertices. */
const PAIR = 2 ** 26;

/** Returns the edges of triangles, two vertices each: neighbouring triangles share an edge, so most are listed twice. */
export function uniqueEdges(indices: Uint32Array): Uint32Array {
  const pairs = new Float64Array(indices.length);
  for (let i = 0; i < indices.length; i++) {
    const a = indices[i];
    const b = indices[i % 3 === 2 ? i - 2 : i + 1];
    pairs[i] = a < b ? a * PAIR + b : b * PAIR + a;
  }
  pairs.sort();
  let count = 0;
  for (let i = 0; i < pairs.length; i++) if (i === 0 || pairs[i] !== pairs[i - 1]) pairs[count++] = pairs[i];
  const step = Math.ceil(count / MAX_EDGES) || 1;
  const edges = new Uint32Array(2 * Math.ceil(count / step));
  for (let i = 0, at = 0; i < count; i += step) {
    edges[at++] = Math.floor(pairs[i] / PAIR);
    edges[at++] = pairs[i] % PAIR;
  }
  return edges;
}
