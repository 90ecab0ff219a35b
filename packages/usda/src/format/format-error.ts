import type { Diagnostic } from "../diagnostics/types.ts";

/** The text has errors, so it was not formatted. */
export class FormatError extends Error {
  override readonly name = "FormatError";
  /** The first thing that is wrong, with its place. */
  readonly diagnostic: Diagnostic;
  readonly line: number;
  readonly column: number;

  constructor(diagnostic: Diagnostic) {
    super(`${diagnostic.line}:${diagnostic.column}: ${diagnostic.message}`);
    this.diagnostic = diagnostic;
    this.line = diagnostic.line;
    this.column = diagnostic.column;
  }
}
