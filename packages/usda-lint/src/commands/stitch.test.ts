import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand, TestFolder } from "../test-support/run-command.ts";

const at = (time: number): string =>
  `#usda 1.0\n\ndef "A"\n{\n    double x.timeSamples = {\n        ${time}: ${time * 2},\n    }\n}\n`;

test("usda stitch joins the samples of layers of any encoding; a damaged layer ends it", async () => {
  using folder = new TestFolder({ "1.usda": at(1), "2.usda": at(2), "bad.usda": "#usda 1.0\ndef {" });
  const cwd = folder.path;
  await runCommand("usda", ["cat", "2.usda", "-o", "2.usdc"], { cwd });
  const { code, stdout } = await runCommand("usda", ["stitch", "1.usda", "2.usdc"], { cwd });
  expect([code, `${stdout.trimEnd()}\n`]).toEqual([0, at(1).replace("1: 2,\n", "1: 2,\n        2: 4,\n")]);
  expect(await runCommand("usda", ["stitch", "1.usda", "2.usda", "-o", "all.usdc"], { cwd })).toMatchObject({
    code: 0,
  });
  expect((await runCommand("usda", ["cat", "all.usdc"], { cwd })).stdout).toBe(stdout);
  expect(await runCommand("usda", ["stitch", "1.usda", "bad.usda"], { cwd })).toMatchObject({ code: 2, stdout: "" });
});

test("usda resolve prints the file of an asset path", async () => {
  using folder = new TestFolder({
    "shots/a.usda": "#usda 1.0\n",
    "shots/chair.usda": "#usda 1.0\n",
    "library/oak.usda": "#usda 1.0\n",
  });
  const cwd = folder.path;
  const resolve = (...args: readonly string[]): ReturnType<typeof runCommand> =>
    runCommand("usda", ["resolve", ...args], { cwd });
  expect((await resolve("./chair.usda", "--anchor", "shots/a.usda")).stdout).toBe(`${join(cwd, "shots/chair.usda")}\n`);
  expect((await resolve("oak.usda", "--search-path", "library")).stdout).toBe(`${join(cwd, "library/oak.usda")}\n`);
  expect(await resolve("./chair.usda")).toEqual({
    code: 1,
    stdout: "",
    stderr: "usda resolve: ./chair.usda: there is no such file\n",
  });
});
