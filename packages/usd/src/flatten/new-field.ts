/** Fields of layers that are built. */
import type { Field, FieldValue } from "@usdkit/layer";

/** The fields of a spec by name. */
export type Fields = ReadonlyMap<string, Field>;

const noEntries: readonly never[] = [];

/** Returns a field without a place in a text. */
export function newField(name: string, value: FieldValue): Field {
  return { name, value, entries: noEntries };
}
