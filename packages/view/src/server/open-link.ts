/** Opens layers and images that a shown file names. */
import { dirname, extname, isAbsolute, join, posix, resolve } from "node:path";
import type { OpenedLink } from "../protocol/view-state.ts";
import { stateOf } from "./file-states.ts";
import { isLayerPath, isLocalPath } from "./layer-paths.ts";
import type { ViewedFile } from "./viewed-file.ts";

/** Maximum number of files that the page shows. */
const MAX_FILES = 200;
/** A layer in a package, `a.usdz[b.usdc]`. */
const IN_PACKAGE = /^([^[\]]+)\[(.+)\]$/;

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
 * @param from The file with the asset path, which is relative to its folder, or to its place in its package.
 */
export function openLink({ files, images }: LinkedFiles, from: ViewedFile, assetPath: string): LinkAnswer {
  const [, file = assetPath, inner] = IN_PACKAGE.exec(assetPath) ?? [];
  const path = file.trim();
  // Nothing else of this machine is served because of a link.
  const type = IMAGES[extname(path).toLowerCase()];
  if (type === undefined ? !isLayerPath(path) : !isLocalPath(path)) {
    return { status: 403, message: "not a layer or an image: the page opens no other files" };
  }
  const location = resolve(dirname(from.location), path);
  if (type !== undefined) {
    return openOnce("image", images, { location, type }, (image) => image.location === location);
  }
  let opened: ViewedFile = { name: resolve(path) === path ? path : join(dirname(from.name), path), location };
  let place = inner;
  if (from.inner !== undefined && inner === undefined && !isAbsolute(path)) {
    opened = { name: from.name.slice(0, -`[${from.inner}]`.length), location: from.location };
    place = posix.join(posix.dirname(from.inner), path);
  }
  if (place !== undefined) opened = { ...opened, name: `${opened.name}[${place}]`, inner: place };
  return openOnce("file", files, opened, (each) => each.location === opened.location && each.inner === opened.inner);
}

/** Adds a file or image unless it is one of those that are shown. */
function openOnce<T extends { readonly location: string }>(
  kind: OpenedLink["kind"],
  shown: T[],
  item: T,
  isSame: (each: T) => boolean,
): LinkAnswer {
  const opened = (index: number): LinkAnswer => ({ status: 200, opened: { kind, index } });
  const known = shown.findIndex(isSame);
  if (known >= 0) return opened(known);
  if (shown.length >= MAX_FILES) return { status: 422, message: `the page shows at most ${MAX_FILES} files` };
  const { problem } = stateOf(item.location, item.location);
  if (problem !== null) return { status: 422, message: problem };
  return opened(shown.push(item) - 1);
}
