/** The origin of splats that a prim has. */
import { numbersOf, textsOf, type PrimNode, type StageReader } from "@usdkit/usd";
import type { ListedValues, PlyOrigin } from "../model/splats.ts";
import { COLUMN_NAMES, COMMENTS, NAMESPACE, originLists, PROPERTIES } from "../write-usd/splat-origin.ts";

/** Returns the origin that a prim with a number of splats has; null if it has none, or not for so many. */
export function readOrigin(reader: StageReader, prim: PrimNode, count: number): PlyOrigin | null {
  const texts = (name: string): readonly string[] | undefined => textsOf(reader.value(prim, name, null));
  const properties = texts(PROPERTIES);
  if (properties === undefined) return null;
  const listed = new Map<string, ListedValues | null>();
  for (const [name, , width] of originLists) {
    const values = floatsOf(reader, prim, `${NAMESPACE}:${name}`);
    const indices = numbersOf(reader.value(prim, `${NAMESPACE}:${name}:indices`, null));
    const isListed =
      values !== undefined && areIndices(indices, values.length / width, name === "scales" ? 3 * count : count);
    listed.set(name, isListed ? { values, indices: indices instanceof Int32Array ? indices : null } : null);
  }
  const columns = new Map<string, Float32Array>();
  for (const [i, name] of (texts(COLUMN_NAMES) ?? []).entries()) {
    const values = floatsOf(reader, prim, `${NAMESPACE}:columns:c${i}`);
    if (values?.length === count) columns.set(name, values);
  }
  return {
    properties,
    comments: texts(COMMENTS) ?? [],
    opacities: listed.get("opacities") ?? null,
    scales: listed.get("scales") ?? null,
    orientations: listed.get("orientations") ?? null,
    columns,
  };
}

function floatsOf(reader: StageReader, prim: PrimNode, name: string): Float32Array | undefined {
  const numbers = numbersOf(reader.value(prim, name, null));
  return numbers instanceof Float32Array ? numbers : undefined;
}

/** Whether indices are of so many values and ascending below a limit; without indices, whether there are no more values. */
function areIndices(indices: ArrayLike<unknown> | undefined, values: number, limit: number): boolean {
  if (indices === undefined) return values <= limit;
  if (!(indices instanceof Int32Array) || indices.length !== values) return false;
  for (let i = 0, last = -1; i < indices.length; last = indices[i++]) {
    if (indices[i] <= last || indices[i] >= limit) return false;
  }
  return true;
}
