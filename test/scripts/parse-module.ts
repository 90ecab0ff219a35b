import { readFileSync } from "node:fs";
import { parseSync, Visitor } from "rolldown/utils";

export interface ParsedModule {
  text: string;
  program: ReturnType<typeof parseSync>["program"];
}

/** A module that a file names. */
export interface Import {
  specifier: string;
  /** From 1. */
  line: number;
}

/** Parses a TypeScript file. Throws if it has a syntax error. */
export function parseModule(file: string): ParsedModule {
  const text = readFileSync(file, "utf8");
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  return { text, program };
}

/** Returns every module that a file names: imports, re-exports, `import()` and `import("…")` in types. */
export function importsOf({ text, program }: ParsedModule): Import[] {
  const found: Import[] = [];
  const add = (source: { type: string; start: number; value?: unknown } | null): void => {
    if (source?.type === "Literal" && typeof source.value === "string") {
      found.push({ specifier: source.value, line: lineOf(text, source.start) });
    }
  };
  new Visitor({
    ImportDeclaration: ({ source }) => add(source),
    ExportNamedDeclaration: ({ source }) => add(source),
    ExportAllDeclaration: ({ source }) => add(source),
    ImportExpression: ({ source }) => add(source),
    TSImportType: ({ source }) => add(source),
  }).visit(program);
  return found;
}

/** Returns the line of an offset, from 1. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
