/** Reads a body of multipart/form-data (RFC 7578): its parts in their order, as views of the body. */

export interface FormPart {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly type: string | undefined;
  readonly data: Buffer;
}

/** @returns `undefined` if the body is not a valid form. */
export function readForm(contentType: string, body: Uint8Array): FormPart[] | undefined {
  const match = /^multipart\/form-data\s*;.*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  if (match === null) return undefined;
  const boundary = match[1] ?? match[2] ?? "";
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const opening = Buffer.from(`--${boundary}`);
  const between = Buffer.from(`\r\n--${boundary}`);
  if (!bytes.subarray(0, opening.length).equals(opening)) return undefined;

  const parts: FormPart[] = [];
  let at = opening.length;
  while (bytes.toString("latin1", at, at + 2) === "\r\n") {
    const headEnd = bytes.indexOf("\r\n\r\n", at);
    if (headEnd < 0) return undefined;
    const end = bytes.indexOf(between, headEnd + 2);
    if (end < 0) return undefined;
    const head = bytes.toString("utf8", at + 2, headEnd);
    const name = /^content-disposition:\s*form-data;.*?\bname="([^"]*)"/im.exec(head)?.[1];
    if (name === undefined) return undefined;
    parts.push({
      name,
      fileName: /^content-disposition:.*?\bfilename="([^"]*)"/im.exec(head)?.[1],
      type: /^content-type:\s*([^\r\n]+)/im.exec(head)?.[1],
      data: bytes.subarray(headEnd + 4, end),
    });
    at = end + between.length;
  }
  return bytes.toString("latin1", at, at + 2) === "--" ? parts : undefined;
}
