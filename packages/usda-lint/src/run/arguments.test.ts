// Flags that contradict each other, and numbers that are none, through the real command.
import { expect, test } from "vitest";
import { GOOD, TestFolder, lintText } from "../test-support/run-command.ts";

test.each<[args: string[], reason: RegExp]>([
  [["--staged", "--fix"], /--fix with --staged: a fix would change the work tree, not what is staged/],
  [["--staged", "--fix-unsafe"], /--fix-unsafe with --staged: /],
  [["--staged", "--diff"], /--diff with --staged: /],
  [["--staged", "--watch"], /--watch with --staged: /],
  [["--staged", "-"], /- with --staged: /],
  [["--staged", "--update-baseline", "--baseline", "b"], /--update-baseline with --staged: /],
  [["--watch", "-"], /- with --watch: /],
  [["--watch", "--diff"], /--diff with --watch: /],
  [["--watch", "--update-baseline"], /--update-baseline with --watch: /],
  [["--update-baseline", "--diff"], /--update-baseline with --diff: --diff writes nothing/],
  [["--update-baseline", "-"], /- with --update-baseline: /],
  [["--update-baseline", "a.usda"], /--update-baseline: missing baseline/],
  [["--init", "a.usda"], /--init with paths: /],
  [["--init", "--print-config"], /--init with --print-config: /],
  [["--init", "--config", "x.json"], /--init with --config: /],
  [["--print-config", "a.usda", "b.usda"], /--print-config with several files: /],
  [["--cache-location", "c", "--no-cache"], /--cache-location with --no-cache: /],
  [["--config", "x.json", "--no-config"], /--no-config with --config: /],
  [["--jobs", "0"], /"--jobs" expects a whole number from 1, found "0"/],
  [["--jobs", "1.5"], /"--jobs" expects a whole number from 1, found "1.5"/],
  [["--jobs", "-1"], /"--jobs" expects a number of at least 0, found "-1"/],
  [["--max-resolution", "0"], /"--max-resolution" expects a whole number from 1/],
])("%j", async (args, reason) => {
  using folder = new TestFolder({ "a.usda": GOOD });
  const result = await lintText(args, { cwd: folder.path });
  expect([result.code, result.stdout]).toEqual([2, ""]);
  expect(result.stderr).toMatch(reason);
});
