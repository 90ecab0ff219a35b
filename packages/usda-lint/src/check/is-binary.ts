/** Whether the bytes begin as those of a crate (`PXR-USDC`) or of a package (`PK`). */
export function isBinary(source: Uint8Array): boolean {
  const text = String.fromCharCode(...source.subarray(0, 8));
  return text === "PXR-USDC" || text.startsWith("PK\u0003\u0004") || text.startsWith("PK\u0005\u0006");
}
