/** Steps over the records of the tape. */
import type { ByteRange } from "@usdkit/layer";
import { KEY, KIND_MASK, METADATA_SIZE, NAME, NAME_START, NEXT, OWNER_SIZE, RecordKind, TAG } from "../record/tape.ts";
import type { ViewSource } from "./view-source.ts";

const BACKSLASH = 92;

/** Returns the index after a record and the records that belong to it. */
export function after(words: Uint32Array, record: number): number {
  const kind = words[record + TAG] & KIND_MASK;
  if (kind === RecordKind.metadata || kind === RecordKind.order) return record + METADATA_SIZE;
  return words[record + NEXT];
}

export function addTo(map: Map<number, number[]>, key: number, record: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [record]);
  else list.push(record);
}

export function nameRangeOf(source: ViewSource, record: number): ByteRange {
  const { words } = source.tape;
  const start = words[record + NAME_START];
  const name = words[record + NAME];
  if (name === 0) return { start, end: start };
  const { bytes } = source;
  const quote = bytes[start - 1];
  let end = start + source.names.byteLength(name);
  // A name with escapes is shorter than its text.
  if (bytes[end] !== quote) {
    end = start;
    while (end < bytes.length && bytes[end] !== quote) end += bytes[end] === BACKSLASH ? 2 : 1;
  }
  return { start, end };
}

/** Returns whether one of the blocks has metadata or a `reorder` statement. */
export function hasFields({ tape: { words } }: ViewSource, blocks: readonly number[]): boolean {
  for (const block of blocks) {
    const end = words[block + NEXT];
    for (let at = block + OWNER_SIZE; at < end; at = after(words, at)) {
      const kind = words[at + TAG] & KIND_MASK;
      if (kind === RecordKind.metadata || kind === RecordKind.order) return true;
    }
  }
  return false;
}

/** Returns whether one of the blocks has a metadata entry with that keyword; cheaper than building all fields. */
export function hasEntry({ names, tape: { words } }: ViewSource, blocks: readonly number[], keyword: string): boolean {
  for (const block of blocks) {
    const end = words[block + NEXT];
    // Metadata precedes everything else.
    for (let at = block + OWNER_SIZE; at < end; at += METADATA_SIZE) {
      if ((words[at + TAG] & KIND_MASK) !== RecordKind.metadata) break;
      if (names.text(words[at + KEY]) === keyword) return true;
    }
  }
  return false;
}

/** Returns whether the block of a variant set contains a variant with an empty name. */
export function hasUnnamedVariant({ names, tape: { words } }: ViewSource, set: number): boolean {
  const end = words[set + NEXT];
  for (let at = set + OWNER_SIZE; at < end; at = after(words, at)) {
    if ((words[at + TAG] & KIND_MASK) === RecordKind.variant && names.text(words[at + NAME]) === "") return true;
  }
  return false;
}
