/**
 * How many parts a file is uploaded in.
 *
 * Ours: as many as `blockSize` fits into it, rounded up. See `open` of {@link initUpload}.
 *
 * @param size Bytes of the file.
 * @param blockSize Bytes of a part, as the token says.
 */
export function uploadPartCount(size: number, blockSize: number): number {
  return Math.ceil(size / blockSize);
}

/**
 * Which bytes a part holds: from `start` on, up to and without `end`.
 *
 * @param part Its number, from 0 on.
 * @param size Bytes of the file.
 * @param blockSize Bytes of a part, as the token says; the last one may be shorter.
 */
export function uploadPartRange(
  part: number,
  size: number,
  blockSize: number,
): { readonly start: number; readonly end: number } {
  return { start: Math.min(part * blockSize, size), end: Math.min((part + 1) * blockSize, size) };
}
