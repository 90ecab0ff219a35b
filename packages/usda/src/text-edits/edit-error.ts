/** Thrown if a text edit or an editing call is invalid: a path does not exist, edits overlap. */
export class EditError extends Error {
  override readonly name = "EditError";
}
