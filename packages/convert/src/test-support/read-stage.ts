/** Reads stages in tests. */
import { StageReader, type PrimNode, type Stage } from "@usdkit/usd";

/** Types by path of all prims. */
export function prims(stage: Stage): Record<string, string> {
  const reader = new StageReader(stage);
  return Object.fromEntries(Array.from(reader.prims({ instanceProxies: true }), ({ path, type }) => [path, type]));
}

/** A prim, and a reader of it. */
export function prim(stage: Stage, path: string): { reader: StageReader; node: PrimNode } {
  const reader = new StageReader(stage);
  const node = reader.prim(path);
  if (node === undefined) throw new Error(`no prim ${path}`);
  return { reader, node };
}

/** The data of an attribute's value at a time. */
export function value(stage: Stage, path: string, name: string, time: number | null = null): unknown {
  const { reader, node } = prim(stage, path);
  const found = reader.value(node, name, time);
  if (found?.kind !== "typed") return undefined;
  return ArrayBuffer.isView(found.data) ? Array.from(found.data as Float32Array) : found.data;
}
