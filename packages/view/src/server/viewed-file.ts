/** A file shown by the page. */
export interface ViewedFile {
  /** The user's name for the file. */
  readonly name: string;
  /** Its absolute path; of a layer in a package that of the package. */
  readonly location: string;
  /** The path of a layer in its package: `a.usdc`, `b.usdz[a.usdc]` in a package in the package. */
  readonly inner?: string | undefined;
}
