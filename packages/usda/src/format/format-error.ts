import type { Diagnostic } from "../diagnostics/types.ts";

/** Thrown if the text has errors and was not formatted. */
export class FormatError extends Error {
  override readonly name = "FormatError";
  /** The first error, with its position. */
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
