/** How the faces of a mesh are joined. */
import type { MeshTopology } from "./mesh-topology.ts";

/** The edges and vertices at which a mesh is no surface. */
export interface ManifoldMeasure {
  /** Edges that more than two faces share. */
  readonly edges: number;
  /** Vertices whose faces are not all joined by edges. */
  readonly vertices: number;
  /** Whether faces that share an edge run along it in opposite directions. */
  readonly isWindingConsistent: boolean;
}

/** Longer lists are sorted by the engine's sort. */
const MAX_INSERTION_SORT = 16;

/**
 * Returns how the faces of a mesh are joined, in time that is linear in its corners.
 *
 * @param topology one without problems ({@link topologyProblem})
 */
export function measureManifold({ counts, indices, points }: MeshTopology): ManifoldMeasure {
  const edges = edgesByVertex(counts, indices, points);
  const joined = new JoinedCorners(indices.length);
  joinRepeated(counts, indices, points, joined);
  let nonManifold = 0;
  let isWindingConsistent = true;
  const { offsets, ends, corners } = edges;
  for (let vertex = 0; vertex < points; vertex++) {
    const from = offsets[vertex];
    const to = offsets[vertex + 1];
    sortByEnd(edges, from, to);
    for (let first = from; first < to;) {
      let next = first + 1;
      while (next < to && ends[next] === ends[first]) next++;
      if (next - first > 2) nonManifold++;
      else if (next - first === 2) {
        if (edges.directions[first] === edges.directions[first + 1]) isWindingConsistent = false;
        joined.join(corners[2 * first], corners[2 * first + 2]);
        joined.join(corners[2 * first + 1], corners[2 * first + 3]);
      }
      first = next;
    }
  }
  return { edges: nonManifold, vertices: splitVertices(indices, points, joined), isWindingConsistent };
}

/** The edges of faces, by their lower vertex. */
interface EdgeList {
  /** By vertex: the first of its edges; one more than vertices. */
  readonly offsets: Int32Array;
  /** By edge: the higher vertex. */
  readonly ends: Int32Array;
  /** By edge: 1 if the face runs from the lower vertex to the higher one. */
  readonly directions: Uint8Array;
  /** By edge: the corners of its face at the lower and at the higher vertex. */
  readonly corners: Int32Array;
}

function edgesByVertex(counts: Int32Array, indices: Int32Array, points: number): EdgeList {
  const offsets = new Int32Array(points + 1);
  forEachEdge(counts, (corner, next) => {
    offsets[Math.min(indices[corner], indices[next]) + 1]++;
  });
  for (let vertex = 0; vertex < points; vertex++) offsets[vertex + 1] += offsets[vertex];
  const free = offsets.slice();
  const ends = new Int32Array(indices.length);
  const directions = new Uint8Array(indices.length);
  const corners = new Int32Array(2 * indices.length);
  forEachEdge(counts, (corner, next) => {
    const isForward = indices[corner] < indices[next];
    const low = isForward ? corner : next;
    const high = isForward ? next : corner;
    const edge = free[indices[low]]++;
    ends[edge] = indices[high];
    directions[edge] = isForward ? 1 : 0;
    corners[2 * edge] = low;
    corners[2 * edge + 1] = high;
  });
  return { offsets, ends, directions, corners };
}

function forEachEdge(counts: Int32Array, visit: (corner: number, next: number) => void): void {
  let first = 0;
  for (const count of counts) {
    for (let i = 0; i < count; i++) visit(first + i, i + 1 === count ? first : first + i + 1);
    first += count;
  }
}

function sortByEnd({ ends, directions, corners }: EdgeList, from: number, to: number): void {
  if (to - from > MAX_INSERTION_SORT) {
    const order = Array.from({ length: to - from }, (_, i) => from + i).sort((a, b) => ends[a] - ends[b]);
    ends.set(
      order.map((edge) => ends[edge]),
      from,
    );
    directions.set(
      order.map((edge) => directions[edge]),
      from,
    );
    corners.set(
      order.flatMap((edge) => [corners[2 * edge], corners[2 * edge + 1]]),
      2 * from,
    );
    return;
  }
  for (let i = from + 1; i < to; i++) {
    const end = ends[i];
    const direction = directions[i];
    const low = corners[2 * i];
    const high = corners[2 * i + 1];
    let at = i;
    for (; at > from && ends[at - 1] > end; at--) {
      ends[at] = ends[at - 1];
      directions[at] = directions[at - 1];
      corners[2 * at] = corners[2 * at - 2];
      corners[2 * at + 1] = corners[2 * at - 1];
    }
    ends[at] = end;
    directions[at] = direction;
    corners[2 * at] = low;
    corners[2 * at + 1] = high;
  }
}

/** Corners of faces at the same vertex that edges join: sets of corners. */
class JoinedCorners {
  private readonly parents: Int32Array;

  constructor(corners: number) {
    this.parents = new Int32Array(corners);
    for (let corner = 0; corner < corners; corner++) this.parents[corner] = corner;
  }

  join(a: number, b: number): void {
    this.parents[this.root(a)] = this.root(b);
  }

  isRoot(corner: number): boolean {
    return this.parents[corner] === corner;
  }

  private root(corner: number): number {
    const { parents } = this;
    let at = corner;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]];
      at = parents[at];
    }
    return at;
  }
}

/** Joins the corners of a face that visits a vertex more than once. */
function joinRepeated(counts: Int32Array, indices: Int32Array, points: number, joined: JoinedCorners): void {
  const lastFace = new Int32Array(points).fill(-1);
  const lastCorner = new Int32Array(points);
  let corner = 0;
  for (let face = 0; face < counts.length; face++) {
    for (const end = corner + counts[face]; corner < end; corner++) {
      const vertex = indices[corner];
      if (lastFace[vertex] === face) joined.join(corner, lastCorner[vertex]);
      lastFace[vertex] = face;
      lastCorner[vertex] = corner;
    }
  }
}

/** Returns the number of vertices whose corners are in more than one set. */
function splitVertices(indices: Int32Array, points: number, joined: JoinedCorners): number {
  const sets = new Int32Array(points);
  let split = 0;
  for (let corner = 0; corner < indices.length; corner++) {
    if (joined.isRoot(corner) && ++sets[indices[corner]] === 2) split++;
  }
  return split;
}
