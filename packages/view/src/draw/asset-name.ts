/** Files of meshes and splats, which have no text. */
const ASSET = /\.(?:glb|gltf|ply|spz|sog|splat)$/iu;

/** Whether a file is one of a mesh or of splats, by the end of its name. */
export function isAssetName(path: string): boolean {
  return ASSET.test(path);
}
