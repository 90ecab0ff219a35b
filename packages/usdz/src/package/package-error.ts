/** Thrown by `writePackage` for files that a package cannot have. */
export class PackageError extends Error {
  override readonly name = "PackageError";
}
