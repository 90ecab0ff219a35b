// Golden files in one process: files written by failures, names derived from tests, files that no test uses.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { fileNameOf, goldenFolder } from "./golden/golden-name.ts";
import { obsoleteGoldens } from "./golden/golden-use.ts";
import type { MatcherResult } from "./matcher/matcher.ts";
import { toMatchScene } from "./matchers/to-match-scene.ts";
import { contextIn, makeFolder } from "./test-support/golden-context.ts";
import { scene } from "./test-support/golden-project.ts";

const read = (...path: string[]): string | undefined => {
  const file = join(...path);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
};

describe("a failure", () => {
  test("writes the received scene next to the golden file, also in CI; success removes it", () => {
    const folder = makeFolder();
    writeFileSync(join(folder, "room.usda"), scene("35"));
    const result = toMatchScene.call(contextIn(folder, "none"), scene("50"), "room.usda");
    expect(result.pass).toBe(false);
    expect(result.message()).toMatch(/Received scene: \S*room\.received\.usda\n/);
    expect(read(folder, "room.received.usda")).toBe(scene("50"));
    expect(read(folder, "room.usda")).toBe(scene("35"));
    expect(toMatchScene.call(contextIn(folder, "none"), scene("35"), "room.usda").pass).toBe(true);
    expect(readdirSync(folder)).toEqual(["room.usda"]);
  });

  test("under .not writes nothing", () => {
    const folder = makeFolder();
    writeFileSync(join(folder, "room.usda"), scene("35"));
    const context = contextIn(folder, "all", { isNot: true });
    expect(toMatchScene.call(context, scene("50"), "room.usda").pass).toBe(false);
    expect(toMatchScene.call(context, scene("35"), "room.usda").pass).toBe(true);
    expect(readdirSync(folder)).toEqual(["room.usda"]);
  });

  test("with a golden file that does not parse keeps it, and writes the received scene", () => {
    const folder = makeFolder();
    writeFileSync(join(folder, "room.usda"), "#usda 1.0\ndef");
    const result = toMatchScene.call(contextIn(folder, "new"), scene("50"), "room.usda");
    expect(result.message()).toMatch(/The golden file \S*room\.usda is not valid USDA:\n {2}2:1 /);
    expect([read(folder, "room.usda"), read(folder, "room.received.usda")]).toEqual(["#usda 1.0\ndef", scene("50")]);
  });

  test("names the expected file", () => {
    const result = toMatchScene.call(contextIn(makeFolder(), "new"), scene("50"), "room.txt");
    expect(result.message()).toContain('Expected the name of a .usda file, found "room.txt".');
  });
});

describe("a golden file without a name", () => {
  const match = (folder: string, currentTestName: string, focalLength: string): MatcherResult =>
    toMatchScene.call(contextIn(folder, "new", { currentTestName }), scene(focalLength));

  test("is named after the test, also in the next run", () => {
    const folder = makeFolder();
    expect(match(folder, "rooms > a room with 2 chairs", "35").pass).toBe(true);
    expect(read(folder, "golden/room.test/rooms-a-room-with-2-chairs.usda")).toBe(scene("35"));
    expect(match(folder, "rooms > a room with 2 chairs", "35").pass).toBe(true);
    expect(match(folder, "rooms > a room with 2 chairs", "50").pass).toBe(false);
    expect(match(folder, "another", "50").pass).toBe(true);
  });

  test("accepts options as the only argument", () => {
    const folder = makeFolder();
    match(folder, "a", "35");
    const context = contextIn(folder, "new", { currentTestName: "a" });
    expect(toMatchScene.call(context, scene("35.0000001"), { tolerance: 1e-5 }).pass).toBe(true);
    expect(toMatchScene.call(context, scene("36"), { tolerance: 1e-5 }).pass).toBe(false);
  });

  test("needs the test's name", () => {
    const result = match(makeFolder(), "", "35");
    expect([result.pass, result.message()]).toEqual([false, expect.stringContaining("The test has no name.")]);
  });

  test.each([
    ["Stühle_2", "Stühle_2"],
    ["a > b c", "a-b-c"],
    ["a/b", "a-b-c14cddc0"],
    ["a\\b", "a-b-c62016d0"],
    ["../..", /^[0-9a-f]{8}$/],
    ["x".repeat(300), /^x{80}-[0-9a-f]{8}$/],
  ])("%j becomes %s", (name, expected) => {
    if (typeof expected === "string") expect(fileNameOf(name)).toBe(expected);
    else expect(fileNameOf(name)).toMatch(expected);
  });
});

