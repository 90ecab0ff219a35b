/** Replaces the records of a run by those of its new parse. */
import { after } from "../build/records.ts";
import {
  AUTHORED_MASK,
  AUTHORED_SHIFT,
  END,
  IDENTITY,
  KIND_MASK,
  LAST_PROPERTY,
  METADATA_SIZE,
  META_VALUE_END,
  META_VALUE_START,
  NAME_START,
  NEXT,
  NUMBERS,
  OWNER_SIZE,
  PARENT,
  PROPERTY_SIZE,
  RecordKind,
  START,
  TAG,
  VALUE_END,
  VALUE_START,
  Tape,
} from "../record/tape.ts";
import type { NumericArray } from "@usdkit/layer";
import type { PackedSamples } from "../read/found-value.ts";
import type { Run } from "./find-run.ts";

const NO_NUMBERS: NumericArray = new Uint8Array(0);
const NO_SAMPLES: PackedSamples = { times: new Float64Array(0), values: NO_NUMBERS };
/** `Authored.timeSamples`. */
const AUTHORED_SAMPLES = 2;

/**
 * Returns a tape with the records before a run, to which those of the run are written; arrays of the old run are
 * dropped.
 */
export function beginSplice(old: Tape, { firstRecord, endRecord, owners }: Run): Tape {
  const tape = new Tape(old.length + 4096);
  tape.words.set(old.words.subarray(0, firstRecord));
  tape.length = firstRecord;
  for (const each of old.numbers) tape.numbers.push(each);
  for (const each of old.samples) tape.samples.push(each);
  for (let at = firstRecord; at < endRecord; at += sizeOf(old.words, at)) {
    const kept = (old.words[at + TAG] & KIND_MASK) === RecordKind.property ? old.words[at + NUMBERS] : 0;
    if (kept === 0) continue;
    if (((old.words[at + TAG] >>> AUTHORED_SHIFT) & AUTHORED_MASK) === AUTHORED_SAMPLES)
      tape.samples[kept - 1] = NO_SAMPLES;
    else tape.numbers[kept - 1] = NO_NUMBERS;
  }
  // The owner's earlier properties are compared with those of the run elsewhere.
  const owner = owners[owners.length - 1];
  tape.words[owner + LAST_PROPERTY] = 0;
  return tape;
}

/** Adds the records after the run; `shift` is the growth of the text in bytes. */
export function endSplice(tape: Tape, old: Tape, { owners, endRecord }: Run, shift: number): void {
  const moved = tape.length - endRecord;
  const from = tape.length;
  const count = old.length - endRecord;
  tape.add(count);
  const { words } = tape;
  words.set(old.words.subarray(endRecord, old.length), from);
  if (shift !== 0 || moved !== 0) shiftRecords(words, from, tape.length, { shift, moved, endRecord });
  for (const owner of owners) {
    if (words[owner + END] !== 0) words[owner + END] += shift;
    words[owner + NEXT] += moved;
  }
}

/** Number of words of the record alone, without the records that belong to it. */
function sizeOf(words: Uint32Array, at: number): number {
  const kind = words[at + TAG] & KIND_MASK;
  if (kind === RecordKind.property) return PROPERTY_SIZE;
  return kind === RecordKind.metadata || kind === RecordKind.order ? METADATA_SIZE : OWNER_SIZE;
}

interface Shift {
  readonly shift: number;
  readonly moved: number;
  readonly endRecord: number;
}

/** Moves the offsets and links of the records in `[from, to)`. Most of the time of an edit of a large text is spent here. */
function shiftRecords(words: Uint32Array, from: number, to: number, { shift, moved, endRecord }: Shift): void {
  // 0 is "none".
  const moveOffset = (word: number): void => {
    const offset = words[word];
    if (offset !== 0) words[word] = offset + shift;
  };
  const moveLink = (word: number): void => {
    const link = words[word];
    if (link >= endRecord) words[word] = link + moved;
  };
  for (let at = from; at < to;) {
    moveOffset(at + START);
    moveOffset(at + END);
    // The same word is the start of a key.
    moveOffset(at + NAME_START);
    const kind = words[at + TAG] & KIND_MASK;
    if (kind === RecordKind.property) {
      moveOffset(at + VALUE_START);
      moveOffset(at + VALUE_END);
      moveLink(at + NEXT);
      moveLink(at + LAST_PROPERTY);
      at += PROPERTY_SIZE;
    } else if (kind === RecordKind.metadata || kind === RecordKind.order) {
      moveOffset(at + META_VALUE_START);
      moveOffset(at + META_VALUE_END);
      at += METADATA_SIZE;
    } else {
      moveLink(at + NEXT);
      moveLink(at + LAST_PROPERTY);
      moveLink(at + PARENT);
      moveLink(at + IDENTITY);
      at += OWNER_SIZE;
    }
  }
}

/** Yields the records of an owner's block that are in `[from, to)`. */
export function* directRecords(words: Uint32Array, from: number, to: number): Generator<number> {
  for (let at = from; at < to; at = after(words, at)) yield at;
}
