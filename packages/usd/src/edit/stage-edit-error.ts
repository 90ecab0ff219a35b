import type { StageEdit } from "./stage-edit.ts";

/** Thrown if an edit of a stage cannot be made. Nothing was changed then. */
export class StageEditError extends Error {
  override readonly name = "StageEditError";
  /** Position of the edit in the list, from 0; undefined if all of them are concerned. */
  readonly index: number | undefined;
  readonly edit: StageEdit | undefined;
  /** What to do instead. */
  readonly hint: string | undefined;

  constructor(message: string, details: Partial<Pick<StageEditError, "index" | "edit" | "hint" | "cause">> = {}) {
    super(message, { cause: details.cause });
    this.index = details.index;
    this.edit = details.edit;
    this.hint = details.hint;
  }
}
