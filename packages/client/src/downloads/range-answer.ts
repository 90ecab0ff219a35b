import type { FileFacts } from "../platform/file-sink.ts";

/** Which bytes of which file an answer contains, from its status and headers. */
export interface RangeAnswer extends FileFacts {
  /** Offset of the first byte; undefined if there is no body (416). */
  readonly start: number | undefined;
}

/** Reads status and headers; returns undefined for a 206 without a valid range. */
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
  // Length and ranges are those of the compressed bytes, but the body is decompressed.
  if (encoding !== null && encoding.toLowerCase() !== "identity") return {};
  const length = /^\d{1,15}$/.exec(headers.get("content-length") ?? "")?.[0];
  return { validator, length: length === undefined ? undefined : Number(length) };
}

/** Returns a value for `If-Range` (RFC 9110, 13.1.5): a strong ETag, otherwise the time of the last change. */
function readValidator(headers: Headers): string | undefined {
  const etag = headers.get("etag") ?? "";
  if (/^"[\x21\x23-\x7e]{0,512}"$/.test(etag)) return etag;
  const time = headers.get("last-modified") ?? "";
  return time.length < 64 && !Number.isNaN(Date.parse(time)) ? time : undefined;
}
