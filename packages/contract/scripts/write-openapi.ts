// Writes docs/openapi.json from the endpoints, and the docstrings that it contains to
// src/openapi/type-docs.generated.ts. With --check it writes nothing and lists stale files.
//
//   node packages/contract/scripts/write-openapi.ts [--check]

import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { componentSchemas, openApiDocument, type TypeDoc } from "../src/openapi.ts";
import { typeDocs } from "../src/openapi/type-docs.generated.ts";
import { readTypeDocs } from "./read-type-docs.ts";

const source = resolve(import.meta.dirname, "../src");

/** Returns the text of `docs/openapi.json`. */
export function openApiText(docs: Readonly<Record<string, TypeDoc>>): string {
  return `${JSON.stringify(openApiDocument(docs), undefined, 2)}\n`;
}

/** Returns the text of the generated docstrings. */
export function currentTypeDocs(): Record<string, TypeDoc> {
  return readTypeDocs(source, Object.keys(componentSchemas()));
}

/** Returns the stale files, each as `path: what`. */
export function checkOpenApi(documentFile: string): string[] {
  const problems: string[] = [];
  const docs = currentTypeDocs();
  if (!isDeepStrictEqual(docs, typeDocs)) problems.push("packages/contract/src/openapi/type-docs.generated.ts: stale");
  if (read(documentFile) !== openApiText(docs)) problems.push("docs/openapi.json: stale");
  return problems;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function typeDocsText(docs: Readonly<Record<string, TypeDoc>>): string {
  return `// Made by \`pnpm run docs:openapi\` from the docstrings of packages/contract/src; changes go there.
import type { TypeDoc } from "./type-doc.ts";

/** Reads the docstrings of the types that have schemas. */
export const typeDocs: Readonly<Record<string, TypeDoc>> = ${JSON.stringify(docs, undefined, 2)};
`;
}

if (import.meta.main) {
  const documentFile = resolve(import.meta.dirname, "../../../docs/openapi.json");
  if (process.argv.includes("--check")) {
    const problems = checkOpenApi(documentFile);
    for (const problem of problems) console.error(problem);
    if (problems.length > 0) {
      console.error("Run `npx -y pnpm@12 run docs:openapi`.");
      process.exitCode = 1;
    } else console.log("OpenAPI document: as the endpoints say.");
  } else {
    const docs = currentTypeDocs();
    writeFileSync(join(source, "openapi/type-docs.generated.ts"), typeDocsText(docs));
    writeFileSync(documentFile, openApiText(docs));
  }
}
