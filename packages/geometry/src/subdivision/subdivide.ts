/** Subdivision of meshes to a level. */
import { linearStencils, subdivideCatmullClark } from "./catmull-clark.ts";
import { firstCorners, meshEdges, type ControlMesh, type MeshEdges } from "./control-mesh.ts";
import { subdivideLoop } from "./loop.ts";
import type { Subdivided } from "./subdivided.ts";

/** The schemes that subdivide, as `subdivisionScheme` has them. */
export type SubdivisionScheme = "catmullClark" | "loop" | "bilinear";

/** Subdivides a mesh a number of times; Loop's scheme is for meshes of triangles. */
export function subdivide(mesh: ControlMesh, scheme: SubdivisionScheme, levels: number): readonly Subdivided[] {
  const steps: Subdivided[] = [];
  let current = mesh;
  for (let level = 0; level < levels; level++) {
    const step = subdivideOnce(current, scheme, meshEdges(current));
    steps.push(step);
    current = step.mesh;
  }
  return steps;
}

function subdivideOnce(mesh: ControlMesh, scheme: SubdivisionScheme, edges: MeshEdges): Subdivided {
  switch (scheme) {
    case "catmullClark":
      return subdivideCatmullClark(mesh, edges);
    case "loop":
      return subdivideLoop(mesh, edges);
    case "bilinear":
      return { ...subdivideCatmullClark(mesh, edges), vertex: linearStencils(mesh, edges, firstCorners(mesh.counts)) };
  }
}
