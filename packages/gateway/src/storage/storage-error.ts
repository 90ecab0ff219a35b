/** A data folder that another process uses, or that a later version made; or a Node without SQLite. */
export class StorageError extends Error {
  override readonly name: string = "StorageError";
}
