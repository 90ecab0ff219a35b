/** The structure of a crate as flat arrays: everything but the values. */
import { MissingBytesError } from "@usdkit/base";
import type { ByteSource } from "../bytes/byte-source.ts";
import { CrateError } from "../bytes/crate-diagnostic.ts";
import type { Contents, Section } from "./header.ts";
import { readContents } from "./header.ts";
import type { PathTable } from "./path-table.ts";
import { readPaths } from "./path-table.ts";
import { SectionReader } from "./section-reader.ts";
import type { TokenTable } from "./token-table.ts";
import { readTokens } from "./token-table.ts";
import type { CrateVersion } from "./version.ts";
import { COMPRESSED_STRUCTURE } from "./version.ts";

/** Ends a set of fields. */
export const END_OF_SET = 0xffff_ffff;

/** What a crate consists of, apart from its values. */
export interface CrateStructure {
  readonly version: CrateVersion;
  readonly tokens: TokenTable;
  /** String index → token index. */
  readonly strings: Uint32Array;
  /** Field index → token of its name. */
  readonly fieldNames: Uint32Array;
  /** Field index → its value's representation: two words, the low one first. */
  readonly fieldReps: Uint32Array;
  /** Field indexes; each set ends with {@link END_OF_SET}. */
  readonly fieldSets: Uint32Array;
  readonly paths: PathTable;
  /** Spec → path index. */
  readonly specPaths: Uint32Array;
  /** Spec → index in `fieldSets` where its fields start. */
  readonly specFields: Uint32Array;
  /** Spec → `SdfSpecType`. */
  readonly specTypes: Uint8Array;
  /** The section of specs, for places of specs in messages. */
  readonly specSection: Section;
}

/**
 * Reads the structure of a crate.
 *
 * @throws CrateError if it is damaged
 * @throws MissingBytesError for all sections that are not there yet
 */
export function readStructure(source: ByteSource): CrateStructure {
  const contents = readContents(source);
  try {
    return readSections(source, contents);
  } catch (error) {
    if (!(error instanceof MissingBytesError)) throw error;
    throw MissingBytesError.ofAll([error, ...missingSections(source, contents)]);
  }
}

function missingSections(source: ByteSource, { sections }: Contents): readonly MissingBytesError[] {
  return Object.values(sections).flatMap(({ start, end }) => {
    try {
      if (end > start) source.at(start, end - start);
      return [];
    } catch (error) {
      if (error instanceof MissingBytesError) return [error];
      throw error;
    }
  });
}

function readSections(source: ByteSource, { version, sections }: Contents): CrateStructure {
  const { minor } = version;
  const tokens = readTokens(new SectionReader(source, "TOKENS", sections.TOKENS), minor);
  const strings = readStrings(new SectionReader(source, "STRINGS", sections.STRINGS), tokens);
  const fields = readFields(new SectionReader(source, "FIELDS", sections.FIELDS), tokens, minor);
  const sets = readFieldSets(new SectionReader(source, "FIELDSETS", sections.FIELDSETS), fields.names.length, minor);
  const paths = readPaths(new SectionReader(source, "PATHS", sections.PATHS), tokens, minor);
  const specs = readSpecs(new SectionReader(source, "SPECS", sections.SPECS), minor);
  checkSpecs(specs, paths, sets, sections.SPECS.start);
  return {
    version,
    tokens,
    strings,
    fieldNames: fields.names,
    fieldReps: fields.reps,
    fieldSets: sets,
    paths,
    specPaths: specs.paths,
    specFields: specs.fields,
    specTypes: specs.types,
    specSection: sections.SPECS,
  };
}

function readStrings(section: SectionReader, tokens: TokenTable): Uint32Array {
  const count = section.countOf(4);
  const strings = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const token = section.source.uint32(section.take(4), "STRINGS");
    if (token >= tokens.length) throw section.error(`token index ${token} of ${tokens.length}`);
    strings[i] = token;
  }
  return strings;
}

