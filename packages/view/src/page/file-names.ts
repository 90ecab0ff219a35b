/** Names of files, with the separators of any system. */

/** Files of meshes and splats, which have no text. */
const ASSET = /\.(?:glb|gltf|ply|spz|sog|splat)$/iu;

/** Returns the last part of a path. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}

/** Whether a file is one of a mesh or of splats, by the end of its name. */
export function isAssetName(path: string): boolean {
  return ASSET.test(path);
}
