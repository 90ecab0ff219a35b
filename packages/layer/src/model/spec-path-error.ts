/** Thrown for a path that leads to no spec of the layer, or that is not a valid spec path. */
export class SpecPathError extends Error {
  override readonly name = "SpecPathError";
}
