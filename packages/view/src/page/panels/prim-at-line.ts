import type { TreeRow } from "../../protocol/document-messages.ts";

/** Returns the innermost prim of a line; undefined outside of all prims. */
export function primAtLine(rows: readonly TreeRow[], line: number): TreeRow | undefined {
  let found: TreeRow | undefined;
  for (const row of rows) {
    if (row.start.line > line) break;
    if (row.kind === "prim" && row.endLine >= line) found = row;
  }
  return found;
}
