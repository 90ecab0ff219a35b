/** The bytes of a file that may not be needed: those of a file that an earlier run has checked are read only if something shows them. */

import { describeIoError } from "@usdkit/command/cli/errors";

/** Bytes, of which the number is known before they are read. */
export interface Content {
  /** Number of bytes. */
  readonly length: number;
  /** @throws {Error} of the file system, or that the file has changed since */
  read(): Uint8Array;
}

/** Reads bytes that will be needed. Returns why they cannot be; undefined if they can. */
export function problemOf(content: Content): string | undefined {
  try {
    content.read();
    return undefined;
  } catch (error) {
    return describeIoError(error);
  }
}

/** Returns bytes that were read. */
export function contentOf(bytes: Uint8Array): Content {
  return { length: bytes.length, read: () => bytes };
}

/** Returns the bytes of a file as it was when it had a hash. */
export function contentAsOf(hash: string, length: number, read: () => Uint8Array): Content {
  let bytes: Uint8Array | undefined;
  return {
    length,
    read: () => {
      if (bytes !== undefined) return bytes;
      bytes = read();
      if (process.getBuiltinModule("node:crypto").hash("sha256", bytes) === hash) return bytes;
      throw new Error("the file changed while it was checked");
    },
  };
}
