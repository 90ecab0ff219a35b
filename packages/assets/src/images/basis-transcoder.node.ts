import type { CreateBasisTranscoder } from "./create-basis-transcoder.ts";

/** For Node: Basis Universal of ktx2-encoder, loaded for the first texture. */
export const createBasisTranscoder: CreateBasisTranscoder | null = async () => {
  const { NodeBasisEncoder } = await import("ktx2-encoder");
  return await new NodeBasisEncoder().init();
};
