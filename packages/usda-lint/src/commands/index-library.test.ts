import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { runCommand, TestFolder, type Result } from "../test-support/run-command.ts";

const CHAIR = `#usda 1.0
(
    defaultPrim = "Chair"
    metersPerUnit = 1
    upAxis = "Y"
)
def Xform "Chair" (
    kind = "component"
)
{
    def Cube "Seat"
    {
        double size = 2
        double3 xformOp:translate = (0, 5, 0)
        uniform token[] xformOpOrder = ["xformOp:translate"]
    }
    def Material "Wood"
    {
        asset inputs:file = @../tex/wood.<UDIM>.png@
    }
}
`;
const shot = (...references: string[]): string => `#usda 1.0
(
    defaultPrim = "World"
    subLayers = [@./light.usda@]
)
def Xform "World"
{
${references.map((each, i) => `    def "P${i}" (\n        references = @${each}@\n    )\n    {\n    }`).join("\n")}
}
`;
const files = {
  "lib/models/chair.usda": CHAIR,
  "lib/shot.usda": shot("models/chair.usda", "models/none.usda"),
  "lib/tex/wood.1001.png": "a",
  "lib/tex/wood.1002.png": "b",
  "lib/tex/copy.png": "b",
  "lib/notes.txt": "text",
};

const index = (cwd: string, ...args: string[]): Promise<Result> => {
  const jobs = args.includes("--jobs") ? [] : ["--jobs", "1"];
  return runCommand("usda", ["index", "lib", "-o", "l.sqlite", ...jobs, "--json", ...args], { cwd });
};
const ask = async (cwd: string, ...args: string[]): Promise<unknown[]> => {
  const { stdout, stderr } = await runCommand("usda", ["index", ...args, "l.sqlite", "--json"], { cwd });
  expect(stderr).toBe("");
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as unknown);
};
const sql = (cwd: string, text: string): Promise<unknown[]> => ask(cwd, "query", text);

