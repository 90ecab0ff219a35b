/** Messages between the playground and the worker that converts models. */

/** A file by its name, with folders if it was in one. */
export interface NamedFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Converts the first file; the others are those that it names. */
export interface ConvertRequest {
  readonly files: readonly NamedFile[];
  /** Name of the result; its extension is the format. */
  readonly output: string;
  readonly isQuickLook: boolean;
}

/** Something that the result does not have. */
export interface ConvertLoss {
  /** Its place in the input; "" for all of it. */
  readonly at: string;
  readonly message: string;
}

/** The result, or why there is none. */
export type ConvertReply =
  | { readonly files: readonly NamedFile[]; readonly losses: readonly ConvertLoss[] }
  | { readonly problem: string };
