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

test("usda stitch --clip-path writes value clips, their topology and their manifest, which the stage plays", async () => {
  const ranged = (time: number): string =>
    at(time).replace("\n", `\n(\n    endTimeCode = ${time}\n    startTimeCode = ${time}\n)\n`);
  using folder = new TestFolder({ "frames/1.usda": ranged(1), "frames/2.usda": ranged(2), "none.usda": "#usda 1.0\n" });
  const cwd = folder.path;
  const run = (...args: readonly string[]): ReturnType<typeof runCommand> => runCommand("usda", args, { cwd });
  const clips = ["frames/1.usda", "frames/2.usda", "--clip-path", "/A"];
  expect(await run("stitch", ...clips, "-o", "all.usda")).toEqual({
    code: 0,
    stdout: "all.usda\nall.topology.usda\nall.manifest.usda\n",
    stderr: "",
  });
  expect((await run("cat", "all.usda")).stdout).toContain("assetPaths = [@./frames/1.usda@, @./frames/2.usda@]");
  expect(JSON.parse((await run("value", "all.usda", "/A.x", "--time", "2")).stdout)).toMatchObject({
    value: 4,
    source: { kind: "clip" },
  });
  const template = ["--template", "./frames/#.usda", "--start-time-code", "1", "--end-time-code", "2"];
  expect((await run("stitch", ...clips, ...template, "-o", "named.usda")).code).toBe(0);
  expect(JSON.parse((await run("value", "named.usda", "/A.x", "--time", "2")).stdout)).toMatchObject({ value: 4 });
  const refusals = [
    [[...clips, "-o", "frames/1.usda"], "frames/1.usda is a clip, and would be overwritten"],
    [clips, "--clip-path needs -o FILE"],
    [[...clips, "-o", "a.usdz"], "Value clips are several files"],
    [["none.usda", "--clip-path", "/A", "-o", "a.usda"], 'None of the clips has a prim at "/A"'],
    [["none.usda", "--clip-set", "x"], "--clip-set needs --clip-path"],
    [["none.usda", "--stride", "2"], "need --template"],
  ] as const;
  for (const [args, message] of refusals) {
    const { code, stderr } = await run("stitch", ...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  }
});
