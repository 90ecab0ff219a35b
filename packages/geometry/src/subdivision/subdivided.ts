import type { ControlMesh } from "./control-mesh.ts";
import type { Stencils } from "../mesh/stencils.ts";

/** A mesh after one subdivision, and how values of the mesh before become its values. */
export interface Subdivided {
  readonly mesh: ControlMesh;
  /** Of values at vertices that are smooth, as positions are. */
  readonly vertex: Stencils;
  /** Of values at vertices that are linear on faces. */
  readonly varying: Stencils;
  /** Of values at corners, which are linear on faces. */
  readonly faceVarying: Stencils;
}
