/** A data folder that another process uses, or that a later version made. */
export class StorageError extends Error {
  override readonly name: string = "StorageError";
}
