/** Opens layers and images that a shown file names. */
import { basename, dirname, extname, join, resolve } from "node:path";
import type { OpenedLink } from "../protocol/view-state.ts";
import { stateOf } from "./file-states.ts";
import type { ViewedFile } from "./viewed-file.ts";

/** Maximum number of files that the page shows. */
const MAX_FILES = 200;
const LAYER = /\.usd[acz]?$/i;
/** A layer in a package, `a.usdz[b.usdc]`: the package is opened. */
const IN_PACKAGE = /^([^[\]]+)\[.*\]$/;
/** Of another machine, `//host/share` and `\\host\share`: Windows would log in there. */
const REMOTE = /^[\\/]{2}/;
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]+:/;

/** Media types of images by the ends of their names: what browsers show. */
const IMAGES: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".webp": "image/webp",
  ".gif": "image/gif",
  ".avif": "image/avif",
};

/** The shown files, which the page names by their numbers, and the images that it may request. */
export interface LinkedFiles {
  readonly files: ViewedFile[];
  readonly images: LinkedImage[];
}

/** An image that a link names. */
export interface LinkedImage {
  /** Absolute path. */
  readonly location: string;
  readonly type: string;
}

/** The response to a request to open a link. */
export type LinkAnswer =
  | { readonly status: 200; readonly opened: OpenedLink }
  | { readonly status: 403 | 422; readonly message: string };

/**
 * Adds the layer that an asset path of a shown file names to the shown files, or the image to the images, unless it is one of
 * them.
 *
 * @param from The file with the asset path, which is relative to its folder.
 */
export function openLink({ files, images }: LinkedFiles, from: ViewedFile, assetPath: string): LinkAnswer {
  const path = (IN_PACKAGE.exec(assetPath)?.[1] ?? assetPath).trim();
  // Nothing else of this machine is served because of a link.
  const type = IMAGES[extname(path).toLowerCase()];
  if (
    path.includes("\0") ||
    SCHEME.test(path) ||
    REMOTE.test(path) ||
    (type === undefined && !LAYER.test(basename(path)))
  ) {
    return { status: 403, message: "not a layer or an image: the page opens no other files" };
  }
  const location = resolve(dirname(from.location), path);
  const shown: readonly { readonly location: string }[] = type === undefined ? files : images;
  const opened = (index: number): LinkAnswer => {
    return { status: 200, opened: { kind: type === undefined ? "file" : "image", index } };
  };
  const known = shown.findIndex((file) => file.location === location);
  if (known >= 0) return opened(known);
  if (shown.length >= MAX_FILES) return { status: 422, message: `the page shows at most ${MAX_FILES} files` };
  const { problem } = stateOf(path, location);
  if (problem !== null) return { status: 422, message: problem };
  if (type !== undefined) return opened(images.push({ location, type }) - 1);
  files.push({ name: resolve(path) === path ? path : join(dirname(from.name), path), location });
  return opened(files.length - 1);
}
