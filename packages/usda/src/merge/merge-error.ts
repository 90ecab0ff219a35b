/** Thrown if the sides cannot be merged as text. */
export class MergeError extends Error {
  override readonly name = "MergeError";
}
