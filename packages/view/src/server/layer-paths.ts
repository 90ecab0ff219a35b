/** Which files of this machine layers may name. */
import { basename } from "node:path";

const LAYER = /\.usd[acz]?$/i;
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
