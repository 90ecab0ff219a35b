/** Something that a prim authors and that is not drawn, or drawn in another way. */
export interface GeometryProblem {
  /** Path of the prim on the stage. */
  readonly path: string;
  /** The property that is wrong; "" for the prim. */
  readonly property: string;
  /** What is wrong, and what is drawn instead. */
  readonly message: string;
}
