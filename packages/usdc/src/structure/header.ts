/** The header of a crate and its table of contents. */
import { isCrate } from "@usdkit/base";
import type { ByteSource } from "../bytes/byte-source.ts";
import { CrateError } from "../bytes/crate-diagnostic.ts";
import type { CrateVersion } from "./version.ts";
import { readVersion } from "./version.ts";

/** Identifier, version, offset of the table of contents and 64 reserved bytes. */
export const HEADER_SIZE = 88;
/** A name of 16 bytes, start and size. */
const SECTION_SIZE = 32;
const NAME_SIZE = 16;
/** A file has six sections; others are kept by the reference, and skipped here. */
const MAX_SECTIONS = 64;

/** The sections that a layer is in. */
export type SectionName = "TOKENS" | "STRINGS" | "FIELDS" | "FIELDSETS" | "PATHS" | "SPECS";
const sectionNames: readonly SectionName[] = ["TOKENS", "STRINGS", "FIELDS", "FIELDSETS", "PATHS", "SPECS"];

/** A range of the file, `[start, end)`. */
export interface Section {
  readonly start: number;
  readonly end: number;
}

/** The parts of a crate. */
export interface Contents {
  readonly version: CrateVersion;
  readonly sections: Readonly<Record<SectionName, Section>>;
}

/** Reads header and table of contents; throws CrateError when they are damaged. */
export function readContents(source: ByteSource): Contents {
  const { length } = source;
  const headerSize = Math.min(HEADER_SIZE, length);
  const header = source.decode(0, headerSize, (bytes, start) => bytes.slice(start, start + headerSize));
  if (!isCrate(header)) {
    throw new CrateError("USDC_HEADER", 0, 'Not a crate: expected the file to begin with "PXR-USDC"');
  }
  if (length < HEADER_SIZE) {
    throw new CrateError("USDC_HEADER", length, `The header of ${HEADER_SIZE} bytes is cut off at ${length}`);
  }
  const version = readVersion(header);
  const start = source.int64(16, "The offset of the table of contents");
  if (start < HEADER_SIZE || start + 8 > length) {
    throw new CrateError(
      "USDC_SECTION",
      16,
      `The table of contents is at offset ${start}, outside of the file of ${length} bytes`,
      "The file may be cut off",
    );
  }
  const count = source.uint64(start, "The table of contents");
  if (count > MAX_SECTIONS) {
    throw new CrateError(
      "USDC_LIMIT",
      start,
      `The table of contents claims ${count} sections, more than ${MAX_SECTIONS}`,
    );
  }
  source.requireElements(start + 8, count, SECTION_SIZE, "The table of contents");
  const found = new Map<string, Section>();
  for (let i = 0; i < count; i++) {
    const at = start + 8 + i * SECTION_SIZE;
    let name = "";
    for (let c = at; c < at + NAME_SIZE; c++) {
      const code = source.uint8(c, "A section");
      if (code === 0) break;
      name += String.fromCharCode(code);
    }
    const sectionStart = source.int64(at + NAME_SIZE, "A section");
    const size = source.int64(at + NAME_SIZE + 8, "A section");
    if (sectionStart < HEADER_SIZE || size < 0 || sectionStart + size > length) {
      throw new CrateError(
        "USDC_SECTION",
        at,
        `Section ${JSON.stringify(name)} of ${size} bytes at offset ${sectionStart} is outside of the file of ${length} bytes`,
      );
    }
    // The first of a name counts, as in the reference.
    if (!found.has(name)) found.set(name, { start: sectionStart, end: sectionStart + size });
  }
  const sections = sectionNames.map((name) => {
    const section = found.get(name);
    if (section === undefined) throw new CrateError("USDC_SECTION", start, `Section ${name} is missing`);
    return [name, section] as const;
  });
  requireDistinct(sections, start);
  return { version, sections: Object.fromEntries(sections) as Record<SectionName, Section> };
}

/** Sections do not overlap: a file in which they do was made to decompress the same bytes many times. */
function requireDistinct(sections: readonly (readonly [SectionName, Section])[], tableOffset: number): void {
  const sorted = sections.toSorted((a, b) => a[1].start - b[1].start);
  for (let i = 1; i < sorted.length; i++) {
    if (sorted[i][1].start >= sorted[i - 1][1].end) continue;
    const message = `Sections ${sorted[i - 1][0]} and ${sorted[i][0]} overlap at offset ${sorted[i][1].start}`;
    throw new CrateError("USDC_SECTION", tableOffset, message);
  }
}
