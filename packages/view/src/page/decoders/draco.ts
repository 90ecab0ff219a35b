/** The decoder of Draco, with its WebAssembly in a file of its own. */
// @ts-expect-error -- The package has no types. Its own entry would load the encoder as well.
import createDecoderModule from "draco3dgltf/draco_decoder_gltf_nodejs.js";
import type { CreateDracoDecoder } from "@usdkit/raster";

/** Creates an instance. */
export function createDraco(overrides: object, wasmUrl: string): Promise<object> {
  const create = createDecoderModule as CreateDracoDecoder;
  return create({ ...overrides, locateFile: () => wasmUrl });
}
