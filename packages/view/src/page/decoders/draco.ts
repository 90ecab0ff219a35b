/** The decoder of Draco, with its WebAssembly next to the page's script. */
// @ts-expect-error -- The package has no types. Its own entry would load the encoder as well.
import createDecoderModule from "draco3dgltf/draco_decoder_gltf_nodejs.js";
import type { CreateDracoDecoder } from "@usdkit/raster";
import { DRACO_WASM } from "../../protocol/wasm-files.ts";

/** Creates an instance. */
export function createDraco(overrides: object, folder: URL): Promise<object> {
  const create = createDecoderModule as CreateDracoDecoder;
  return create({ ...overrides, locateFile: () => new URL(DRACO_WASM, folder).href });
}
