// Commands as real processes, once each: that they start from their command file, with the streams and the exit code of
// a process. What they print is tested in process, by the tests of each command.
import { expect, test } from "vitest";
import { GOOD, runProcess, TestFolder } from "../test-support/run-command.ts";

test.each<["usda" | "usda-lint", string[], RegExp]>([
  ["usda", ["cat", "a.usda"], /^#usda 1\.0\n[^]*def Xform "World"/],
  ["usda", ["tree", "a.usda"], /^a\.usda\n└─ World Xform/],
  ["usda", ["plan", "--json", "a.usda"], /^\{"form":"scene",[^]*\}\n$/],
  ["usda-lint", ["explain", "usda-syntax"], /^usda-syntax\n/],
  ["usda-lint", ["rules"], /^[^]*usda-syntax [^]*resolution-required /],
])("%s %j", (name, args, printed) => {
  using folder = new TestFolder({ "a.usda": GOOD });
  const { code, stdout, stderr } = runProcess(name, args, { cwd: folder.path });
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(printed);
});
