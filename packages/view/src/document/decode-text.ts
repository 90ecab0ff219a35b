/** Text of a file as the editor has it. */

/** Returns the text of UTF-8 bytes, with its byte order mark; null if encoding it again would give other bytes. */
export function decodeExactly(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Returns the text of bytes, with U+FFFD for each that is not UTF-8. */
export function decodeAny(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** Returns whether every line of a text ends with CR LF. */
export function hasCrLf(text: string): boolean {
  return text.includes("\n") && !/(?:^|[^\r])\n/.test(text);
}
