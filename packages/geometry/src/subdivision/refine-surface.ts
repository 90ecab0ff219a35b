/** Subdivides the surface of a Mesh with its primvars. */
import type { MeshFaces } from "../mesh/mesh-faces.ts";
import type { MeshSurface } from "../mesh/mesh-surface.ts";
import { applyStencils, type Stencils } from "../mesh/stencils.ts";
import type { PrimReader, Primvar } from "../model/prim-reader.ts";
import { readControlMesh } from "./read-control-mesh.ts";
import { subdivide, type SubdivisionScheme } from "./subdivide.ts";
import type { Subdivided } from "./subdivided.ts";

/** Corners that a subdivided mesh may have. */
const MOST_CORNERS = 1 << 24;

/** How a surface is subdivided. */
export interface Refinement {
  readonly scheme: SubdivisionScheme;
  /** How many times. */
  readonly levels: number;
}

/** A surface after subdivision. */
export interface RefinedSurface extends MeshSurface {
  /** How the points of the mesh become those of the surface, step by step. */
  readonly steps: readonly Stencils[];
}

/** Returns the points of a refined surface for points of its mesh. */
export function refinePoints(steps: readonly Stencils[], points: Float32Array): Float32Array {
  return steps.reduce((values, step) => applyStencils(step, values, 3), points);
}

/** Returns a surface after subdivision; fewer times than asked for, with a problem, if it would become too large. */
export function refineSurface(
  prim: PrimReader,
  { arrays, primvars }: MeshSurface,
  faces: MeshFaces,
  { scheme, levels }: Refinement,
): RefinedSurface {
  const { mesh, hidden } = readControlMesh(prim, arrays, faces);
  if (scheme === "loop" && mesh.counts.some((count) => count !== 3)) {
    prim.problem("subdivisionScheme", 'The scheme "loop" is for triangles: the mesh is drawn without subdivision');
    return { arrays, primvars, faceOf: null, steps: [] };
  }
  let possible = levels;
  while (possible > 0 && mesh.corners.length * 4 ** possible > MOST_CORNERS) possible--;
  if (possible < levels) {
    prim.problem(
      "subdivisionScheme",
      `The mesh is subdivided ${possible} times and not ${levels}: it would become too large`,
    );
  }
  const steps = subdivide(mesh, scheme, possible);
  const last = steps.at(-1)?.mesh;
  if (last === undefined) return { arrays, primvars, faceOf: null, steps: [] };
  const places = { corners: drawnCorners(faces, mesh.corners.length), faceOf: last.faceOf };
  const isHidden = new Set([...arrays.holes, ...hidden]);
  const pointSteps = steps.map(({ vertex }) => vertex);
  return {
    arrays: {
      points: refinePoints(pointSteps, arrays.points),
      counts: last.counts,
      vertexIndices: last.corners,
      holes: Int32Array.from(last.faceOf.keys()).filter((face) => isHidden.has(last.faceOf[face])),
    },
    primvars: {
      normals: undefined,
      byName: new Map(
        Array.from(primvars.byName, ([name, primvar]) => [name, refinePrimvar(primvar, steps, places)] as const),
      ),
    },
    faceOf: last.faceOf,
    steps: pointSteps,
  };
}

/** Returns the corners of the faces that are drawn, as indices into `faceVertexIndices`. */
function drawnCorners({ faces, ranges }: MeshFaces, total: number): Uint32Array {
  const corners = new Uint32Array(total);
  let at = 0;
  for (let i = 0; i < faces.length; i++) {
    for (let corner = ranges[2 * i]; corner < ranges[2 * i] + ranges[2 * i + 1]; corner++) corners[at++] = corner;
  }
  return corners;
}

interface Places {
  readonly corners: Uint32Array;
  readonly faceOf: Int32Array;
}

function refinePrimvar(primvar: Primvar, steps: readonly Subdivided[], { corners, faceOf }: Places): Primvar {
  const { components, interpolation, indices } = primvar;
  const refined = (values: Float32Array, kind: "vertex" | "varying" | "faceVarying"): Primvar => ({
    components,
    values: steps.reduce((current, step) => applyStencils(step[kind], current, components), values),
    interpolation,
    indices: null,
  });
  switch (interpolation) {
    case "constant":
      return primvar;
    case "uniform":
      return { ...primvar, indices: indices === null ? faceOf : faceOf.map((face) => indices[face]) };
    case "faceVarying":
      return refined(valuesAt(primvar, corners), interpolation);
    default:
      return refined(
        indices === null ? primvar.values : valuesAt(primvar, new Uint32Array(indices.keys())),
        interpolation,
      );
  }
}

function valuesAt({ components, values, indices }: Primvar, places: Uint32Array): Float32Array {
  const result = new Float32Array(components * places.length);
  for (let i = 0; i < places.length; i++) {
    const element = components * (indices === null ? places[i] : indices[places[i]]);
    for (let k = 0; k < components; k++) result[components * i + k] = values[element + k];
  }
  return result;
}
