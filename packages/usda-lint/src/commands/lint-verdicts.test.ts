// Verdicts, folders, groups, pictures and places in all layers, through the real command.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import schema from "usda-lint/report.schema.json" with { type: "json" };
import { expect, test } from "vitest";
import { runCommand, TestFolder } from "../test-support/run-command.ts";

const MESH = `    int[] faceVertexCounts = [3]
    int[] faceVertexIndices = [0, 1, 9]
    point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
`;
const CHAIR = `#usda 1.0
(
    defaultPrim = "Chair"
)

def Mesh "Chair"
{
${MESH}}
`;
const SHOT = `#usda 1.0
(
    defaultPrim = "World"
    metersPerUnit = 0.01
    upAxis = "Y"
)

def Xform "World"
{
    def "A" (
        references = @parts/chair.usda@
    )
    {
        int[] faceVertexCounts = [3]
    }

    def "B" (
        references = @parts/chair.usda@
    )
    {
    }
}
`;
const EMPTY = `#usda 1.0
(
    defaultPrim = "A"
    metersPerUnit = 0.01
    upAxis = "Y"
)

def Xform "A"
{
}
`;
const FILES = { "shot.usda": SHOT, "parts/chair.usda": CHAIR, "parts/good.usda": EMPTY };

interface Report {
  readonly files: readonly {
    readonly path: string;
    readonly verdict: object;
    readonly diagnostics: readonly {
      readonly rule: string;
      readonly related: readonly { readonly path?: string; readonly message: string }[];
      readonly stage?: { readonly root: string };
    }[];
  }[];
  readonly folders: readonly object[];
}

async function lint(folder: TestFolder, ...args: string[]): Promise<string> {
  return (await runCommand("usda-lint", ["--no-config", ...args], { cwd: folder.path })).stdout;
}

test("JSON has a verdict a file and the sums of folders, also of what --max-diagnostics leaves out", async () => {
  using folder = new TestFolder(FILES);
  const report = JSON.parse(await lint(folder, "--format", "json", "--max-diagnostics", "1")) as Report;
  expect(report.files.map(({ path, verdict, diagnostics }) => [path, verdict, diagnostics.length])).toEqual([
    ["parts/chair.usda", { passed: false, errors: 1, warnings: 0, infos: 0 }, 1],
    ["parts/good.usda", { passed: true, errors: 0, warnings: 0, infos: 0 }, 0],
    ["shot.usda", { passed: true, errors: 0, warnings: 0, infos: 4 }, 0],
  ]);
  expect(report.folders).toMatchObject([
    { path: ".", files: 1, passed: 1, failed: 0, errors: 0 },
    { path: "parts", files: 2, passed: 1, failed: 1, errors: 1, infos: 0 },
  ]);
});

test("the report of a shard of composed files is as its schema describes it", async () => {
  using folder = new TestFolder(FILES);
  const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(schema);
  const report: unknown = JSON.parse(await lint(folder, "--format", "json", "--shard", "1/1"));
  expect([validate(report), validate.errors]).toEqual([true, null]);
  expect(report).toMatchObject({
    shard: { index: 1 },
    files: [{ shard: { position: 0, stage: { isNamed: false } } }, {}, {}],
  });
  expect(validate({ ...(report as object), shard: { index: 0 } })).toBe(false);
});

test("pretty ends with a line a file; with many files with a line a folder", async () => {
  using folder = new TestFolder(FILES);
  expect((await lint(folder, "--format", "pretty")).split("\n").slice(-6)).toEqual([
    "✖ parts/chair.usda  1 error",
    "✔ parts/good.usda",
    "✔ shot.usda         4 infos",
    "",
    "✖ 1 error, 0 warnings, 4 infos in 3 files, 4 fixable",
    "",
  ]);
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`many/${i}.usda`, EMPTY] as const));
  using other = new TestFolder({ ...FILES, ...many });
  const lines = (await lint(other, "--format", "pretty")).split("\n");
  expect(lines.slice(-6, -3)).toEqual([
    "✖ parts/  1 of 2 files failed, 1 error",
    "✔ ./      1 file, 4 infos",
    "✔ many/   21 files",
  ]);
});

test("a finding names the root, and the places of all layers that it involves, in JSON and SARIF", async () => {
  using folder = new TestFolder(FILES);
  const report = JSON.parse(await lint(folder, "--format", "json", "--format", "sarif=r.sarif")) as Report;
  const found = report.files[0]?.diagnostics.find(({ rule }) => rule === "mesh-topology");
  expect(found?.stage?.root).toBe("shot.usda");
  expect(found?.related).toMatchObject([
    { message: "The layer is referenced here.", path: "shot.usda", range: { start: { line: 11, column: 22 } } },
  ]);
  const sarif = JSON.parse(readFileSync(join(folder.path, "r.sarif"), "utf8")) as {
    runs: { results: { ruleId: string; relatedLocations?: object[] }[] }[];
  };
  const result = sarif.runs[0]?.results.find(({ ruleId }) => ruleId === "mesh-topology");
  expect(result?.relatedLocations).toMatchObject([
    { physicalLocation: { artifactLocation: { uri: "shot.usda" }, region: { startLine: 11 } } },
  ]);
});

test("HTML shows pictures of prims, and one article for many equal findings with all their places", async () => {
  const meshes = Array.from(
    { length: 8 },
    (_, i) => `def Mesh "M${i}"\n{\n${MESH.replace("[0, 1, 9]", "[0, 1, 2]")}    point3f[] bogus:x\n}\n`,
  );
  using folder = new TestFolder({ "a.usda": `#usda 1.0\n${meshes.join("\n")}` });
  const page = await lint(folder, "--format", "html", "--rule", "stage-default-prim:off");
  expect(page.match(/<img class="picture" src="data:image\/png;base64,iVBOR/g)?.length).toBeGreaterThan(0);
  const group = /<article[^>]*>(?:(?!<\/article>)[^])*extent-missing(?:(?!<\/article>)[^])*<\/article>/u.exec(
    page,
  )?.[0];
  expect(group).toContain("7 more findings of the same kind");
  expect(group?.match(/<li>/g)).toHaveLength(7);
  expect(page.match(/<code>extent-missing<\/code><span/g)).toHaveLength(1);
});
