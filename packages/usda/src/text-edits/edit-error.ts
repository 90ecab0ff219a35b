/** A text edit or an editing call that cannot be done as asked: a path that is not there, edits that overlap. */
export class EditError extends Error {
  override readonly name = "EditError";
}
