/** Fields of layers that are built. */
import type { Field, FieldSpecKind, FieldValue } from "@usdkit/layer";

/** The fields of a spec by name. */
export type Fields = ReadonlyMap<string, Field>;

const noEntries: readonly never[] = [];

/** Returns a field without a place in a text. */
export function newField(name: string, value: FieldValue): Field {
  return { name, value, entries: noEntries };
}

/** Returns whether a field is an empty comment, or an empty documentation of a layer: the reference's text has neither. */
export function isEmptyNote(kind: FieldSpecKind, name: string, value: FieldValue): boolean {
  const isNote = name === "comment" || (name === "documentation" && kind === "layer");
  return isNote && value.kind === "typed" && value.data === "";
}
