// Campaign: pictures of a folder in threads, by the commands.

import { decodeImage } from "@usdkit/raster";
import { memoryContext } from "@usdkit/command/context/memory-context";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { main } from "../bin/main.ts";
import { plainEnvironment, runCommand, TestFolder, type Result } from "../test-support/run-command.ts";

const layer = (content: string): string => `#usda 1.0\n${content}\n`;
const PLY = ["ply", "format ascii 1.0", "element vertex 1", "property float x", "property float y", "property float z"];
const FILES = {
  "lib/ball.usda": layer('def Sphere "Ball"\n{\n}'),
  "lib/chair/chair.usda": layer('def "Chair" (references = @./geo.usda@</Geo>)\n{\n}'),
  "lib/chair/geo.usda": layer('def Cube "Geo"\n{\n}'),
  "lib/cloud.ply": [...PLY, "end_header", "0 0 0", ""].join("\n"),
  "lib/bad.usda": layer("def"),
  "lib/looks.usda": layer('def Material "M"\n{\n}'),
  "lib/readme.md": "no picture",
};
const run = (folder: TestFolder, ...args: string[]): Promise<Result> =>
  runCommand("usda", [...args, "--size", "12x8", "--samples", "1", "--jobs", "2"], {
    cwd: folder.path,
    env: { XDG_CONFIG_HOME: join(folder.path, "config") },
  });

