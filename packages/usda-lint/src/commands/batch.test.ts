import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BAD, GOOD, runCommand, TestFolder, TWICE, type Result } from "../test-support/run-command.ts";

const CHAIR = '#usda 1.0\n(\n    defaultPrim = "Chair"\n)\n\ndef Cube "Chair"\n{\n}\n';

const lint = (folder: TestFolder, ...args: string[]): Promise<Result> =>
  runCommand("usda-lint", ["--no-config", "--format", "json", ...args], { cwd: folder.path });
const convert = (folder: TestFolder, ...args: string[]): Promise<Result> =>
  runCommand("usda", ["convert", ...args], { cwd: folder.path });

/** Lines of a state without its title. */
const records = (folder: TestFolder): string[] =>
  readFileSync(join(folder.path, "state"), "utf8").split("\n").slice(1, -1);

test("usda-lint --state: a run that ends early goes on, and checks nothing twice", async () => {
  using folder = new TestFolder({ "a.usda": TWICE, "b.usda": BAD, "c.usda": GOOD });
  const plain = await lint(folder);
  expect(await lint(folder, "--state", "state")).toEqual(plain);
  const all = records(folder);
  expect(new Set(all.map((line) => line.slice(17, 81))).size).toBe(all.length);
  // As a run leaves it that was killed while it wrote the second half.
  const text = readFileSync(join(folder.path, "state"), "utf8");
  writeFileSync(join(folder.path, "state"), text.slice(0, text.length >> 1));
  expect(await lint(folder, "--state", "state")).toEqual(plain);
  const again = records(folder).filter((line) => all.includes(line));
  expect(again.toSorted()).toEqual(all.toSorted());
  // What changed is checked again.
  folder.write("c.usda", BAD);
  expect(await lint(folder, "--state", "state")).toEqual(await lint(folder));
});

test("usda-lint --max-time: files are left, and the exit code tells", async () => {
  using folder = new TestFolder({ "a.usda": BAD });
  const { code, stdout, stderr } = await lint(folder, "--max-time", "0", "--state", "state");
  expect([code, stderr]).toEqual([
    75,
    "usda-lint: --max-time is over after 0 files, and files are left; the same command resumes\n",
  ]);
  expect(JSON.parse(stdout)).toMatchObject({ files: [] });
  expect((await lint(folder, "--max-time", "1h", "--state", "state")).code).toBe(1);
  expect((await lint(folder, "--no-composed", "--max-time", "0s")).code).toBe(75);
  expect((await lint(folder, "--fix", "--state", "state")).stderr).toContain("--fix with --state");
  expect((await lint(folder, "--max-time", "soon")).stderr).toContain(
    'expects a time as 90, 90s, 45m or 6h, found "soon"',
  );
});

test("a shared cache: other machines, other places; a changed asset is a miss for the stages that use it", async () => {
  const library = {
    "lib/part.usda": CHAIR,
    "lib/shot.usda": "#usda 1.0\n(\n    subLayers = [@part.usda@]\n)\n",
    "lib/other.usda": CHAIR,
  };
  using cache = new TestFolder();
  using one = new TestFolder(library);
  using two = new TestFolder(library);
  const cached = (folder: TestFolder, ...args: string[]): Promise<Result> =>
    lint(folder, "--cache-location", join(cache.path, "c"), ...args);
  const plain = await cached(one, "lib");
  // What the second machine knows, it has from the first one: a state would have been written otherwise.
  expect(await cached(two, "lib", "--state", "state")).toEqual(plain);
  expect(records(two)).toEqual([]);
  two.write("lib/part.usda", CHAIR.replace("Cube", "Sphere"));
  await cached(two, "lib", "--state", "state");
  // The layer by itself, its stage and that of the shot; not those of the other one.
  expect(records(two)).toHaveLength(3);
});

const textured = (name: string): string =>
  `#usda 1.0\n(\n    defaultPrim = "M"\n)\n\ndef Material "M"\n{\n    asset inputs:file = @./${name}@\n}\n`;

test("a texture that is gone is a miss for the stage that uses it, and for no other", async () => {
  using folder = new TestFolder({
    "lib/oak.usda": textured("oak.png"),
    "lib/ash.usda": textured("ash.png"),
    "lib/oak.png": "oak",
    "lib/ash.png": "ash",
  });
  const run = (state: string): Promise<Result> =>
    lint(folder, "--profile", "usd", "lib", "--cache-location", join(folder.path, "c"), "--state", state);
  await run("first");
  rmSync(join(folder.path, "lib/oak.png"));
  await run("state");
  // The stage; the layer by itself has not changed.
  expect(records(folder)).toHaveLength(1);
});

