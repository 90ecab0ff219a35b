/** One subdivision into quadrilaterals. */
import { firstCorners, type ControlMesh, type MeshEdges } from "./control-mesh.ts";
import type { Subdivided } from "./subdivided.ts";
import { StencilWriter, type Stencils } from "../mesh/stencils.ts";
import { subdividedSharpness } from "./subdivided-sharpness.ts";
import { edgesAtVertices, vertexRules } from "./vertex-rules.ts";

/**
 * Returns a mesh with a quadrilateral at each corner (Catmull and Clark 1978). Its vertices are those of the mesh, one for each edge and
 * one for each face, in this order.
 */
export function subdivideCatmullClark(mesh: ControlMesh, edges: MeshEdges): Subdivided {
  const { vertices, counts, corners, faceOf } = mesh;
  const firsts = firstCorners(counts);
  const next = new Int32Array(4 * corners.length);
  const parents = new Int32Array(corners.length);
  const places = new StencilWriter();
  for (let face = 0; face < counts.length; face++) {
    const [first, count] = [firsts[face], counts[face]];
    for (let i = 0; i < count; i++) {
      const [corner, after, before] = [first + i, first + ((i + 1) % count), first + ((i + count - 1) % count)];
      const [toNext, fromLast] = [edges.ofCorner[corner], edges.ofCorner[before]];
      next.set([corners[corner], vertices + toNext, vertices + edges.count + face, vertices + fromLast], 4 * corner);
      parents[corner] = faceOf[face];
      addMean(places, [corner]);
      addMean(places, [corner, after]);
      addMean(
        places,
        Array.from({ length: count }, (_, k) => first + k),
      );
      addMean(places, [before, corner]);
    }
  }
  return {
    mesh: {
      vertices: vertices + edges.count + counts.length,
      counts: new Int32Array(corners.length).fill(4),
      corners: next,
      faceOf: parents,
      ...subdividedSharpness(mesh, edges, vertices + edges.count + counts.length),
    },
    vertex: smoothStencils(mesh, edges, firsts),
    varying: linearStencils(mesh, edges, firsts),
    faceVarying: places.stencils(),
  };
}

function addMean(writer: StencilWriter, sources: readonly number[]): void {
  for (const source of sources) writer.add(source, 1 / sources.length);
  writer.end();
}

/** Vertices stay, others are in the middle of their edge or face. */
export function linearStencils(
  { vertices, counts, corners }: ControlMesh,
  { count, ends }: MeshEdges,
  firsts: Uint32Array,
): Stencils {
  const writer = new StencilWriter();
  for (let vertex = 0; vertex < vertices; vertex++) addMean(writer, [vertex]);
  for (let edge = 0; edge < count; edge++) addMean(writer, [ends[2 * edge], ends[2 * edge + 1]]);
  for (let face = 0; face < counts.length; face++) {
    addMean(writer, Array.from(corners.subarray(firsts[face], firsts[face + 1])));
  }
  return writer.stencils();
}

function smoothStencils(mesh: ControlMesh, edges: MeshEdges, firsts: Uint32Array): Stencils {
  const { vertices, counts, corners } = mesh;
  const writer = new StencilWriter();
  const addFace = (face: number, weight: number): void => {
    for (let i = firsts[face]; i < firsts[face + 1]; i++) writer.add(corners[i], weight / counts[face]);
  };
  const facesAt = facesAtVertices(mesh, firsts);
  for (const [vertex, around] of edgesAtVertices(vertices, edges).entries()) {
    for (const { rule, weight } of vertexRules(mesh, edges, vertex, around)) {
      const faces = facesAt[vertex];
      const valence = around.length;
      if (rule.kind === "crease") {
        writer.add(vertex, 0.75 * weight);
        for (const end of rule.ends) writer.add(end, 0.125 * weight);
      } else if (rule.kind === "corner" || faces.length !== valence) writer.add(vertex, weight);
      else {
        const share = weight / (valence * valence);
        writer.add(vertex, (weight * (valence - 2)) / valence);
        for (const edge of around) writer.add(otherEnd(edges, edge, vertex), share);
        for (const face of faces) addFace(face, share);
      }
    }
    writer.end();
  }
  for (let edge = 0; edge < edges.count; edge++) {
    const smooth = Math.max(0, 1 - edges.sharpness[edge]);
    for (const k of [0, 1]) {
      writer.add(edges.ends[2 * edge + k], 0.5 - 0.25 * smooth);
      if (smooth > 0) addFace(edges.sides[2 * edge + k], 0.25 * smooth);
    }
    writer.end();
  }
  for (let face = 0; face < counts.length; face++) {
    addFace(face, 1);
    writer.end();
  }
  return writer.stencils();
}

function facesAtVertices(
  { vertices, counts, corners }: ControlMesh,
  firsts: Uint32Array,
): readonly (readonly number[])[] {
  const found: number[][] = Array.from({ length: vertices }, () => []);
  for (let face = 0; face < counts.length; face++) {
    for (let i = firsts[face]; i < firsts[face + 1]; i++) found[corners[i]].push(face);
  }
  return found;
}

/** Returns the vertex at the other end of an edge. */
export function otherEnd({ ends }: MeshEdges, edge: number, vertex: number): number {
  return ends[2 * edge] === vertex ? ends[2 * edge + 1] : ends[2 * edge];
}
