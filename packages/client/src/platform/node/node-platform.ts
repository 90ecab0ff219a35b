import { createHash } from "node:crypto";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { InvalidRequestError } from "../../errors/errors.ts";
import { checkBlob, openBlobSource } from "../blob-source.ts";
import type { Md5 } from "../md5.ts";
import type { Platform } from "../platform.ts";
import { isByteStream, isBytes } from "../source-bytes.ts";
import type { UploadSource } from "../upload-source.ts";
import { checkFile, openFileSource } from "./file-source.ts";
import { openPartFile } from "./part-file.ts";
import { loadWebSocket } from "./load-web-socket.ts";
import { openStreamSource } from "./spool.ts";

/** The Node platform. */
export const nodePlatform: Platform = {
  fetchRepeats: false,
  createMd5: createNodeMd5,
  openSink: openPartFile,
  webSocket: loadWebSocket,
  openSource: async (source, signal) => {
    const path = pathOf(source);
    if (path !== undefined) return openFileSource(path, basename(path));
    const blob = blobOf(source);
    if (blob !== undefined) return openBlobSource(blob, createNodeMd5);
    if (typeof source === "object" && isByteStream(source)) return openStreamSource(source, createNodeMd5, signal);
    throw noSource();
  },
  checkSource: async (source) => {
    const path = pathOf(source);
    if (path !== undefined) return checkFile(path);
    const blob = blobOf(source);
    if (blob !== undefined) checkBlob(blob);
    else if (typeof source !== "object" || !isByteStream(source)) throw noSource();
  },
};

function createNodeMd5(): Md5 {
  const hash = createHash("md5");
  return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest("hex") };
}

function pathOf(source: UploadSource): string | undefined {
  if (typeof source === "string") return source;
  if (!(source instanceof URL)) return undefined;
  if (source.protocol === "file:") return fileURLToPath(source);
  throw new InvalidRequestError(
    `A URL to upload from begins with ${source.protocol}, expected file:. What is on the web already needs no upload. Nothing was sent.`,
  );
}

function blobOf(source: UploadSource): Blob | undefined {
  if (source instanceof Blob) return source;
  if (isBytes(source)) return new Blob([new Uint8Array(source)]);
  return source instanceof ArrayBuffer ? new Blob([source]) : undefined;
}

function noSource(): InvalidRequestError {
  return new InvalidRequestError(
    "Expected a path, a file: URL, a Blob, bytes or a stream of bytes to upload. Nothing was sent.",
  );
}
