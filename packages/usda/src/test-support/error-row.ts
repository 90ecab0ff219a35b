/** A text with one error, and the text fragments that rows are built from. */
import type { DiagnosticCode } from "../diagnostics/types.ts";
import type { ParseOptions } from "../parse/parse-usda.ts";

export interface Wanted {
  readonly code: DiagnosticCode;
  /** `line:column`. */
  readonly at: string;
  /** A part of the message. */
  readonly message: string;
  readonly hint?: boolean;
  /** The text of the related range. */
  readonly related?: string;
  /** The prim that contains it; `/A` by default. */
  readonly in?: string;
  readonly options?: ParseOptions;
}

export type ErrorRow = readonly [name: string, text: string, wanted: Wanted];

export const HEAD: string = "#usda 1.0\n";

/** Statements in a prim: the first is on line 4, in column 5. */
export function inPrim(...lines: string[]): string {
  return `${HEAD}def "A"\n{\n${lines.map((line) => `    ${line}\n`).join("")}}\n`;
}

/** Metadata of a prim: the first entry is on line 3, in column 5. */
export function inMetadata(...lines: string[]): string {
  return `${HEAD}def "A" (\n${lines.map((line) => `    ${line}\n`).join("")})\n{\n    int after = 1\n}\n`;
}

/** Metadata of the layer: the first entry is on line 3, in column 5. */
export function inLayer(...lines: string[]): string {
  return `${HEAD}(\n${lines.map((line) => `    ${line}\n`).join("")})\n\ndef "A"\n{\n    int after = 1\n}\n`;
}