function readFields(
  section: SectionReader,
  tokens: TokenTable,
  minor: number,
): { readonly names: Uint32Array; readonly reps: Uint32Array } {
  let names: Uint32Array;
  let reps: Uint32Array;
  if (minor < COMPRESSED_STRUCTURE) {
    // Padding, token and representation.
    const count = section.countOf(16);
    names = new Uint32Array(count);
    reps = new Uint32Array(count * 2);
    const { source } = section;
    for (let i = 0; i < count; i++) {
      const at = section.take(16);
      names[i] = source.uint32(at + 4, "FIELDS");
      reps[2 * i] = source.uint32(at + 8, "FIELDS");
      reps[2 * i + 1] = source.uint32(at + 12, "FIELDS");
    }
  } else {
    const count = section.count();
    names = unsigned(section.integers(count));
    reps = new Uint32Array(count * 2);
    const bytes = section.compressed(count * 8);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let i = 0; i < reps.length; i++) reps[i] = view.getUint32(4 * i, true);
  }
  for (let i = 0; i < names.length; i++) {
    if (names[i] >= tokens.length) throw section.error(`token index ${names[i]} of ${tokens.length}`);
  }
  return { names, reps };
}

function readFieldSets(section: SectionReader, fieldCount: number, minor: number): Uint32Array {
  const sets = readUnsigned(section, minor);
  for (let i = 0; i < sets.length; i++) {
    const field = sets[i];
    if (field >= fieldCount && field !== END_OF_SET) throw section.error(`field index ${field} of ${fieldCount}`);
  }
  if (sets.length > 0 && sets[sets.length - 1] !== END_OF_SET) throw section.error("the last set of fields has no end");
  return sets;
}

interface Specs {
  readonly paths: Uint32Array;
  readonly fields: Uint32Array;
  readonly types: Uint8Array;
}

function readSpecs(section: SectionReader, minor: number): Specs {
  if (minor >= COMPRESSED_STRUCTURE) {
    const count = section.count();
    const paths = unsigned(section.integers(count));
    const fields = unsigned(section.integers(count));
    const numbers = section.integers(count);
    const types = new Uint8Array(count);
    for (let i = 0; i < count; i++) types[i] = Math.min(numbers[i] >>> 0, 255);
    return { paths, fields, types };
  }
  // Version 0.0.1 has padding before and none after, later ones are packed.
  const isPadded = minor === 0;
  const size = isPadded ? 16 : 12;
  const count = section.countOf(size);
  const { source } = section;
  const specs = { paths: new Uint32Array(count), fields: new Uint32Array(count), types: new Uint8Array(count) };
  for (let i = 0; i < count; i++) {
    const at = section.take(size) + (isPadded ? 4 : 0);
    specs.paths[i] = source.uint32(at, "SPECS");
    specs.fields[i] = source.uint32(at + 4, "SPECS");
    specs.types[i] = Math.min(source.uint32(at + 8, "SPECS"), 255);
  }
  return specs;
}

/** Checks that every spec has a unique path, and a field set that starts at the start of a set. */
function checkSpecs(specs: Specs, paths: PathTable, sets: Uint32Array, offset: number): void {
  const seen = new Uint8Array(paths.length);
  const error = (index: number, what: string): CrateError =>
    new CrateError("USDC_SPEC", offset, `Spec ${index} ${what}`);
  for (let i = 0; i < specs.paths.length; i++) {
    const path = specs.paths[i];
    if (path >= paths.length) throw error(i, `has path index ${path} of ${paths.length}`);
    if (paths.isEmpty(path)) throw error(i, "has no path");
    if (seen[path] !== 0) throw error(i, `repeats the path ${JSON.stringify(paths.text(path))}`);
    seen[path] = 1;
    const set = specs.fields[i];
    if (set >= sets.length || (set > 0 && sets[set - 1] !== END_OF_SET)) {
      throw error(i, `has fields at ${set}, where no set of fields starts`);
    }
  }
}

function readUnsigned(section: SectionReader, minor: number): Uint32Array {
  if (minor >= COMPRESSED_STRUCTURE) return unsigned(section.integers(section.count()));
  const count = section.countOf(4);
  return Uint32Array.from({ length: count }, () => section.source.uint32(section.take(4), section.name));
}

function unsigned(integers: Int32Array): Uint32Array {
  return new Uint32Array(integers.buffer, integers.byteOffset, integers.length);
}