test("a texture with other bytes is a miss for the stage that reads it, and for no other", async () => {
  const png = (width: number): Buffer => {
    const bytes = Buffer.alloc(33);
    bytes.write("\x89PNG\r\n\x1A\n", "latin1");
    bytes.writeUInt32BE(13, 8);
    bytes.write("IHDR", 12, "latin1");
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(1, 20);
    return bytes;
  };
  using folder = new TestFolder({
    "usda-lint.config.json": JSON.stringify({ profile: "usd", limits: { textureSize: 64 } }),
    "lib/oak.usda": textured("oak.png"),
    "lib/ash.usda": textured("ash.png"),
    "lib/shot.usda": "#usda 1.0\n(\n    subLayers = [@oak.usda@]\n)\n",
  });
  for (const name of ["oak", "ash"]) writeFileSync(join(folder.path, `lib/${name}.png`), png(32));
  const run = async (state: string): Promise<readonly unknown[]> => {
    const args = ["--format", "json", "lib", "--cache-location", join(folder.path, "c"), "--state", state];
    const { stdout } = await runCommand("usda-lint", args, { cwd: folder.path });
    const { files } = JSON.parse(stdout) as { files: { path: string; diagnostics: { rule: string }[] }[] };
    return files.filter(({ diagnostics }) => diagnostics.some(({ rule }) => rule === "limit-exceeded"));
  };
  expect(await run("first")).toEqual([]);
  writeFileSync(join(folder.path, "lib/oak.png"), png(128));
  expect(await run("state")).toMatchObject([{ path: "lib/oak.usda" }]);
  // The stages of the layer and of the shot; no layer by itself, and nothing of the other one.
  expect(records(folder)).toHaveLength(2);
});

test("usda convert: --files-from, --shard, --state and --max-time", async () => {
  const files = {
    "lib/a.usda": CHAIR,
    "lib/s/b.usda": CHAIR,
    "lib/c.usda": CHAIR,
    list: "lib/a.usda\nlib/s/b.usda\nlib/gone.usda\n",
  };
  using folder = new TestFolder(files);
  const written = (name: string): boolean => existsSync(join(folder.path, name));
  const listed = await convert(folder, "--files-from", "list", "-o", "out", "--to", "glb");
  expect([listed.code, listed.stderr.includes("lib/gone.usda")]).toEqual([2, true]);
  expect([written("out/lib/a.glb"), written("out/lib/s/b.glb")]).toEqual([true, true]);

  // A program may write an empty list.
  folder.write("list", "");
  expect(await convert(folder, "--files-from", "list", "-o", "out", "--to", "glb")).toEqual({
    code: 0,
    stdout: "",
    stderr: "usda convert: No files to convert\n",
  });

  await convert(folder, "lib", "-o", "parts", "--to", "glb", "--shard", "1/2");
  expect(["a", "c", "s/b"].map((name) => written(`parts/${name}.glb`))).toEqual([true, false, true]);
  await convert(folder, "lib", "-o", "parts", "--to", "glb", "--shard", "2/2");
  expect(written("parts/c.glb")).toBe(true);

  const args = ["lib", "-o", "all", "--to", "glb", "--state", "state", "--json"];
  const late = await convert(folder, ...args, "--max-time", "0");
  expect([late.code, late.stderr]).toEqual([
    75,
    "usda convert: --max-time is over after 0 files, and files are left; the same command resumes\n",
  ]);
  const first = await convert(folder, ...args);
  expect([first.code, records(folder).length]).toEqual([0, 3]);
  const stamp = statSync(join(folder.path, "all/a.glb")).mtimeMs;
  expect(await convert(folder, ...args)).toEqual(first);
  expect([records(folder).length, statSync(join(folder.path, "all/a.glb")).mtimeMs]).toEqual([3, stamp]);
  // A layer that an input refers to, from which nothing else was made.
  folder.write("lib/a.usda", CHAIR.replace('def Cube "Chair"', 'def "Chair" (references = @../ref/x.usda@</Chair>)'));
  folder.write("ref/x.usda", CHAIR);
  await convert(folder, ...args);
  const before = statSync(join(folder.path, "all/a.glb")).mtimeMs;
  await convert(folder, ...args);
  expect([records(folder).length, statSync(join(folder.path, "all/a.glb")).mtimeMs]).toEqual([4, before]);
  folder.write("ref/x.usda", CHAIR.replace("Cube", "Sphere"));
  await convert(folder, ...args);
  expect([records(folder).length, statSync(join(folder.path, "all/a.glb")).mtimeMs]).not.toEqual([4, before]);
  folder.write("lib/a.usda", CHAIR);
  // A result that is gone is made again, and so is one of another input.
  folder.write("lib/c.usda", CHAIR.replace("Cube", "Sphere"));
  writeFileSync(join(folder.path, "all/a.glb"), "");
  expect((await convert(folder, ...args)).code).toBe(0);
  expect([records(folder).length, statSync(join(folder.path, "all/a.glb")).size > 0]).toEqual([7, true]);
});

test.skipIf(process.platform === "win32")(
  "links in circles and pipes: each command goes on with the others",
  async () => {
    using folder = new TestFolder({ "lib/a.usda": CHAIR });
    symlinkSync("loop.usda", join(folder.path, "lib/loop.usda"));
    symlinkSync("gone.usda", join(folder.path, "lib/dangling.usda"));
    symlinkSync("..", join(folder.path, "lib/up"));
    // Nothing waits for a writer that never comes.
    spawnSync("mkfifo", [join(folder.path, "lib/pipe.usda")]);
    const checked = await lint(folder, "lib", "--state", "state");
    expect([checked.code, checked.stderr]).toEqual([
      2,
      "usda-lint: lib/dangling.usda: no such file\nusda-lint: lib/loop.usda: too many symbolic links\n",
    ]);
    const { code, stderr } = await convert(folder, "lib", "-o", "out", "--to", "glb", "--state", "state");
    expect([
      code,
      stderr.match(/^usda convert: lib\/\w+\.usda/gmu),
      existsSync(join(folder.path, "out/a.glb")),
    ]).toEqual([2, ["usda convert: lib/dangling.usda", "usda convert: lib/loop.usda"], true]);
  },
);
