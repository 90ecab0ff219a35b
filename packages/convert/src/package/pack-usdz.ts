/** Packages of a layer and its files. */
import type { Layer } from "@usdkit/layer";
import { writeUsdc } from "@usdkit/usdc";
import { packageParts, writePackage, type PackageInput } from "@usdkit/usdz";
import type { ImageFile } from "../textures/image-file.ts";

/** Name of the layer in a package. */
const ROOT_LAYER = "scene.usdc";

/** Returns a package of a layer as a crate and its textures. */
export function packUsdz(layer: Layer, files: readonly ImageFile[], name: string = ROOT_LAYER): Uint8Array {
  return writePackage(packageInputs(layer, files, name));
}

/** Returns the parts of a package in order, for writing it without a copy of the whole. */
export function* usdzParts(
  layer: Layer,
  files: readonly ImageFile[],
  name: string = ROOT_LAYER,
): Generator<Uint8Array, void, undefined> {
  yield* packageParts(packageInputs(layer, files, name));
}

function packageInputs(layer: Layer, files: readonly ImageFile[], name: string): readonly PackageInput[] {
  return [{ path: name, data: writeUsdc(layer) }, ...files.map(({ path, bytes }) => ({ path, data: bytes }))];
}
