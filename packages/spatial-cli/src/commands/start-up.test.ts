/** The modules that a call loads: start-up is most of a short call. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { setUp } from "../test-support/run-spatial.ts";

const HOOK = pathToFileURL(join(import.meta.dirname, "../test-support/print-modules.ts")).href;

/** Slow modules: the client and its schemas, the parser and the rules, yargs. */
const HEAVY = /\/(client|contract|render|scene|validate|usda|schema)\/src\/|\/node_modules\/(zod|yargs)\//;

/** Returns the slow modules that a call loads. */
async function heavyModules(
  ...args: readonly string[]
): Promise<{ readonly code: number | null; readonly names: string[] }> {
  const desk = await setUp();
  const { code, stderr } = await desk.start(args, { env: { NODE_OPTIONS: `--import=${HOOK}` } }).ended;
  const loaded = Array.from(stderr.matchAll(/^loads (.*)$/gm), ([, url = ""]) => url);
  expect(loaded.some((url) => url.endsWith("/spatial-cli/src/bin/main.ts"))).toBe(true);
  const names = loaded.flatMap((url) => {
    const { 1: ours, 2: theirs } = HEAVY.exec(url) ?? [];
    return ours ?? theirs ?? [];
  });
  return { code, names: Array.from(new Set(names)).toSorted() };
}

test("--version loads no slow module, --help only yargs", async () => {
  expect(await heavyModules("--version")).toEqual({ code: 0, names: [] });
  expect(await heavyModules("--help")).toEqual({ code: 0, names: ["yargs"] });
  expect(await heavyModules("job", "--help")).toEqual({ code: 0, names: ["yargs"] });
  expect(await heavyModules("rendr")).toEqual({ code: 2, names: [] });
});

test("a valid call does not load yargs", async () => {
  const { code, names } = await heavyModules("world", "list", "--json", "--limit", "1");
  expect([code, names]).toEqual([0, expect.arrayContaining(["client"])]);
  expect(names).not.toContain("yargs");
});
