/** Prims with API schemas for examples. */
import { defText } from "./stage-files.ts";

/** Returns a prim with API schemas and a body of statements. */
export function apiText(header: string, apis: readonly string[], ...statements: readonly string[]): string {
  const list = apis.map((api) => JSON.stringify(api)).join(", ");
  return defText(`def ${header} (\n    prepend apiSchemas = [${list}]\n)`, ...statements);
}
