/** Names of WebAssembly modules among the files of the page. */

/** Draco's decoder. */
export const DRACO_WASM = "draco_decoder_gltf.wasm";
/** Basis Universal. */
export const BASIS_WASM = "basis_encoder.wasm";

/** The name of a module. */
export type WasmFile = typeof DRACO_WASM | typeof BASIS_WASM;
