/** Layer to bytes. */
import type { Layer } from "@usdkit/layer";
import { ByteBuilder } from "../encode/byte-builder.ts";
import { compressIntegers32 } from "../encode/integer-encode.ts";
import { compress } from "../encode/lz4-encode.ts";
import type { SectionName } from "../structure/header.ts";
import { HEADER_SIZE, MAGIC } from "../structure/header.ts";
import { COMPRESSED_STRUCTURE, NEWEST_MINOR, PAYLOAD_OFFSETS } from "../structure/version.ts";
import type { CratePart, Output } from "./output.ts";
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
  for (const _ of specs.addAll(layer)) yield* output.take(false);
  const toc = writeStructure(context, specs);
  const tocOffset = output.write(toc.finish());
  yield* output.take(true);
  const header = new ByteBuilder(HEADER_SIZE).append(MAGIC);
  header.uint8(0).uint8(context.neededMinor).uint8(0).align(8).uint64(tocOffset);
  for (let i = 0; i < 8; i++) header.uint64(0);
  yield { offset: 0, bytes: header.finish() };
}

function parseVersion(text: string): number {
  const match = /^0\.(\d{1,2})(?:\.0)?$/u.exec(text);
  const minor = Number(match?.[1] ?? 0);
  if (minor >= COMPRESSED_STRUCTURE && minor <= NEWEST_MINOR) return minor;
  throw new UsdcWriteError(
    `Expected a crate version from 0.${COMPRESSED_STRUCTURE} to 0.${NEWEST_MINOR}, found ${JSON.stringify(text)}`,
  );
}

/** Writes the sections; returns the table of contents. */
function writeStructure({ output, tokens, strings, paths }: PackContext, specs: SpecWriter): ByteBuilder {
  const toc = new ByteBuilder().uint64(6);
  const section = (name: SectionName, write: () => void): void => {
    const start = output.position;
    write();
    const bytes = Uint8Array.from({ length: SECTION_NAME_SIZE }, (_, i) => name.charCodeAt(i) || 0);
    toc
      .append(bytes)
      .uint64(start)
      .uint64(output.position - start);
  };
  section("TOKENS", () => {
    const bytes = tokens.bytes();
    output.write(new ByteBuilder().uint64(tokens.texts.length).uint64(bytes.length).finish());
    writeSized(output, compress(bytes));
  });
  section("STRINGS", () => {
    const builder = new ByteBuilder().uint64(strings.length);
    for (const token of strings) builder.uint32(token);
    output.write(builder.finish());
  });
  section("FIELDS", () => {
    const { names, reps } = specs.fields;
    writeCount(output, names.length);
    writeSized(output, compressIntegers32(Uint32Array.from(names)));
    writeSized(output, compress(new Uint8Array(Uint32Array.from(reps).buffer)));
  });
  section("FIELDSETS", () => {
    const { values } = specs.fieldSets;
    writeCount(output, values.length);
    writeSized(output, compressIntegers32(Uint32Array.from(values)));
  });
  section("PATHS", () => {
    const { indexes, elements, jumps } = paths.arrays();
    writeCount(output, paths.length);
    writeCount(output, indexes.length);
    for (const integers of [indexes, elements, jumps]) writeSized(output, compressIntegers32(integers));
  });
  section("SPECS", () => {
    writeCount(output, specs.paths.length);
    for (const list of [specs.paths, specs.sets, specs.types])
      writeSized(output, compressIntegers32(Uint32Array.from(list)));
  });
  return toc;
}

function writeCount(output: Output, count: number): void {
  output.write(new ByteBuilder(8).uint64(count).finish());
}

function writeSized(output: Output, bytes: Uint8Array): void {
  writeCount(output, bytes.length);
  output.write(bytes);
}
