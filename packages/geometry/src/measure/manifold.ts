/** How the faces of a mesh are joined. */
import type { MeshTopology } from "./mesh-topology.ts";
import { Scratch } from "./scratch.ts";

/** The edges and vertices at which a mesh is no surface. */
export interface ManifoldMeasure {
  /** Edges that more than two faces share. */
  readonly edges: number;
  /** Vertices whose faces are not all joined by edges. */
  readonly vertices: number;
  /** Whether faces that share an edge run along it in opposite directions. */
  readonly isWindingConsistent: boolean;
}

/** The lists of one measure; those of the next one take their place. */
const scratch = new Scratch();

/** Longer lists are sorted by the engine's sort. */
const MAX_INSERTION_SORT = 16;

/**
 * Returns how the faces of a mesh are joined, in time that is linear in its corners.
 *
 * @param topology one without problems ({@link topologyProblem})
 */
export function measureManifold({ counts, indices, points }: MeshTopology): ManifoldMeasure {
  scratch.begin(6 * indices.length + 5 * points + 1);
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
  readonly directions: Int32Array;
  /** By edge: the corners of its face at the lower and at the higher vertex. */
  readonly corners: Int32Array;
}

function edgesByVertex(counts: Int32Array, indices: Int32Array, points: number): EdgeList {
  const nextCorners = cornersAfter(counts, indices.length);
  const offsets = scratch.take(points + 1);
  for (let corner = 0; corner < nextCorners.length; corner++) {
    offsets[Math.min(indices[corner], indices[nextCorners[corner]]) + 1]++;
  }
  for (let vertex = 0; vertex < points; vertex++) offsets[vertex + 1] += offsets[vertex];
  const free = scratch.take(points);
  for (let vertex = 0; vertex < points; vertex++) free[vertex] = offsets[vertex];
  const ends = scratch.take(indices.length);
  const directions = scratch.take(indices.length);
  const corners = scratch.take(2 * indices.length);
  for (let corner = 0; corner < nextCorners.length; corner++) {
    const next = nextCorners[corner];
    const isForward = indices[corner] < indices[next];
    const low = isForward ? corner : next;
    const high = isForward ? next : corner;
    const edge = free[indices[low]]++;
    ends[edge] = indices[high];
    directions[edge] = isForward ? 1 : 0;
    corners[2 * edge] = low;
    corners[2 * edge + 1] = high;
  }
  return { offsets, ends, directions, corners };
}

/** Returns the corner that follows each along its face. */
function cornersAfter(counts: Int32Array, length: number): Int32Array {
  const found = scratch.take(length);
  let first = 0;
  for (let face = 0; face < counts.length; face++) {
    const last = first + counts[face] - 1;
    for (let corner = first; corner < last; corner++) found[corner] = corner + 1;
    if (last >= first) found[last] = first;
    first = last + 1;
  }
  return found;
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
    this.parents = scratch.take(corners);
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
  // Counted from 1: 0 is none.
  const lastFace = scratch.take(points);
  const lastCorner = scratch.take(points);
  let corner = 0;
  for (let face = 0; face < counts.length; face++) {
    for (const end = corner + counts[face]; corner < end; corner++) {
      const vertex = indices[corner];
      if (lastFace[vertex] === face + 1) joined.join(corner, lastCorner[vertex]);
      lastFace[vertex] = face + 1;
      lastCorner[vertex] = corner;
    }
  }
}

/** Returns the number of vertices whose corners are in more than one set. */
function splitVertices(indices: Int32Array, points: number, joined: JoinedCorners): number {
  const sets = scratch.take(points);
  let split = 0;
  for (let corner = 0; corner < indices.length; corner++) {
    if (joined.isRoot(corner) && ++sets[indices[corner]] === 2) split++;
  }
  return split;
}
