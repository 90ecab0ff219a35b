// The English of the pages: the same rules as for the output of commands.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readBlocks, readPages, root } from "./blocks/read-blocks.ts";
import { faultsOf } from "./wording.ts";

/** Returns the text of a page without code. */
function proseOf(page: string): string {
  let text = readFileSync(join(root, page), "utf8").replaceAll("\r\n", "\n");
  for (const { code } of readBlocks(page)) text = text.replace(code, "");
  return text.replaceAll(/`[^`\n]*`/g, "`x`").replaceAll(/\]\([^)]*\)/g, "]");
}

// Decisions are a record of their day.
test.each(readPages().filter((page) => !page.startsWith("docs/decisions/")))("%s", (page) => {
  // NaN is a term of the pages about numbers.
  expect(faultsOf(proseOf(page)).filter((fault) => !fault.startsWith("no value"))).toEqual([]);
});
