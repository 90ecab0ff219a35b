import type { CreateDracoDecoder } from "./draco-decoder.ts";

/** Of browsers: none by itself, since only the page knows where it serves the WebAssembly. */
export const createDracoDecoder: CreateDracoDecoder | null = null;
