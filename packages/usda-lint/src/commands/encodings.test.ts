// Files of any encoding as arguments of the commands.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseUsda } from "@usdkit/usda";
import { writeUsdc } from "@usdkit/usdc";
import { writePackage } from "@usdkit/usdz";
import { describe, expect, test } from "vitest";
import { GOOD, runCommand, TestFolder } from "../test-support/run-command.ts";

const SCENE = '#usda 1.0\ndef Xform "World"\n{\n    double3 t = (1, 2.5, 3)\n    float[] f = [1, 2, 3]\n}\n';
const crate = writeUsdc(parseUsda(SCENE).layer);
const files = {
  "a.usda": SCENE,
  "a.usdc": crate,
  "a.usd": crate,
  "a.usdz": writePackage([
    { path: "first.usda", data: new TextEncoder().encode(SCENE) },
    { path: "more/second.usdc", data: writeUsdc(parseUsda(GOOD).layer) },
  ]),
  "cut.usdc": crate.subarray(0, 200),
};

test("cat prints every encoding as the same text, and converts between them", async () => {
  using folder = new TestFolder(files);
  const cwd = folder.path;
  const { stdout: text, code } = await runCommand("usda", ["cat", "a.usda"], { cwd });
  expect(code).toBe(0);
  for (const name of ["a.usdc", "a.usd", "a.usdz", "a.usdz[first.usda]"]) {
    expect(await runCommand("usda", ["cat", name], { cwd })).toMatchObject({ code: 0, stdout: text });
  }
  expect((await runCommand("usda", ["cat", "-"], { cwd, input: crate })).stdout).toBe(text);
  expect((await runCommand("usda", ["cat", "a.usdz[more/second.usdc]"], { cwd })).stdout).toContain(
    'def Xform "World"',
  );
  for (const [output, magic] of [
    ["b.usdc", "PXR-USDC"],
    ["b.usd", "PXR-USDC"],
    ["b.usdz", "PK\u0003\u0004"],
    ["b.usda", "#usda 1."],
  ] as const) {
    expect(await runCommand("usda", ["cat", "a.usdc", "-o", output], { cwd })).toMatchObject({ code: 0, stdout: "" });
    expect(readFileSync(join(cwd, output)).toString("latin1", 0, magic.length)).toBe(magic);
    expect((await runCommand("usda", ["cat", output], { cwd })).stdout).toBe(text);
  }
  await runCommand("usda", ["cat", "a.usda", "-o", "c.usdc", "--usdc-version", "0.6"], { cwd });
  expect(readFileSync(join(cwd, "c.usdc"))[9]).toBe(6);
  await runCommand("usda", ["cat", "a.usdc", "-o", "d.usd", "--format", "usda"], { cwd });
  expect(readFileSync(join(cwd, "d.usd"), "utf8")).toBe(text);
});

test("dump has the same line for every encoding, and the byte of what is damaged", async () => {
  using folder = new TestFolder(files);
  const names = ["a.usda", "a.usdc", "a.usd", "a.usdz", "a.usdz[first.usda]"];
  const { stdout, code } = await runCommand("usda", ["dump", "--digest", ...names, "cut.usdc"], { cwd: folder.path });
  expect(code).toBe(0);
  const lines = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.slice(0, 5).map(({ file, accept }) => [file, accept])).toEqual(names.map((name) => [name, true]));
  expect(new Set(lines.slice(0, 5).map(({ dumpSha256 }) => dumpSha256)).size).toBe(1);
  expect(lines[5]).toMatchObject({ file: "cut.usdc", accept: false, error: { line: null, column: null, offset: 16 } });
});

describe("other commands", () => {
  test("tree, diff and plan read crates", async () => {
    using folder = new TestFolder(files);
    const cwd = folder.path;
    expect((await runCommand("usda", ["tree", "a.usdc"], { cwd })).stdout).toContain("World");
    expect(await runCommand("usda", ["diff", "a.usda", "a.usdc"], { cwd })).toMatchObject({ code: 0 });
    expect(await runCommand("usda", ["diff", "a.usdc", "a.usdz[more/second.usdc]"], { cwd })).toMatchObject({
      code: 1,
    });
    expect(await runCommand("usda", ["plan", "a.usdc", "--json"], { cwd })).toMatchObject({ code: 0 });
    expect((await runCommand("usda", ["diff", "--git", "a.usdc"], { cwd })).stdout).toContain(
      "double3 t = (1, 2.5, 3)",
    );
  });

  test("fmt formats text alone, and changes no binary file", async () => {
    using folder = new TestFolder(files);
    const result = await runCommand("usda", ["fmt", "a.usdc"], { cwd: folder.path });
    expect(result.code).toBe(2);
    expect(result.stderr).toContain("usda fmt formats text, found a binary file");
    expect(readFileSync(join(folder.path, "a.usdc")).equals(crate)).toBe(true);
  });

  test("what cannot be read or written is named, and nothing is half-written", async () => {
    using folder = new TestFolder(files);
    const cwd = folder.path;
    const damaged = await runCommand("usda", ["cat", "cut.usdc", "-o", "x.usda"], { cwd });
    expect(damaged).toMatchObject({ code: 2 });
    expect(damaged.stderr).toContain("cut.usdc: byte 16: The table of contents is at offset");
    writeFileSync(join(cwd, "unit.usda"), '#usda 1.0\ndef "A"\n{\n    float x (\n        displayUnit = cm\n    )\n}\n');
    const unit = await runCommand("usda", ["cat", "unit.usda", "-o", "x.usdc"], { cwd });
    expect(unit).toMatchObject({ code: 2 });
    expect(unit.stderr).toContain('A crate cannot hold the field displayUnit (at "/A.x")');
    expect(() => readFileSync(join(cwd, "x.usdc"))).toThrow("ENOENT");
    expect((await runCommand("usda", ["cat", "a.usdz[none.usda]"], { cwd })).stderr).toContain('no file "none.usda"');
    expect((await runCommand("usda", ["cat", "a.usda", "-o", "x.png"], { cwd })).stderr).toContain("Unknown format");
  });
});
