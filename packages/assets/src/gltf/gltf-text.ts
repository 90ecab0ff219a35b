/** Returns whether bytes are those of a `.gltf` file: JSON with the version of an asset. */
export function isGltfText(bytes: Uint8Array): boolean {
  const start = new TextDecoder()
    .decode(bytes.subarray(0, 64))
    .replace(/^\uFEFF/u, "")
    .trimStart();
  return start.startsWith("{");
}
