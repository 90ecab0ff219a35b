/** Files and parts of files behind URLs: which version of a file the bytes of a reply are of. */
import { HttpRequest, type FetchedReply, type HttpRequests } from "./http-request.ts";
import { ResolveError } from "./resolver.ts";

/** Bytes of a file, `[start, end)`. */
export interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

/** What tells one content of a file from another. */
export interface FileVersion {
  /** "" if the server sends none. */
  readonly etag: string;
  readonly lastModified: string;
  /** Whether equal versions have equal bytes: a strong ETag, or a date that is old enough. */
  readonly isStrong: boolean;
}

/** What a server replies to a request of a part. */
export type PartReply =
  /** The first bytes of the part, possibly all, of a file of `size` bytes. */
  | {
      readonly kind: "part";
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly size: number;
      readonly version: FileVersion;
    }
  /** The server sends whole files, or its parts cannot be used. */
  | { readonly kind: "whole"; readonly bytes: Uint8Array<ArrayBuffer>; readonly version: FileVersion }
  | { readonly kind: "missing" }
  /** The file has more bytes than are allowed. */
  | { readonly kind: "large" };

/** What a server replies to a request of a file. */
export type WholeReply = Exclude<PartReply, { readonly kind: "part" }>;

const PARTIAL = 206;
const MISSING: readonly number[] = [404, 410];
const UNSATISFIABLE = 416;

/**
 * Requests a part of a file. A server that does not send parts sends the file; so does one whose part has no place, or is
 * compressed.
 *
 * @param maxBytes of the file
 * @throws ResolveError for another status
 */
export async function fetchPart(
  url: string,
  { start, end }: ByteSpan,
  maxBytes: number,
  requests: HttpRequests,
): Promise<PartReply> {
  const request = new HttpRequest(url, requests);
  const reply = await request.send(requests.fetch, { range: `bytes=${start}-${end - 1}` });
  const range = reply.status === PARTIAL ? contentRange(reply) : undefined;
  if (range?.start === start) {
    if (range.size > maxBytes) {
      request.end();
      return { kind: "large" };
    }
    const bytes = await request.read(reply, Math.min(end, range.end) - start);
    return { kind: "part", bytes, size: range.size, version: versionOf(reply) };
  }
  // An empty file has no part. A page sees the place of a part only if a server of another origin exposes the header.
  if (reply.status === PARTIAL || reply.status === UNSATISFIABLE) {
    request.end();
    return fetchWhole(url, maxBytes, requests);
  }
  return readWhole({ url, request, reply, maxBytes });
}

/**
 * Requests a file.
 *
 * @throws ResolveError for another status
 */
export async function fetchWhole(url: string, maxBytes: number, requests: HttpRequests): Promise<WholeReply> {
  const request = new HttpRequest(url, requests);
  const reply = await request.send(requests.fetch);
  return readWhole({ url, request, reply, maxBytes });
}

interface Receiving {
  readonly url: string;
  readonly request: HttpRequest;
  readonly reply: FetchedReply;
  readonly maxBytes: number;
}

async function readWhole({ url, request, reply, maxBytes }: Receiving): Promise<WholeReply> {
  if (MISSING.includes(reply.status)) {
    request.end();
    return { kind: "missing" };
  }
  if (!reply.ok || reply.status === PARTIAL) {
    request.end();
    throw new ResolveError(`${JSON.stringify(url)} answered with status ${reply.status}`);
  }
  const bytes = await request.read(reply, maxBytes + 1);
  return bytes.length > maxBytes ? { kind: "large" } : { kind: "whole", bytes, version: versionOf(reply) };
}

/** Returns the place of a part in its file; undefined if the reply has none, or its bytes are compressed. */
function contentRange({ headers }: FetchedReply): (ByteSpan & { readonly size: number }) | undefined {
  const encoding = headers.get("content-encoding");
  if (encoding !== null && encoding !== "identity") return undefined;
  const found = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/u.exec(headers.get("content-range") ?? "");
  if (found === null) return undefined;
  const [start, last, size] = found.slice(1).map(Number);
  return start <= last && last < size ? { start, end: last + 1, size } : undefined;
}

/** A file may change twice within the second of a date (RFC 9110, 8.8.2.2). */
const MIN_AGE = 60_000;

function versionOf({ headers }: FetchedReply): FileVersion {
  const etag = headers.get("etag") ?? "";
  const lastModified = headers.get("last-modified") ?? "";
  const isStrongTag = etag !== "" && !etag.startsWith("W/");
  // Pages do not see the date of another origin.
  const now = Date.parse(headers.get("date") ?? "");
  const age = (Number.isNaN(now) ? Date.now() : now) - Date.parse(lastModified);
  return { etag, lastModified, isStrong: isStrongTag || age >= MIN_AGE };
}

/** Whether two replies are of one content. */
export function isSameVersion(a: FileVersion, b: FileVersion): boolean {
  return a.isStrong && a.etag === b.etag && a.lastModified === b.lastModified;
}
