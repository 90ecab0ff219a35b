/** Layer to bytes. */
import { CRATE_MAGIC, keepInstances } from "@usdkit/base";
import type { Layer } from "@usdkit/layer";
import { ByteBuilder } from "../encode/byte-builder.ts";
import type { IntList } from "../encode/int-list.ts";
import { compressIntegers32 } from "../encode/integer-encode.ts";
import { compressTable } from "../encode/lz4-encode.ts";
import type { SectionName } from "../structure/header.ts";
import { HEADER_SIZE } from "../structure/header.ts";
import { COMPRESSED_STRUCTURE, NEWEST_MINOR, PAYLOAD_OFFSETS } from "../structure/version.ts";
import type { CratePart } from "./output.ts";
import { PackContext } from "./pack-context.ts";
import { UsdcWriteError } from "./usdc-write-error.ts";
import { SpecWriter } from "./write-specs.ts";

/** How {@link writeUsdc} writes. */
export interface WriteUsdcOptions {
  /**
   * The version to write, `"0.4"` to `"0.16"`. By default the lowest that holds the content, at least 0.8, which the
   * reference writes and which every reader of today reads.
   */
  readonly version?: string | undefined;
}

const SECTION_NAME_SIZE = 16;

/**
 * Returns the crate of a layer. Values, tokens, paths and sets of fields are written once each, arrays compressed as the
 * reference does it; the same layer gives the same bytes.
 *
 * @throws UsdcWriteError naming the spec, when the layer has what a crate (of that version) cannot hold: display units, paths
 *   as values, text with NUL characters
 *
 * ```ts
 * await writeFile("scene.usdc", writeUsdc(parseUsda(text).layer));
 * ```
 */
export function writeUsdc(layer: Layer, options: WriteUsdcOptions = {}): Uint8Array {
  const parts = [...usdcParts(layer, options)];
  const bytes = new Uint8Array(parts.reduce((end, { offset, bytes }) => Math.max(end, offset + bytes.length), 0));
  for (const part of parts) bytes.set(part.bytes, part.offset);
  return bytes;
}

/**
 * Returns the crate of a layer in parts, as they are made: for writing a file without holding all of it. The last part
 * belongs at the start of the file.
 *
 * @throws UsdcWriteError as {@link writeUsdc} does
 */
export function* usdcParts(layer: Layer, options: WriteUsdcOptions = {}): Generator<CratePart, void, undefined> {
  const minor = options.version === undefined ? PAYLOAD_OFFSETS : parseVersion(options.version);
  const context = new PackContext(HEADER_SIZE, minor, options.version !== undefined);
  const { output } = context;
  const specs = new SpecWriter(context);
  for (const _ of specs.addAll(layer)) if (output.hasParts) yield* output.take(false);
  context.finish();
  specs.finish();
  const toc = new ByteBuilder().uint64(6);
  for (const { name, steps } of sectionsOf(context, specs)) {
    const start = output.position;
    for (const step of steps) {
      step();
      yield* output.take(false);
    }
    for (let i = 0; i < SECTION_NAME_SIZE; i++) toc.uint8(name.charCodeAt(i) || 0);
    toc.uint64(start).uint64(output.position - start);
  }
  const tocOffset = output.write(toc.finish());
  yield* output.take(true);
  const header = new ByteBuilder(HEADER_SIZE).append(CRATE_MAGIC);
  header.uint8(0).uint8(context.neededMinor).uint8(0).align(8).uint64(tocOffset);
  for (let i = 0; i < 8; i++) header.uint64(0);
  yield { offset: 0, bytes: header.finish() };
}

/** Returns an instance of each class that a crate is written with. */
function makeInstances(): readonly object[] {
  const context = new PackContext(HEADER_SIZE, PAYLOAD_OFFSETS, false);
  return [context, context.builder(), new SpecWriter(context)];
}

keepInstances(...makeInstances());

function parseVersion(text: string): number {
  const match = /^0\.(\d{1,2})(?:\.0)?$/u.exec(text);
  const minor = Number(match?.[1] ?? 0);
  if (minor >= COMPRESSED_STRUCTURE && minor <= NEWEST_MINOR) return minor;
  throw new UsdcWriteError(
    `Expected a crate version from 0.${COMPRESSED_STRUCTURE} to 0.${NEWEST_MINOR}, found ${JSON.stringify(text)}`,
  );
}

/** A section, and what writes it: tables are dropped when they are written, so that no two are in memory twice. */
interface Section {
  readonly name: SectionName;
  readonly steps: readonly (() => void)[];
}

function sectionsOf({ output, tokens, strings, paths }: PackContext, specs: SpecWriter): readonly Section[] {
  const writeCount = (count: number): void => {
    output.write(new ByteBuilder(8).uint64(count).finish());
  };
  const writeSized = (bytes: Uint8Array): void => {
    writeCount(bytes.length);
    output.write(bytes);
  };
  const integers =
    (list: IntList, hasCount = true) =>
    (): void => {
      if (hasCount) writeCount(list.length);
      writeSized(compressIntegers32(list.take()));
    };
  const writeTokens = (): void => {
    writeCount(tokens.length);
    const bytes = tokens.take();
    writeCount(bytes.length);
    writeSized(compressTable(bytes));
  };
  const writeStrings = (): void => {
    writeCount(strings.length);
    output.write(bytesOf(strings.take()));
  };
  const writePaths = (): void => {
    writeCount(paths.length);
    const { indexes, elements, jumps } = paths.take();
    writeCount(indexes.length);
    for (const list of [indexes, elements, jumps]) writeSized(compressIntegers32(list));
  };
  const { names, reps } = specs.fields;
  return [
    { name: "TOKENS", steps: [writeTokens] },
    { name: "STRINGS", steps: [writeStrings] },
    { name: "FIELDS", steps: [integers(names), (): void => writeSized(compressTable(bytesOf(reps.take())))] },
    { name: "FIELDSETS", steps: [integers(specs.fieldSets.values)] },
    { name: "PATHS", steps: [writePaths] },
    { name: "SPECS", steps: [integers(specs.paths), integers(specs.sets, false), integers(specs.types, false)] },
  ];
}

function bytesOf(words: Int32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}