test("draws a folder, and again what has changed", { timeout: 600_000 }, async () => {
  using folder = new TestFolder(FILES);
  const draw = (...args: string[]): Promise<Result> => run(folder, "thumbnails", "lib", "-o", "out", ...args);
  const pictures = (): string[] =>
    readdirSync(join(folder.path, "out"), { recursive: true })
      .map(String)
      .filter((name) => name.endsWith(".webp"))
      .toSorted();
  const first = await draw();
  expect([first.code, first.stderr]).toEqual([
    2,
    expect.stringMatching(/^usda thumbnails: lib\/bad\.usda: the file cannot be read: line 2: [^\n]+\n$/u),
  ]);
  expect(first.stdout).toMatch(
    /^3 pictures drawn in [\d.]+ s, [\d.]+ a second; 1 file with nothing to draw \(--json names them\); 1 file failed\n$/u,
  );
  expect(pictures()).toEqual(["ball.usda.webp", "chair/chair.usda.webp", "cloud.ply.webp"]);
  const { width, height } = await decodeImage(readFileSync(join(folder.path, "out/ball.usda.webp")));
  expect([width, height]).toEqual([12, 8]);
  const timeOf = (name: string): number => statSync(join(folder.path, "out", name)).mtimeMs;
  const before = [timeOf("ball.usda.webp"), timeOf("chair/chair.usda.webp")];
  folder.write("lib/chair/geo.usda", layer('def Sphere "Geo"\n{\n}'));
  folder.write("lib/bad.usda", layer('def Cube "C"\n{\n}'));
  const second = await draw("--json");
  expect([second.code, second.stderr]).toEqual([0, ""]);
  expect(
    second.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([
    { file: "lib/bad.usda", picture: "out/bad.usda.webp", status: "drawn" },
    { file: "lib/ball.usda", picture: "out/ball.usda.webp", status: "current" },
    { file: "lib/chair/chair.usda", picture: "out/chair/chair.usda.webp", status: "drawn" },
    { file: "lib/cloud.ply", picture: "out/cloud.ply.webp", status: "current" },
    { file: "lib/looks.usda", picture: null, status: "empty", reason: expect.any(String) as string },
  ]);
  expect([timeOf("ball.usda.webp"), timeOf("chair/chair.usda.webp")]).toEqual([before[0], expect.any(Number)]);
  expect(timeOf("chair/chair.usda.webp")).toBeGreaterThan(before[1]);
  // Other settings, a picture that was changed, and parts of models.
  folder.write("out/ball.usda.webp", "changed");
  expect((await draw()).stdout).toMatch(/^1 picture drawn .*; 3 unchanged; 1 file with nothing/u);
  expect((await draw("--all", "--look", "plain")).stdout).toMatch(/^5 pictures drawn/u);
  expect(pictures()).toContain("chair/geo.usda.webp");
});

test("--max-time while files are read: what was read is kept, so that runs come to an end", async () => {
  // A file that cannot be read is tried again.
  using folder = new TestFolder({ ...FILES, "lib/bad.usda": FILES["lib/looks.usda"] });
  const args = ["thumbnails", "lib", "-o", "out", "--state", "state"];
  const { code, stderr } = await run(folder, ...args, "--max-time", "0");
  expect([code, stderr]).toEqual([
    75,
    "usda thumbnails: --max-time is over after 0 files, and files are left; the same command resumes\n",
  ]);
  await run(folder, ...args);
  const lines = readFileSync(join(folder.path, "state"), "utf8").split("\n").length;
  const again = await run(folder, ...args);
  expect(again.stdout).toMatch(/^0 pictures drawn .*; 3 unchanged;/u);
  // Nothing was read or drawn once more.
  expect(readFileSync(join(folder.path, "state"), "utf8").split("\n")).toHaveLength(lines);
});

test("a picture that cannot be written is a problem of its file", async () => {
  using folder = new TestFolder({ "lib/ball.usda": FILES["lib/ball.usda"], "lib/cloud.ply": FILES["lib/cloud.ply"] });
  // No file can be renamed to a folder.
  folder.write("out/ball.usda.webp/file", "");
  const { code, stderr, stdout } = await run(folder, "thumbnails", "lib", "-o", "out");
  expect([code, stderr]).toEqual([2, expect.stringContaining("usda thumbnails: lib/ball.usda: ") as string]);
  expect(stdout).toMatch(/^1 picture drawn .*; 1 file failed\n$/u);
});

test("draws a folder on one sheet", { timeout: 600_000 }, async () => {
  using folder = new TestFolder(FILES);
  const { code, stdout, stderr } = await runCommand(
    "usda",
    ["render", "lib", "--contact-sheet", "sheet.png", "--size", "64x48", "--samples", "1"],
    { cwd: folder.path },
  );
  expect([code, stderr]).toEqual([2, expect.stringContaining("lib/bad.usda: the file cannot be read")]);
  expect(stdout).toBe("sheet.png: 152 × 146, 3 pictures; 1 file with nothing to draw (--json names them)\n");
  const { width, height } = await decodeImage(readFileSync(join(folder.path, "sheet.png")));
  expect([width, height]).toEqual([152, 146]);
});

test("stops at Ctrl-C; what is written is whole", { timeout: 600_000 }, async () => {
  const files = Object.fromEntries(
    Array.from({ length: 60 }, (_, i) => [`lib/${i}.usda`, layer(`def Sphere "S${i}"\n{\n}`)] as const),
  );
  using folder = new TestFolder(files);
  const context = memoryContext({
    cwd: folder.path,
    env: { ...plainEnvironment(), XDG_CONFIG_HOME: join(folder.path, "config") },
  });
  const ended = main("usda", ["thumbnails", "lib", "-o", "out", "--jobs", "1", "--json"], context);
  while (!context.output().stdout.includes("\n")) await new Promise((resolve) => setTimeout(resolve, 20));
  context.interrupt();
  expect(await ended).toBe(130);
  const written = readdirSync(join(folder.path, "out")).filter((name) => !name.startsWith(".usda"));
  expect(written.length).toBeGreaterThan(0);
  expect(written.length).toBeLessThan(60);
  for (const name of written) {
    expect(name).toMatch(/^\d+\.usda\.webp$/u);
    expect((await decodeImage(readFileSync(join(folder.path, "out", name)))).width).toBe(256);
  }
  expect(existsSync(join(folder.path, "out/.usda-thumbnails"))).toBe(true);
});

test(
  "usda index --thumbnails: pictures in the index, and again of what uses a changed file",
  { timeout: 600_000 },
  async () => {
    using folder = new TestFolder(FILES);
    const index = (): Promise<Result> =>
      runCommand("usda", ["index", "lib", "-o", "l.sqlite", "--thumbnails", "--size", "12x8", "--jobs", "1"], {
        cwd: folder.path,
        env: { XDG_CONFIG_HOME: join(folder.path, "config") },
      });
    const pictures = async (): Promise<Map<string, string>> => {
      const sql = "SELECT path, hex(image) AS image FROM thumbnails JOIN files ON id = file WHERE image IS NOT NULL";
      const { stdout } = await runCommand("usda", ["index", "query", sql, "l.sqlite", "--json"], { cwd: folder.path });
      const rows = stdout.trim().split("\n");
      return new Map(rows.map((row) => Object.values(JSON.parse(row) as Record<string, string>) as [string, string]));
    };
    folder.write("lib/ball.usda", layer('(\n    defaultPrim = "Ball"\n)\ndef Sphere "Ball"\n{\n}'));
    folder.write(
      "lib/chair/chair.usda",
      layer('(\n    defaultPrim = "C"\n)\ndef "C" (references = @./geo.usda@</Geo>)\n{\n}'),
    );
    await index();
    const before = await pictures();
    expect([...before.keys()].toSorted()).toEqual(["ball.usda", "chair/chair.usda", "cloud.ply"]);
    folder.write("lib/chair/geo.usda", layer('def Sphere "Geo"\n{\n}'));
    await index();
    const after = await pictures();
    const changed = [...after].flatMap(([path, image]) => (image === before.get(path) ? [] : [path]));
    expect([after.size, changed]).toEqual([3, ["chair/chair.usda"]]);
  },
);
