import { InvalidRequestError } from "../errors/errors.ts";
import { FileChangedError } from "../errors/file-errors.ts";
import type { Md5 } from "./md5.ts";
import { piecesOf } from "./source-bytes.ts";
import type { OpenSource } from "./upload-source.ts";

/** Returns the name of a File; empty for a Blob. */
function blobName(blob: Blob): string {
  return "name" in blob && typeof blob.name === "string" ? blob.name : "";
}

/** @throws InvalidRequestError If it is empty. */
export function checkBlob(blob: Blob): void {
  if (blob.size > 0) return;
  const name = blobName(blob);
  throw new InvalidRequestError(
    `${name === "" ? "The file" : name} is empty: expected at least one byte. Nothing was sent.`,
  );
}

/** A Blob or File as a source. In browsers a File can no longer be read after it changed on disk. */
export function openBlobSource(blob: Blob, createMd5: () => Md5, name: string = blobName(blob)): OpenSource {
  checkBlob(blob);
  const shown = name === "" ? "The file" : name;
  const changed = (cause?: unknown): FileChangedError =>
    new FileChangedError(
      `${shown} cannot be read as it was chosen: it was changed or removed since. Choose it again.`,
      cause === undefined ? {} : { cause },
    );
  return {
    name,
    size: blob.size,
    // A change cannot be detected while the platform sends the body: `check` reads from it.
    unfit: new AbortController().signal,
    digest: async (onBytes, signal) => {
      const md5 = createMd5();
      let read = 0;
      try {
        for await (const piece of piecesOf(blob.stream(), signal)) {
          md5.update(piece);
          read += piece.length;
          onBytes?.(read);
        }
      } catch (error) {
        throw isUnreadable(error) ? changed(error) : error;
      }
      if (read !== blob.size) throw changed();
      return md5.digest();
    },
    part: (start, end) => ({ content: blob.slice(start, end), release: () => undefined }),
    check: async () => {
      try {
        await blob.slice(0, 1).arrayBuffer();
      } catch (error) {
        throw changed(error);
      }
    },
    close: () => Promise.resolve(),
  };
}

function isUnreadable(error: unknown): boolean {
  const name = typeof error === "object" && error !== null && "name" in error ? error.name : undefined;
  return name === "NotReadableError" || name === "NotFoundError";
}
