/** Makes one file of a glTF and the files that it names. */

/** Returns a file by its path relative to the glTF; undefined if there is none. */
export type ReadRelated = (path: string) => Uint8Array | undefined | Promise<Uint8Array | undefined>;

/**
 * Returns a GLB with the buffers and images that a `.gltf` or `.glb` file names. Images that are missing stay named. A GLB that names
 * no other files is returned as it is.
 *
 * @param read Finds a file by its path relative to the glTF, without `%` escapes; not called for `data:` and for other URLs.
 * @throws {AssetError} if the JSON cannot be read, or a buffer is missing
 * @example
 * const glb = await embedGltfFiles(await readFile("a/chair.gltf"), (path) => readFile(join("a", path)));
 */
export async function embedGltfFiles(bytes: Uint8Array, read: ReadRelated): Promise<Uint8Array> {
  const { embedFiles } = await import("./file-embedder.ts");
  return await embedFiles(bytes, read);
}
