/** Problems of a package. The codes are a public contract: add, never rename. */
export type PackageDiagnosticCode =
  /** Not a ZIP archive, or its directory is cut off. */
  | "USDZ_ARCHIVE"
  /** A feature of ZIP that packages do not have: encryption, compression, several disks, ZIP64. */
  | "USDZ_UNSUPPORTED"
  /** An entry is outside of the file, overlaps another, or its two headers differ. */
  | "USDZ_ENTRY"
  /** A name that leads out of the package, or that another entry has. */
  | "USDZ_NAME"
  /** The first entry is not a layer. */
  | "USDZ_ROOT"
  /** The checksum of an entry does not match its bytes. */
  | "USDZ_CHECKSUM";

/** One problem of a package. */
export interface PackageDiagnostic {
  readonly code: PackageDiagnosticCode;
  /** One sentence: what is wrong and what was expected. */
  readonly message: string;
  /** Offset of the byte where the problem was found. */
  readonly offset: number;
  /** The name of the entry, if it concerns one. */
  readonly entry?: string | undefined;
}
