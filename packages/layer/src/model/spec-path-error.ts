/** A path that leads to no spec of a layer, or that is not the path of a spec at all. */
export class SpecPathError extends Error {
  override readonly name = "SpecPathError";
}
