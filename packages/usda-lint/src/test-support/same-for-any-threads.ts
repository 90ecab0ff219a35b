import * as fc from "fast-check";
import { BAD, GOOD, TWICE, TestFolder, lintText, type Result } from "./run-command.ts";

/** Asserts that numbers of threads print the same bytes in the same order as one, for `numRuns` folders of files. */
export async function assertSameForAnyThreads(numRuns: number, threads: readonly string[]): Promise<void> {
  const text = fc.constantFrom(GOOD, BAD, TWICE, "", `${TWICE}${"# x\n".repeat(20_000)}`);
  const files = fc.array(text, { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(files, async (texts) => {
      using folder = new TestFolder(Object.fromEntries(texts.map((each, i) => [`d${i % 3}/f${i}.usda`, each])));
      folder.write("d1/usda-lint.config.json", "{");
      const lint = (jobs: string): Promise<Result> =>
        lintText([".", "missing.usda", "--format", "json", "--jobs", jobs], { cwd: folder.path });
      const one = await lint("1");
      for (const jobs of threads) {
        const other = await lint(jobs);
        if (other.stdout !== one.stdout || other.stderr !== one.stderr || other.code !== one.code) {
          throw new Error(`${jobs} threads: ${JSON.stringify(other)}, one: ${JSON.stringify(one)}`);
        }
      }
    }),
    { numRuns },
  );
}
