/** Returns whether the first bytes are those of a crate or a package. */
export function isBinary(bytes: Uint8Array): boolean {
  const start = String.fromCharCode(...bytes.subarray(0, 8));
  return start === "PXR-USDC" || start.startsWith("PK\u0003\u0004");
}
