// @ts-expect-error -- The package has no types. Its own entry would load the encoder as well.
import createDecoderModule from "draco3dgltf/draco_decoder_gltf_nodejs.js";
import type { CreateDracoDecoder } from "../options/draco-decoder.ts";

/** For Node: the WebAssembly is in the same folder as the package's script. */
export const createDracoDecoder: CreateDracoDecoder | null = createDecoderModule as CreateDracoDecoder;
