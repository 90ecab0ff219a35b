import { ProtocolError } from "../errors/errors.ts";
import { printable } from "../transport/printable.ts";
import { contentTypeOf, expectedContent, HEAD_BYTES, imageName, nameOfContent } from "./content-type.ts";

/** Maximum characters of a file's first bytes in a message. */
const MAX_QUOTED = 48;

/**
 * Checks by its first bytes that a file is what its name announces (client-behaviour 21).
 *
 * @param head Its first {@link HEAD_BYTES} bytes, or all of a shorter file.
 * @returns The name to save it under: that of an image of another type has its extension.
 * @throws ProtocolError with the first bytes, for a page, JSON, nothing, or another type.
 */
export function checkContent(name: string, head: Uint8Array, isImage: boolean): string {
  const expected = expectedContent(name, isImage);
  const type = contentTypeOf(head);
  if (head.length > 0 && expected.accepts(type)) {
    return expected.isImage && type !== undefined ? imageName(name, type) : name;
  }
  const found =
    head.length === 0 ? "no bytes" : `${type === undefined ? "" : `${nameOfContent(type)}: `}${quote(head)}`;
  throw new ProtocolError(`${name}: expected ${expected.what}, found ${found}. Nothing was saved.`);
}

/** Returns the first bytes as text, with escapes for all that a terminal could interpret. */
function quote(head: Uint8Array): string {
  const text = new TextDecoder().decode(head.subarray(0, HEAD_BYTES));
  return JSON.stringify(printable(text, MAX_QUOTED));
}

/**
 * Checks that bytes are an image.
 *
 * ```ts
 * await writeFile(checkImage("frame-1.jpg", frame.data), frame.data);
 * ```
 *
 * @param name A file name.
 * @returns The name with the extension of the image's type: `frame-1.png` for a PNG.
 * @throws ProtocolError with the first bytes, if they are not those of an image.
 */
export function checkImage(name: string, bytes: Uint8Array): string {
  return checkContent(name, bytes.subarray(0, HEAD_BYTES), true);
}
