import type { CreateBasisTranscoder } from "./create-basis-transcoder.ts";

/** For browsers: only the page knows where it serves the WebAssembly. */
export const createBasisTranscoder: CreateBasisTranscoder | null = null;
