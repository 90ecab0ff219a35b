/** Serves the asset of a mesh id. */

/** Returns the bytes of the asset of a mesh id; undefined if there is none. An error's message is for the user. */
export type FindAsset = (meshId: string) => Uint8Array | undefined | Promise<Uint8Array | undefined>;

/** The response to the page. */
export type AssetAnswer =
  | { readonly status: 200; readonly bytes: Uint8Array }
  | { readonly status: 404 | 422; readonly message: string };

/** Returns the asset of the mesh id in `encoded`, or why there is none. */
export async function answerAsset(find: FindAsset | undefined, encoded: string): Promise<AssetAnswer> {
  const meshId = decode(encoded);
  if (meshId === undefined) return { status: 404, message: "not a mesh id" };
  if (find === undefined) {
    return { status: 404, message: `no file for the mesh "${meshId}": start usda view with --assets FOLDER` };
  }
  try {
    const bytes = await find(meshId);
    return bytes === undefined
      ? { status: 404, message: `no file for the mesh "${meshId}" in the assets` }
      : { status: 200, bytes };
  } catch (error) {
    return { status: 422, message: error instanceof Error ? error.message : String(error) };
  }
}

function decode(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
