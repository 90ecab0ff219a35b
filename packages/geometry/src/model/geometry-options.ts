/** How the geometry of prims is made. */
export interface GeometryOptions {
  /** How many times meshes with a subdivision scheme are subdivided; each time has four times the triangles. */
  readonly subdivisionLevel: number;
}
