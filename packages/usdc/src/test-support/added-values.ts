/** Values in bytes that follow a small crate, for tests of their readers. */
import { ByteSource } from "../bytes/byte-source.ts";
import type { CrateError } from "../bytes/crate-diagnostic.ts";
import { ByteBuilder } from "../encode/byte-builder.ts";
import { readStructure } from "../structure/structure.ts";
import { ValueReader } from "../values/value-reader.ts";
import type { ValueRep } from "../values/value-rep.ts";
import { writeText } from "./written-crate.ts";

const { bytes } = writeText('def "A" {\nstring[] s = ["one", "two"]\n}');

/** Offset of the first byte that a test adds. */
export const END: number = bytes.length;

/** Returns the crate with more bytes at its end. Its strings 0 and 1 are "one" and "two". */
export function crateWith(added: ByteBuilder = new ByteBuilder()): Uint8Array {
  return new ByteBuilder().append(bytes).append(added.finish()).finish();
}

/** Returns a reader of the values of a crate that ends with bytes which a test adds. */
export function readerOf(added?: ByteBuilder, onDamage?: (error: CrateError) => void): ValueReader {
  const source = new ByteSource(crateWith(added));
  return new ValueReader(source, readStructure(source), onDamage);
}

/** Index of a token of the crate. */
export function tokenIndex(text: string): number {
  const { tokens } = readerOf().structure;
  for (let i = 0; i < tokens.length; i++) if (tokens.text(i) === text) return i;
  throw new Error(`no token ${text}`);
}

/** Index of a path of the crate. */
export function pathIndex(text: string): number {
  const { paths } = readerOf().structure;
  for (let i = 0; i < paths.length; i++) if (paths.text(i) === text) return i;
  throw new Error(`no path ${text}`);
}

/** Adds representations one after the other. */
export function addReps(to: ByteBuilder, ...reps: readonly ValueRep[]): ByteBuilder {
  for (const { low, high } of reps) to.uint32(low).uint32(high);
  return to;
}

/** Adds values of type `value`: the distance to a representation, and the representation behind it. */
export function addNested(to: ByteBuilder, ...reps: readonly ValueRep[]): ByteBuilder {
  for (const rep of reps) addReps(to.uint64(8), rep);
  return to;
}
