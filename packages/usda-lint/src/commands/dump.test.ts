import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  BAD,
  commandFile,
  GOOD,
  plainEnvironment,
  runCommand,
  TestFolder,
  type Result,
} from "../test-support/run-command.ts";

interface Line {
  file: string;
  accept: boolean;
  dump?: unknown;
  dumpSha256?: string;
  error?: { line: number | null; column: number | null; message: string };
}

const dump = (cwd: string, args: string[], input = ""): Promise<Result> =>
  runCommand("usda", ["dump", ...args], { cwd, input });
const linesOf = ({ stdout }: Result): Line[] =>
  stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);
const content = {
  specs: {
    "/": { fields: {}, primChildren: ["World"], specType: "pseudoRoot" },
    "/World": { fields: { specifier: "def", typeName: "Xform" }, specType: "prim" },
  },
};

test("one line a file, in the order given, also for those that are rejected", async () => {
  using folder = new TestFolder({ "good.usda": GOOD, "bad.usda": BAD });
  const result = await dump(folder.path, ["bad.usda", "good.usda"]);
  expect(result.code).toBe(0);
  expect(result.stderr).toBe("");
  const [bad, good] = linesOf(result);
  expect(bad).toEqual({
    file: "bad.usda",
    accept: false,
    error: { line: 4, column: 13, message: expect.any(String) as string },
  });
  expect(good).toEqual({ file: "good.usda", accept: true, dump: content });
});

test("--digest is the SHA-256 of the dump", async () => {
  using folder = new TestFolder({ "good.usda": GOOD });
  const text = /"dump":(.*)\}\n$/.exec((await dump(folder.path, ["good.usda"])).stdout)?.[1] ?? "";
  expect(linesOf(await dump(folder.path, ["good.usda", "--digest"]))).toEqual([
    { file: "good.usda", accept: true, dumpSha256: createHash("sha256").update(text).digest("hex") },
  ]);
});

test("a file that cannot be read has a line with the error, and the run continues", async () => {
  using folder = new TestFolder({ "good.usda": GOOD, "x.usda/y": "" });
  const result = await dump(folder.path, ["missing.usda", "x.usda", "good.usda"]);
  expect(result.code).toBe(2);
  const [missing, isFolder, good] = linesOf(result);
  expect(missing).toEqual({
    file: "missing.usda",
    accept: false,
    error: { line: null, column: null, message: "cannot be read: no such file" },
  });
  expect(isFolder?.error?.message).toBe("cannot be read: is a folder");
  expect(good?.accept).toBe(true);
  expect(result.stderr).toContain("usda dump: missing.usda: cannot be read: no such file\n");
});

describe("names", () => {
  test("a list, from a file or standard input, with any line ends", async () => {
    using folder = new TestFolder({ "a b.usda": GOOD, "é.usda": GOOD, list: "a b.usda\r\n\né.usda" });
    const names = (result: Result): string[] => linesOf(result).map(({ file }) => file);
    expect(names(await dump(folder.path, ["--files-from", "list"]))).toEqual(["a b.usda", "é.usda"]);
    expect(names(await dump(folder.path, ["--files-from", "-"], "é.usda\na b.usda\n"))).toEqual(["é.usda", "a b.usda"]);
    expect(names(await dump(folder.path, ["é.usda", "--files-from", "list"]))).toEqual([
      "é.usda",
      "a b.usda",
      "é.usda",
    ]);
  });

  test("--root: where the list starts, and what names are relative to", async () => {
    using folder = new TestFolder({ "data/a.usda": GOOD, "data/s/b.usda": GOOD });
    const result = await dump(
      folder.path,
      ["data/a.usda", "--root", "data", "--files-from", "-"],
      "s/b.usda\nnone.usda\n",
    );
    expect(linesOf(result).map(({ file, accept }) => [file, accept])).toEqual([
      ["a.usda", true],
      ["s/b.usda", true],
      ["none.usda", false],
    ]);
  });

  test.skipIf(process.platform !== "linux")("bytes that are not UTF-8", async () => {
    using folder = new TestFolder();
    const name = Buffer.concat([Buffer.from("caf"), Buffer.from([0xe9]), Buffer.from(".usda")]);
    mkdirSync(join(folder.path, "d"));
    writeFileSync(Buffer.concat([Buffer.from(`${folder.path}/d/`), name]), GOOD);
    writeFileSync(join(folder.path, "list"), Buffer.concat([name, Buffer.from("\n")]));
    const result = await dump(folder.path, ["--files-from", "list", "--root", "d"]);
    expect(linesOf(result)).toMatchObject([{ file: "caf\\xe9.usda", accept: true }]);
  });

  test("standard input", async () => {
    using folder = new TestFolder();
    expect(linesOf(await dump(folder.path, ["-"], GOOD))).toEqual([{ file: "<stdin>", accept: true, dump: content }]);
    expect((await dump(folder.path, ["-", "--files-from", "-"], GOOD)).code).toBe(2);
  });
});

test("calls that make no sense", async () => {
  using folder = new TestFolder();
  expect((await dump(folder.path, [])).code).toBe(2);
  expect((await dump(folder.path, ["--files-from", "none"])).code).toBe(2);
  expect((await dump(folder.path, ["--rooot", "x"])).stderr).toContain('Did you mean "--root"?');
});

test.skipIf(process.platform === "win32")(
  "a reader that is slow gets everything, one that goes away no trace",
  async () => {
    const body = Array.from({ length: 300 }, (_, i) => `def "P${i}"\n{\n}\n`).join("");
    using folder = new TestFolder({ "a.usda": `#usda 1.0\n${body}`, list: "a.usda\n".repeat(100) });
    const shell = (tail: string): ReturnType<typeof spawnSync> =>
      spawnSync("sh", ["-c", `"${process.execPath}" "${commandFile("usda")}" dump --files-from list | ${tail}`], {
        cwd: folder.path,
        env: plainEnvironment(),
        encoding: "utf8",
      });
    expect(shell("(sleep 1; wc -l)").stdout.toString().trim()).toBe("100");
    const { stderr, status } = shell("head -1 | wc -l");
    expect([stderr, status]).toEqual(["", 0]);
  },
);
