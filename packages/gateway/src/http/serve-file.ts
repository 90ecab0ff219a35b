import type { IncomingMessage, ServerResponse } from "node:http";
import { fileExtension } from "@usdkit/contract";
import type { FileRecord } from "../storage/file-records.ts";
import type { Service } from "./service.ts";
import { UnknownFile } from "./api-failure.ts";

/** Other types are served as bytes: an uploaded file must not run in a browser. */
const types: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".webp": "image/webp",
  ".mp4": "video/mp4",
  ".mov": "video/quicktime",
  ".glb": "model/gltf-binary",
};

/** Serves `/files/{id}/{name}` to anyone with the URL. Supports a single range (RFC 9110). @throws {UnknownFile} */
export async function serveFile(
  request: IncomingMessage,
  response: ServerResponse,
  id: string,
  { storage, files }: Service,
): Promise<void> {
  const file = /^[\w-]{32}$/.test(id) ? await storage.files.get(id) : undefined;
  if (file === undefined) throw new UnknownFile();
  const etag = `"${file.md5}"`;
  const headers = {
    etag,
    "accept-ranges": "bytes",
    "content-type": types[fileExtension(file.name) ?? ""] ?? "application/octet-stream",
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'",
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": "private, max-age=31536000, immutable",
  };
  if (matches(request.headers["if-none-match"], etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  const range = rangeOf(request, file, etag);
  if (range === "unsatisfiable") {
    response.writeHead(416, { ...headers, "content-range": `bytes */${file.size}`, "content-length": 0 }).end();
    return;
  }
  // Before the response head: the file may not exist.
  const source = request.method === "HEAD" || file.size === 0 ? undefined : await files.read(file.id, range);
  const length = range === undefined ? file.size : range.end - range.start + 1;
  const part = range && { "content-range": `bytes ${range.start}-${range.end}/${file.size}` };
  response.writeHead(range === undefined ? 200 : 206, { ...headers, ...part, "content-length": length });
  if (source === undefined) {
    response.end();
    return;
  }
  source.on("error", () => response.destroy());
  response.on("close", () => source.destroy());
  source.pipe(response);
}

function matches(header: string | undefined, etag: string): boolean {
  return header !== undefined && header.split(",").some((each) => ["*", etag, `W/${etag}`].includes(each.trim()));
}

function rangeOf(
  { headers }: IncomingMessage,
  { size }: FileRecord,
  etag: string,
): { readonly start: number; readonly end: number } | "unsatisfiable" | undefined {
  const ifRange = headers["if-range"];
  if (ifRange !== undefined && ifRange !== etag) return undefined;
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? "");
  const [, first = "", last = ""] = match ?? [];
  if (match === null || (first === "" && last === "")) return undefined;
  if (first === "") {
    const start = Math.max(0, size - Number(last));
    return Number(last) === 0 || size === 0 ? "unsatisfiable" : { start, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return undefined;
  return start >= size ? "unsatisfiable" : { start, end };
}
