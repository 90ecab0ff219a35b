// What the first bytes of a file are, without the readers of crates and packages: commands ask it of every file.

/** The first bytes of a crate, `PXR-USDC`. */
export const CRATE_MAGIC: Uint8Array = Uint8Array.of(0x50, 0x58, 0x52, 0x2d, 0x55, 0x53, 0x44, 0x43);

/** Whether the bytes begin as those of a crate. */
export function isCrate(bytes: Uint8Array): boolean {
  return bytes.length >= CRATE_MAGIC.length && CRATE_MAGIC.every((byte, i) => bytes[i] === byte);
}

/** Whether the bytes begin as those of a ZIP archive. */
export function isPackage(bytes: Uint8Array): boolean {
  // A local header, or the end of an archive without files.
  return (
    bytes[0] === 0x50 && bytes[1] === 0x4b && ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6))
  );
}

/** Returns whether the first bytes of a file are those of a crate or of a package; otherwise it is text. */
export function isBinaryLayer(bytes: Uint8Array): boolean {
  return isCrate(bytes) || isPackage(bytes);
}
