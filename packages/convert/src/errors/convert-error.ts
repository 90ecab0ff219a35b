/**
 * A file that cannot be converted. The message has the place, what is wrong and the remedy.
 *
 * @example
 * try {
 *   await gltfToUsd(bytes);
 * } catch (error) {
 *   if (error instanceof ConvertError) console.error(error.at, error.reason);
 * }
 */
export class ConvertError extends Error {
  override readonly name: string = "ConvertError";
  /** The place: a JSON pointer of a glTF (`/meshes/0`), a prim or property of a stage, or "" for the whole file. */
  readonly at: string;
  /** The message without the place. */
  readonly reason: string;

  constructor(at: string, reason: string, options: { readonly cause?: unknown } = {}) {
    super(at === "" ? reason : `${at}: ${reason}`, options.cause === undefined ? undefined : { cause: options.cause });
    this.at = at;
    this.reason = reason;
  }
}
