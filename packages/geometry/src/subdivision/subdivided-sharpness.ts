import { decreased, edgeKey, type ControlMesh, type MeshEdges } from "./control-mesh.ts";

/**
 * Returns what is sharp after a subdivision that puts a vertex on each edge, after the vertices of the mesh.
 *
 * @param vertices of the new mesh
 */
export function subdividedSharpness(
  mesh: ControlMesh,
  { count, ends, sharpness }: MeshEdges,
  vertices: number,
): Pick<ControlMesh, "sharpEdges" | "sharpVertices"> {
  const sharpEdges = new Map<number, number>();
  for (let edge = 0; edge < count; edge++) {
    const left = decreased(sharpness[edge]);
    if (left === 0) continue;
    for (const k of [0, 1]) sharpEdges.set(edgeKey(vertices, ends[2 * edge + k], mesh.vertices + edge), left);
  }
  const sharpVertices = new Map<number, number>();
  for (const [vertex, own] of mesh.sharpVertices) if (decreased(own) > 0) sharpVertices.set(vertex, decreased(own));
  return { sharpEdges, sharpVertices };
}