describe("obsolete golden files", () => {
  const prepare = (): { folder: string; testPath: string } => {
    const folder = makeFolder();
    const testPath = join(folder, "room.test.ts");
    for (const name of ["used", "old", "old.received", "note"]) {
      const file = join(goldenFolder(testPath), `${name}${name === "note" ? ".md" : ".usda"}`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, scene("35"));
    }
    return { folder, testPath };
  };

  test("are the unused ones in the folder of the tests", () => {
    const { folder, testPath } = prepare();
    toMatchScene.call(contextIn(folder, "new", { currentTestName: "used" }), scene("35"));
    const old = join(goldenFolder(testPath), "old.usda");
    expect(obsoleteGoldens(testPath)).toEqual({ paths: [old], areRemoved: false });
    expect(existsSync(old)).toBe(true);
    expect(obsoleteGoldens(join(folder, "other.test.ts"))).toEqual({ paths: [], areRemoved: false });
  });

  test("are the only files removed when golden files are updated", () => {
    const { folder, testPath } = prepare();
    toMatchScene.call(contextIn(folder, "all", { currentTestName: "used" }), scene("35"));
    expect(obsoleteGoldens(testPath).areRemoved).toBe(true);
    expect(readdirSync(goldenFolder(testPath)).toSorted()).toEqual(["note.md", "old.received.usda", "used.usda"]);
  });
});

test("two tests with one golden file: the second fails", () => {
  const folder = makeFolder();
  const context = contextIn(folder, "all");
  expect(toMatchScene.call(context, scene("35"), "room.usda").pass).toBe(true);
  const second = toMatchScene.call(context, scene("50"), "room.usda");
  expect(second.message()).toContain("Another test of this file wrote another scene to the golden file");
  expect(read(folder, "room.usda")).toBe(scene("35"));
});

describe("a changed matrix", () => {
  const placed = (matrix: string): string =>
    `#usda 1.0\n\ndef Xform "A"\n{\n    matrix4d xformOp:transform = ${matrix}\n}\n`;
  const before = "( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (1, 2, 3, 1) )";

  test.each([
    ["( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (4, 6, 3, 1) )", "moved 5, rotated 0°"],
    ["( (0, 1, 0, 0), (-1, 0, 0, 0), (0, 0, 1, 0), (1, 2, 3, 1) )", "moved 0, rotated 90°"],
    ["( (2, 0, 0, 0), (0, 2, 0, 0), (0, 0, 2, 0), (1, 2, 3, 1) )", "moved 0, rotated 0°, scaled × 2"],
    ["( (2, 0, 0, 0), (0, 1, 0, 0), (0, 0, 3, 0), (1, 2, 3, 1) )", "moved 0, rotated 0°, scaled × 2, 1, 3"],
    ["( (-1, 0, 0, 0), (0, -1, 0, 0), (0, 0, 1, 0), (1, 2, 3, 1) )", "moved 0, rotated 180°"],
    ["( (0, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (1, 2, 4, 1) )", "moved 1\n"],
  ])("%s: %s", (after, expected) => {
    const folder = makeFolder();
    writeFileSync(join(folder, "a.usda"), placed(before));
    const { message } = toMatchScene.call(contextIn(folder, "none"), placed(after), "a.usda");
    expect(message()).toMatch(/~ xformOp:transform .*→.*\n {6}moved/u);
    expect(message()).toContain(`      ${expected}`);
  });
});

test("without a runner's state of snapshots, the flag of node:test updates", () => {
  const folder = makeFolder();
  writeFileSync(join(folder, "room.usda"), scene("35"));
  const { snapshotState: _state, ...context } = contextIn(folder, "none");
  const flags = [...process.execArgv];
  expect(toMatchScene.call(context, scene("50"), "room.usda").message()).toContain(
    "--test-update-snapshots (node:test)",
  );
  try {
    process.execArgv.push("--test-update-snapshots");
    expect(toMatchScene.call(context, scene("50"), "room.usda").pass).toBe(true);
  } finally {
    process.execArgv.splice(0, Infinity, ...flags);
  }
  expect(read(folder, "room.usda")).toBe(scene("50"));
});
