/** Answers of hosts that the specification does not describe: files by their URL, and the foreign origin. */
import type { ReceivedRequest } from "../messages/received-request.ts";
import { jsonReply, textReply, type Reply } from "../messages/reply.ts";
import type { Files } from "./files.ts";

/** The target of redirects: every request succeeds. */
export function strangerReply(): Reply {
  return jsonReply(200, { hello: "from elsewhere" });
}

/** Returns a file, whole or in a range: RFC 9110, 13 and 14. */
export function serveFile(files: Files, request: ReceivedRequest): Reply {
  const file = files.get(request.path);
  if (file === undefined) return textReply(404, "text/plain", "There is nothing here.\n");
  const { bytes, type, etag } = file;
  const headers = { "content-type": type, etag, "accept-ranges": "bytes" };
  if (request.header("if-none-match") === etag) return { status: 304, headers, body: new Uint8Array() };
  const wanted = request.header("if-range");
  const range = wanted === undefined || wanted === etag ? request.header("range") : undefined;
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? "");
  if (match === null || (match[1] === "" && match[2] === "")) return { status: 200, headers, body: bytes };
  const [from, to] = [match[1] ?? "", match[2] ?? ""];
  const start = from === "" ? Math.max(bytes.length - Number(to), 0) : Number(from);
  const end = from === "" || to === "" ? bytes.length : Math.min(Number(to) + 1, bytes.length);
  if (start >= bytes.length || end <= start) {
    return { status: 416, headers: { "content-range": `bytes */${bytes.length}` }, body: new Uint8Array() };
  }
  const place = `bytes ${start}-${end - 1}/${bytes.length}`;
  return { status: 206, headers: { ...headers, "content-range": place }, body: bytes.subarray(start, end) };
}
