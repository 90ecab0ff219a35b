import type { FileFacts } from "../platform/file-sink.ts";

/** What the head of an answer says about a file: which bytes come, and of what. */
export interface RangeAnswer extends FileFacts {
  /** The first byte that comes; undefined where none does (416). */
  readonly start: number | undefined;
}

/** Reads status and headers; undefined for a 206 that does not say which bytes it brings. */
export function readRange({ status, headers }: Response): RangeAnswer | undefined {
  const validator = readValidator(headers);
  if (status === 200) return { start: 0, ...wholeFacts(headers, validator) };
  const range = headers.get("content-range") ?? "";
  if (status === 416) {
    const length = /^bytes \*\/(\d{1,15})$/.exec(range)?.[1];
    return { start: undefined, validator, length: length === undefined ? undefined : Number(length) };
  }
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/.exec(range);
  if (match === null) return undefined;
  const [, start, , length] = match;
  return { start: Number(start), validator, length: length === "*" ? undefined : Number(length) };
}

function wholeFacts(headers: Headers, validator: string | undefined): FileFacts {
  const encoding = headers.get("content-encoding");
  // Length and ranges are those of the packed bytes, and what comes is unpacked.
  if (encoding !== null && encoding.toLowerCase() !== "identity") return {};
  const length = /^\d{1,15}$/.exec(headers.get("content-length") ?? "")?.[0];
  return { validator, length: length === undefined ? undefined : Number(length) };
}

/** What `If-Range` takes (RFC 9110, 13.1.5): a strong ETag, or else the time of the last change. */
function readValidator(headers: Headers): string | undefined {
  const etag = headers.get("etag") ?? "";
  if (/^"[\x21\x23-\x7e]{0,512}"$/.test(etag)) return etag;
  const time = headers.get("last-modified") ?? "";
  return time.length < 64 && !Number.isNaN(Date.parse(time)) ? time : undefined;
}
