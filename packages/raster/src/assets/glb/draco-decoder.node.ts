import createDecoderModule from "draco3dgltf/draco_decoder_gltf_nodejs.js";
import type { CreateDracoDecoder } from "./draco-decoder.ts";

/** Of Node: the WebAssembly lies beside the package's script. */
export const createDracoDecoder: CreateDracoDecoder | null = (overrides) => createDecoderModule(overrides);