describe("usda index", () => {
  test("indexes what files hold, and answers questions about them", async () => {
    using folder = new TestFolder(files);
    const cwd = folder.path;
    const { code, stdout, stderr } = await index(cwd);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({ files: 6, added: 6, changed: 0, removed: 0, problems: 0 });
    expect(await sql(cwd, "SELECT path, kind, encoding, default_prim FROM files ORDER BY path")).toEqual([
      { path: "models/chair.usda", kind: "layer", encoding: "usda", default_prim: "Chair" },
      { path: "notes.txt", kind: "other", encoding: null, default_prim: null },
      { path: "shot.usda", kind: "layer", encoding: "usda", default_prim: "World" },
      { path: "tex/copy.png", kind: "image", encoding: null, default_prim: null },
      { path: "tex/wood.1001.png", kind: "image", encoding: null, default_prim: null },
      { path: "tex/wood.1002.png", kind: "image", encoding: null, default_prim: null },
    ]);
    expect(await sql(cwd, "SELECT path, type, kind FROM prims WHERE file = 1 OR path LIKE '/Chair%'")).toContainEqual({
      path: "/Chair",
      type: "Xform",
      kind: "component",
    });
    expect(await sql(cwd, "SELECT path, name FROM materials")).toEqual([{ path: "/Chair/Wood", name: "Wood" }]);
    const box = { state: "computed", min_x: -1, min_y: 4, min_z: -1, max_x: 1, max_y: 6, max_z: 1 };
    expect(
      await sql(
        cwd,
        "SELECT f.path, state, min_x, min_y, min_z, max_x, max_y, max_z FROM bounds JOIN files f ON f.id = file ORDER BY f.path",
      ),
    ).toEqual([
      { path: "models/chair.usda", ...box },
      { path: "shot.usda", ...box },
    ]);
    expect(await ask(cwd, "uses", "lib/tex/wood.1002.png", "--all")).toEqual([
      {
        file: "tex/wood.1002.png",
        uses: [],
        usedBy: [
          { path: "models/chair.usda", arc: "asset", depth: 1, state: "resolved" },
          { path: "shot.usda", arc: "reference", depth: 2, state: "resolved" },
        ],
      },
    ]);
    expect(await ask(cwd, "missing")).toEqual([
      { file: "shot.usda", arc: "sublayer", authored: "./light.usda", wanted: "light.usda" },
      { file: "shot.usda", arc: "reference", authored: "models/none.usda", wanted: "models/none.usda" },
    ]);
    expect(await ask(cwd, "unused")).toEqual([{ path: "tex/copy.png", kind: "image", size: 1 }]);
    expect(await ask(cwd, "duplicates")).toMatchObject([{ size: 1, files: ["tex/copy.png", "tex/wood.1002.png"] }]);
    expect(await sql(cwd, "SELECT DISTINCT rule FROM findings WHERE severity = 'error'")).toEqual([]);
  });

  test("reads what changed, and looks links and bounds of its users up again", async () => {
    using folder = new TestFolder(files);
    const cwd = folder.path;
    await index(cwd);
    const past = new Date(Date.now() - 60_000);
    for (const name of Object.keys(files)) utimesSync(join(cwd, name), past, past);
    await index(cwd);
    expect(JSON.parse((await index(cwd)).stdout)).toMatchObject({ added: 0, changed: 0, removed: 0, composed: 0 });
    folder.write("lib/models/chair.usda", CHAIR.replace("(0, 5, 0)", "(0, 9, 0)"));
    folder.write("lib/light.usda", "#usda 1.0\n");
    folder.write("lib/tex/wood.1003.png", "c");
    rmSync(join(cwd, "lib/tex/wood.1001.png"));
    expect(JSON.parse((await index(cwd)).stdout)).toMatchObject({ added: 2, changed: 1, removed: 1, composed: 1 });
    expect(await sql(cwd, "SELECT DISTINCT max_y FROM bounds")).toEqual([{ max_y: 10 }]);
    expect(await ask(cwd, "missing")).toMatchObject([{ wanted: "models/none.usda" }]);
    expect(await ask(cwd, "uses", "models/chair.usda")).toMatchObject([
      { uses: [{ path: "tex/wood.1002.png" }, { path: "tex/wood.1003.png" }] },
    ]);
    renameSync(join(cwd, "lib/models/chair.usda"), join(cwd, "lib/models/none.usda"));
    await index(cwd);
    expect(await ask(cwd, "missing")).toMatchObject([{ wanted: "models/chair.usda" }]);
  });

  test("reports names of any bytes, links in circles and files that cannot be read, and goes on", async () => {
    using folder = new TestFolder(files);
    const cwd = folder.path;
    symlinkSync("loop.usda", join(cwd, "lib/loop.usda"));
    symlinkSync(join(cwd, "lib"), join(cwd, "lib/models/circle"));
    symlinkSync("nothing.usda", join(cwd, "lib/broken.usda"));
    writeFileSync(
      Buffer.concat([Buffer.from(join(cwd, "lib/")), Buffer.from([0xff, 0x41]), Buffer.from(".usda")]),
      CHAIR,
    );
    // A character of a name, and what is shown for bytes that are none.
    folder.write("lib/\u{fffd}B.usda", CHAIR);
    mkdirSync(join(cwd, "lib/.git"));
    folder.write("lib/.git/x.usda", CHAIR);
    const { code, stdout, stderr } = await index(cwd);
    expect(code).toBe(2);
    expect(stderr.split("\n").sort()).toEqual([
      "",
      "usda index: lib/broken.usda: no such file",
      "usda index: lib/loop.usda: too many symbolic links",
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ added: 8, problems: 2 });
    expect(await sql(cwd, "SELECT path FROM files WHERE path LIKE '%B.usda'")).toEqual([{ path: "\u{fffd}B.usda" }]);
    const [odd] = await sql(cwd, "SELECT path, hex(raw) AS raw, prim_count FROM files WHERE length(raw) > 0");
    expect(odd).toEqual({ path: "\\xffA.usda", raw: "FF412E75736461", prim_count: 3 });
  });

  test("an asset that was missing is found when its file comes, in whichever folder it is looked up", async () => {
    using folder = new TestFolder({
      "lib/a.usda": '#usda 1.0\ndef Cube "A"\n{\n    asset own = @./own.png@\n    asset kept = @kept.png@\n}\n',
    });
    mkdirSync(join(folder.path, "lib/shared"));
    const flags = ["--search-path", "lib/shared"];
    const missing = "SELECT wanted FROM dependencies WHERE state = 'missing' ORDER BY wanted";
    await index(folder.path, ...flags);
    expect(await sql(folder.path, missing)).toEqual([{ wanted: "kept.png" }, { wanted: "own.png" }]);
    folder.write("lib/shared/kept.png", "png");
    await index(folder.path, ...flags);
    expect(await sql(folder.path, missing)).toEqual([{ wanted: "own.png" }]);
    await index(folder.path);
    folder.write("lib/own.png", "png");
    await index(folder.path);
    expect(await sql(folder.path, missing)).toEqual([{ wanted: "kept.png" }]);
  });

  test("a thread that dies is the problem of one file, and the others are indexed", async () => {
    const exits = `export default { customRules: [{
      meta: { id: "exits", summary: "Exits", severity: "error", effect: null, profiles: ["usda"] },
      check: () => ({ prim: ({ name }) => { if (name === "Exit") process.exit(7); } }),
    }] };`;
    const layer = (name: string): string => `#usda 1.0\ndef Xform "${name}"\n{\n}\n`;
    using folder = new TestFolder({ "lib/usda-lint.config.mjs": exits, "lib/m.usda": layer("Exit") });
    for (const i of [0, 1, 2]) folder.write(`lib/${i}.usda`, layer(`A${i}`));
    const { code, stdout, stderr } = await index(folder.path, "--jobs", "2", "--profile", "usda");
    expect({ code, stderr }).toEqual({ code: 2, stderr: "usda index: lib/m.usda: the thread ended: code 7\n" });
    expect(JSON.parse(stdout)).toMatchObject({ added: 4, problems: 1 });
    expect(await sql(folder.path, "SELECT count(*) AS layers FROM files WHERE prim_count = 1")).toEqual([
      { layers: 3 },
    ]);
  });

  test("changes of the configuration check all layers again", async () => {
    using folder = new TestFolder({ "lib/a.usda": '#usda 1.0\ndef Cube "A"\n{\n    int x = 1\n    int x = 2\n}\n' });
    const cwd = folder.path;
    await index(cwd, "--profile", "usda");
    const rules = "SELECT DISTINCT rule FROM findings";
    const before = await sql(cwd, rules);
    expect(before).not.toEqual([]);
    const off = Object.fromEntries((before as { rule: string }[]).map(({ rule }) => [rule, "off"]));
    folder.write("lib/usda-lint.config.json", JSON.stringify({ rules: off }));
    await index(cwd, "--profile", "usda");
    expect(await sql(cwd, rules)).toEqual([]);
  });

  test.each([
    ["DELETE FROM files", "expected one statement that reads"],
    ["VACUUM INTO 'x.sqlite'", "expected one statement that reads"],
    ["SELECT 1; DELETE FROM files", "expected one statement, found more: DELETE"],
    ["SELECT wrong FROM files", "SQL: no such column: wrong"],
    ["WITH x AS (SELECT 1) DELETE FROM files", "SQL: attempt to write a readonly database"],
  ])("rejects %s", async (text, message) => {
    using folder = new TestFolder({ "lib/a.usda": "#usda 1.0\n" });
    await index(folder.path);
    const { code, stderr } = await runCommand("usda", ["index", "query", text, "l.sqlite"], { cwd: folder.path });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) as string });
  });

  test("does not touch what is no index, or that of another folder", async () => {
    using folder = new TestFolder({ "lib/a.usda": "#usda 1.0\n", "other/a.usda": "", "l.sqlite": "text of mine" });
    const cwd = folder.path;
    expect((await index(cwd)).stderr).toContain("file is not a database; expected an index of usda index");
    rmSync(join(cwd, "l.sqlite"));
    const made = new DatabaseSync(join(cwd, "l.sqlite"));
    made.exec("CREATE TABLE mine (x)");
    made.close();
    expect((await index(cwd)).stderr).toContain("expected an index of usda index, found another database");
    rmSync(join(cwd, "l.sqlite"));
    await index(cwd);
    const { stderr } = await runCommand("usda", ["index", "other", "-o", "l.sqlite"], { cwd });
    expect(stderr).toContain("l.sqlite is the index of lib, not of other: choose another -o, or delete it");
    expect((await runCommand("usda", ["index", "nowhere", "-o", "x.sqlite"], { cwd })).stderr).toContain(
      "expected a folder",
    );
    expect((await runCommand("usda", ["index", "missing", "none.sqlite"], { cwd })).stderr).toContain(
      "no such file; usda index FOLDER",
    );
  });
});

test("findings on stages are not in the index: they depend on other files, and usda-lint reports them", async () => {
  using folder = new TestFolder({ "lib/shot.usda": shot("none.usda"), "lib/light.usda": "#usda 1.0\n" });
  const cwd = folder.path;
  await index(cwd);
  expect(await sql(cwd, "SELECT rule FROM findings WHERE rule = 'missing-layer'")).toEqual([]);
  expect(await ask(cwd, "missing")).toMatchObject([{ file: "shot.usda", authored: "none.usda" }]);
  const { stdout } = await runCommand("usda-lint", ["--no-config", "--format", "concise", "lib"], { cwd });
  expect(stdout).toContain("missing-layer");
});
