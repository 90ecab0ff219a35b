/** Thrown by `writeUsdc` for what a crate, or a crate of the version that was asked for, cannot hold. */
export class UsdcWriteError extends Error {
  override readonly name = "UsdcWriteError";
  /** Path of the spec that has it; "" if it concerns the whole layer. */
  readonly path: string;

  constructor(message: string, path = "") {
    super(path === "" ? message : `${message} (at "${path}")`);
    this.path = path;
  }
}
