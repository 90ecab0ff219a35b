/**
 * Returns the number of parts of a file.
 *
 * Ours: size divided by `blockSize`, rounded up. See `open` of {@link initUpload}.
 *
 * @param size Bytes of the file.
 * @param blockSize Bytes of a part, from the token.
 */
export function uploadPartCount(size: number, blockSize: number): number {
  return Math.ceil(size / blockSize);
}

/**
 * Returns the byte range of a part, from `start` up to but not including `end`.
 *
 * @param part Its number, from 0.
 * @param size Bytes of the file.
 * @param blockSize Bytes of a part, from the token; the last one may be shorter.
 */
export function uploadPartRange(
  part: number,
  size: number,
  blockSize: number,
): { readonly start: number; readonly end: number } {
  return { start: Math.min(part * blockSize, size), end: Math.min((part + 1) * blockSize, size) };
}
