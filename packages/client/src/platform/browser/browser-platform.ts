import { InvalidRequestError } from "../../errors/errors.ts";
import { checkBlob, openBlobSource } from "../blob-source.ts";
import { createMd5 } from "../md5.ts";
import type { Platform } from "../platform.ts";
import { BlobCollector, isByteStream, isBytes, piecesOf } from "../source-bytes.ts";
import type { UploadSource } from "../upload-source.ts";
import type { WebSocketConstructor } from "../web-socket-like.ts";
import { openDirectorySink } from "./directory-sink.ts";

/** Maximum bytes of a stream that are kept, given the memory of a tab. A File of any size is read in pieces. */
const MAX_STREAM_MS = 512 * 1024 * 1024;

/** The browser platform. */
export const browserPlatform: Platform = {
  fetchRepeats: true,
  createMd5,
  openSink: openDirectorySink,
  webSocket: async () => (globalThis as { readonly WebSocket?: WebSocketConstructor }).WebSocket,
  openSource: async (source, signal) => {
    const blob = blobOf(source);
    if (blob !== undefined) return openBlobSource(blob, createMd5);
    return openBlobSource(await keep(source, signal), createMd5);
  },
  checkSource: async (source) => {
    const blob = blobOf(source);
    if (blob !== undefined) checkBlob(blob);
  },
};

/** Returns undefined for a stream. */
function blobOf(source: UploadSource): Blob | undefined {
  if (source instanceof Blob) return source;
  if (isBytes(source)) return new Blob([new Uint8Array(source)]);
  if (source instanceof ArrayBuffer) return new Blob([source]);
  if (typeof source === "object" && isByteStream(source)) return undefined;
  throw new InvalidRequestError(
    "A browser uploads a File, a Blob, bytes or a stream of bytes, and has no paths. Nothing was sent.",
  );
}

async function keep(source: UploadSource, signal: AbortSignal | undefined): Promise<Blob> {
  const collector = new BlobCollector();
  if (typeof source !== "object" || !isByteStream(source)) return collector.blob();
  for await (const piece of piecesOf(source, signal)) {
    collector.add(piece);
    if (collector.size > MAX_STREAM_MS) {
      throw new InvalidRequestError(
        `The stream has more than ${MAX_STREAM_MS} bytes, and must be kept whole to be uploaded: give a File instead. Nothing was sent.`,
      );
    }
  }
  return collector.blob();
}
