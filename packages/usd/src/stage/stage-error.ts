/** A stage that cannot be opened. */
export class StageError extends Error {
  override readonly name = "StageError";
}
