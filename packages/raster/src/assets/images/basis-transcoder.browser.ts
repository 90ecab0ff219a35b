import type { CreateBasisTranscoder } from "./create-basis-transcoder.ts";

/** Only the page knows where it serves the WebAssembly. */
export const createBasisTranscoder: CreateBasisTranscoder | null = null;
