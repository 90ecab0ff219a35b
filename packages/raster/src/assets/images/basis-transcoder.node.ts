import type { CreateBasisTranscoder } from "./create-basis-transcoder.ts";

/** For Node: Basis Universal as ktx2-encoder has it, loaded when the first texture needs it. */
export const createBasisTranscoder: CreateBasisTranscoder | null = async () => {
  const { NodeBasisEncoder } = await import("ktx2-encoder");
  return await new NodeBasisEncoder().init();
};
