/** Thrown if another process uses the data folder, a later version created it, or this Node has no SQLite. */
export class StorageError extends Error {
  override readonly name: string = "StorageError";
}
