/** Packages of a layer and its files. */
import type { Layer } from "@usdkit/layer";
import { usdcParts, writeUsdc } from "@usdkit/usdc";
import { placedPackageParts, writePackage, type PlacedPart } from "@usdkit/usdz";
import type { ImageFile } from "../textures/image-file.ts";

/** Name of the layer in a package. */
const ROOT_LAYER = "scene.usdc";

/** Returns a package of a layer as a crate and its textures. */
export function packUsdz(layer: Layer, files: readonly ImageFile[], name: string = ROOT_LAYER): Uint8Array {
  return writePackage([{ path: name, data: writeUsdc(layer) }, ...packed(files)]);
}

/** Returns the parts of a package with their places, as the crate is made: for writing it without holding all of it. */
export function* usdzParts(
  layer: Layer,
  files: readonly ImageFile[],
  name: string = ROOT_LAYER,
): Generator<PlacedPart, void, undefined> {
  yield* placedPackageParts([{ path: name, parts: usdcParts(layer) }, ...packed(files)]);
}

function packed(files: readonly ImageFile[]): { path: string; data: Uint8Array }[] {
  return files.map(({ path, bytes }) => ({ path, data: bytes }));
}
