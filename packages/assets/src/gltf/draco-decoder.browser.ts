import type { CreateDracoDecoder } from "../options/draco-decoder.ts";

/** For browsers: no default decoder, since only the page knows where it serves the WebAssembly. */
export const createDracoDecoder: CreateDracoDecoder | null = null;
