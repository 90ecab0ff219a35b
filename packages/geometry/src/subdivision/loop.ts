/** One subdivision of triangles. */
import { otherEnd } from "./catmull-clark.ts";
import type { ControlMesh, MeshEdges } from "./control-mesh.ts";
import type { Subdivided } from "./subdivided.ts";
import { StencilWriter, type Stencils } from "../mesh/stencils.ts";
import { subdividedSharpness } from "./subdivided-sharpness.ts";
import { edgesAtVertices, vertexRules } from "./vertex-rules.ts";

/**
 * Returns a mesh with four triangles for each of the mesh, all of whose faces are triangles (Loop 1987). Its vertices are those of the
 * mesh, and one for each edge.
 */
export function subdivideLoop(mesh: ControlMesh, edges: MeshEdges): Subdivided {
  const { vertices, counts, corners, faceOf } = mesh;
  const next: number[] = [];
  const places = new StencilWriter();
  for (let first = 0; first < corners.length; first += 3) {
    // In the middle of the edges that begin at each corner.
    const middles = [0, 1, 2].map((i) => vertices + edges.ofCorner[first + i]);
    const addCorner = (i: number): void => {
      next.push(corners[first + i]);
      places.add(first + i, 1);
      places.end();
    };
    const addMiddle = (i: number): void => {
      next.push(middles[i]);
      places.add(first + i, 0.5);
      places.add(first + ((i + 1) % 3), 0.5);
      places.end();
    };
    for (const i of [0, 1, 2]) {
      addCorner(i);
      addMiddle(i);
      addMiddle((i + 2) % 3);
    }
    for (const i of [0, 1, 2]) addMiddle(i);
  }
  return {
    mesh: {
      vertices: vertices + edges.count,
      counts: new Int32Array(4 * counts.length).fill(3),
      corners: Int32Array.from(next),
      faceOf: Int32Array.from({ length: 4 * counts.length }, (_, i) => faceOf[i >> 2]),
      ...subdividedSharpness(mesh, edges, vertices + edges.count),
    },
    vertex: smoothStencils(mesh, edges),
    varying: linearStencils(mesh, edges),
    faceVarying: places.stencils(),
  };
}

function linearStencils({ vertices }: ControlMesh, { count, ends }: MeshEdges): Stencils {
  const writer = new StencilWriter();
  for (let vertex = 0; vertex < vertices; vertex++) {
    writer.add(vertex, 1);
    writer.end();
  }
  for (let edge = 0; edge < count; edge++) {
    for (const k of [0, 1]) writer.add(ends[2 * edge + k], 0.5);
    writer.end();
  }
  return writer.stencils();
}

function smoothStencils(mesh: ControlMesh, edges: MeshEdges): Stencils {
  const writer = new StencilWriter();
  for (const [vertex, around] of edgesAtVertices(mesh.vertices, edges).entries()) {
    for (const { rule, weight } of vertexRules(mesh, edges, vertex, around)) {
      if (rule.kind === "crease") {
        writer.add(vertex, 0.75 * weight);
        for (const end of rule.ends) writer.add(end, 0.125 * weight);
      } else if (rule.kind === "corner" || around.length < 3) writer.add(vertex, weight);
      else {
        const share = neighborWeight(around.length);
        writer.add(vertex, (1 - share * around.length) * weight);
        for (const edge of around) writer.add(otherEnd(edges, edge, vertex), share * weight);
      }
    }
    writer.end();
  }
  for (let edge = 0; edge < edges.count; edge++) {
    const smooth = Math.max(0, 1 - edges.sharpness[edge]);
    const ends = [edges.ends[2 * edge], edges.ends[2 * edge + 1]];
    for (const k of [0, 1]) {
      writer.add(ends[k], 0.5 - 0.125 * smooth);
      if (smooth > 0) writer.add(opposite(mesh, edges.sides[2 * edge + k], ends), 0.125 * smooth);
    }
    writer.end();
  }
  return writer.stencils();
}

/** Returns the corner of a triangle that is not on an edge. */
function opposite({ corners }: ControlMesh, face: number, ends: readonly number[]): number {
  return corners.subarray(3 * face, 3 * face + 3).find((vertex) => !ends.includes(vertex)) ?? ends[0];
}

/** Returns the weight of each of the vertices around one: (5/8 − (3/8 + cos(2π/n)/4)²) / n. */
function neighborWeight(valence: number): number {
  const c = 0.375 + cosine((2 * Math.PI) / valence) / 4;
  return (0.625 - c * c) / valence;
}

/** Returns the cosine of an angle up to 2.1; that of engines differs in its last bits. */
function cosine(angle: number): number {
  let sum = 1;
  let term = 1;
  for (let i = 1; i <= 24; i += 2) {
    term *= -(angle * angle) / (i * (i + 1));
    sum += term;
  }
  return sum;
}
