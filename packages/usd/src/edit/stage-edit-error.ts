import type { StageEdit } from "./stage-edit.ts";

/** Characters: values and paths of edits are quoted in messages. */
const MAX_MESSAGE = 1000;

/** Thrown if an edit of a stage cannot be made. Nothing was changed then. */
export class StageEditError extends Error {
  override readonly name = "StageEditError";
  /** Position of the edit in the list, from 0; undefined if all of them are concerned. */
  readonly index: number | undefined;
  readonly edit: StageEdit | undefined;
  /** What to do instead. */
  readonly hint: string | undefined;

  constructor(message: string, details: Partial<Pick<StageEditError, "index" | "edit" | "hint" | "cause">> = {}) {
    super(message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message, { cause: details.cause });
    this.index = details.index;
    this.edit = details.edit;
    this.hint = details.hint;
  }
}
