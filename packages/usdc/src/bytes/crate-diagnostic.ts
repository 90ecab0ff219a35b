/** Problems of a crate: the damaged or unsupported part, and the byte where it was found. */

/** The closed set of problems of a crate. The codes are a public contract: add, never rename. */
export type CrateDiagnosticCode =
  /** Not a crate, or its first bytes are cut off. */
  | "USDC_HEADER"
  /** A version that this package does not read. */
  | "USDC_VERSION"
  /** A section is missing, overlaps the header or reaches past the end of the file. */
  | "USDC_SECTION"
  /** A table of the structure is damaged. */
  | "USDC_STRUCTURE"
  /** The tree of paths is damaged. */
  | "USDC_PATH"
  /** A spec is damaged, or names a child that the file does not have. */
  | "USDC_SPEC"
  /** A value is damaged. */
  | "USDC_VALUE"
  /** Compressed bytes do not decompress to what the file announces. */
  | "USDC_COMPRESSION"
  /** A count or a nesting exceeds what a file of this size may have. */
  | "USDC_LIMIT";

/** One problem of a crate. */
export interface CrateDiagnostic {
  readonly code: CrateDiagnosticCode;
  /** One sentence: what is wrong and what was expected. */
  readonly message: string;
  /** Offset of the byte where the problem was found. */
  readonly offset: number;
  /** What to do about it, if there is something to do. */
  readonly hint?: string | undefined;
}

/** Thrown inside of the reader only: the file is damaged at `offset`. {@link CrateDiagnostic} is its public form. */
export class CrateError extends Error {
  override readonly name = "CrateError";
  readonly code: CrateDiagnosticCode;
  readonly offset: number;
  readonly hint: string | undefined;

  constructor(code: CrateDiagnosticCode, offset: number, message: string, hint?: string) {
    super(message);
    this.code = code;
    this.offset = offset;
    this.hint = hint;
  }

  /** The same error further back in the file. */
  moved(distance: number): CrateError {
    return new CrateError(this.code, this.offset + distance, this.message, this.hint);
  }

  toDiagnostic(): CrateDiagnostic {
    const { code, message, offset, hint } = this;
    return hint === undefined ? { code, message, offset } : { code, message, offset, hint };
  }
}

/** Takes what is damaged. */
export type Report = (error: CrateError) => void;
