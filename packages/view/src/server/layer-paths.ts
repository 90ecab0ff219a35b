/** Which files of this machine layers may name. */
import { basename } from "node:path";

const LAYER = /\.usd[acz]?$/i;
const MATERIALX = /\.mtlx$/i;
/** Textures, and files of meshes and splats that are drawn alone. */
const DRAWN = /\.(?:png|jpe?g|webp|avif|gif|ktx2|exr|hdr|tga|bmp|tiff?|glb|gltf|bin|ply|spz|sog|splat)$/i;
/** Of another machine, `//host/share` and `\\host\share`: Windows would log in there. */
const REMOTE = /^[\\/]{2}/;
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]+:/;

/** Whether a path may be one of this machine's files. */
export function isLocalPath(path: string): boolean {
  return !path.includes("\0") && !SCHEME.test(path) && !REMOTE.test(path);
}

/** Whether a path names a layer, by the end of its name. */
export function isLayerPath(path: string): boolean {
  return isLocalPath(path) && LAYER.test(basename(path));
}

/** Whether a path names a file that stages are composed of, by the end of its name: a layer or a MaterialX document. */
export function isComposedPath(path: string): boolean {
  return isLayerPath(path) || (isLocalPath(path) && MATERIALX.test(basename(path)));
}

/** Whether a path names a layer, or what an image of a stage is made of, by the end of its name. */
export function isDrawnPath(path: string): boolean {
  return isComposedPath(path) || (isLocalPath(path) && DRAWN.test(basename(path)));
}
