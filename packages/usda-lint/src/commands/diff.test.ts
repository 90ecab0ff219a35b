import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { decodeImage } from "@usdkit/raster";
import { Ajv2020 } from "ajv/dist/2020.js";
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

const BEFORE = `#usda 1.0
def Xform "World" (
    kind = "group"
)
{
    float3[] points = [${Array.from({ length: 100 }, (_, i) => `(${i}, 0, 0)`).join(", ")}]
    def Camera "Main"
    {
        float focalLength = 35
    }
    def Mesh "Chair"
    {
        int id = 7
    }
}
`;
const AFTER = BEFORE.replace("= 35", "= 35.5")
  .replace('"Chair"', '"Seat"')
  .replace("(5, 0, 0)", "(5, 0.25, 0)")
  .replace("group", "a\\x1b[31m");

const schema = JSON.parse(readFileSync(join(import.meta.dirname, "../../schemas/diff.schema.json"), "utf8")) as object;
const validate = new Ajv2020({ strict: true, strictTypes: false, allErrors: true }).compile(schema);

async function run(args: readonly string[], files: Readonly<Record<string, string>> = {}, input = ""): Promise<Result> {
  using folder = new TestFolder({ "a.usda": BEFORE, "b.usda": AFTER, ...files });
  return await runCommand("usda", ["diff", ...args], { cwd: folder.path, input });
}

describe("usda diff", () => {
  test("as text", async () => {
    const { code, stdout, stderr } = await run(["a.usda", "b.usda"]);
    expect([code, stderr]).toEqual([1, ""]);
    expect(stdout).toMatchInlineSnapshot(`
      "a.usda → b.usda  4 differences: 1 of metadata, 2 of values, 1 moved
      /World
        ~ (kind)  "group" → "a\\u001b[31m"
        ~ points[5]  (5, 0, 0) → (5, 0.25, 0)  1 of 100 elements differ, at most 0.25 apart
      /World/Seat
        > def Mesh "Seat"  moved from /World/Chair
      /World/Main
        ~ focalLength  35 → 35.5
      "
    `);
    expect((await run(["a.usda", "b.usda", "--color"])).stdout).toContain(
      "\u001b[31m35\u001b[39m → \u001b[32m35.5\u001b[39m",
    );
  });

  test("the same content", async () => {
    const other = `${BEFORE.replace("#usda 1.0", "#usda 1.0\n# A comment.\n")}\n\n`;
    expect(await run(["a.usda", "c.usda"], { "c.usda": other })).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  test("options", async () => {
    const left = async (...args: string[]): Promise<number> =>
      (await run(["a.usda", "b.usda", ...args])).stdout.split("\n").length;
    const all = await left();
    expect(await left("--tolerance", "1")).toBe(all - 3);
    expect(await left("--tolerance=1e-3")).toBe(all);
    expect(await left("--relative", "0.1")).toBe(all - 2);
    expect(await left("--ignore", "/World/Main/**", "--ignore", "**.kind")).toBe(all - 3);
    expect(await run(["a.usda", "b.usda", "--ignore", "/World"])).toEqual({ code: 0, stdout: "", stderr: "" });
    const order = {
      "c.usda": '#usda 1.0\ndef "A"\n{\n}\ndef "B"\n{\n}\n',
      "d.usda": '#usda 1.0\ndef "B"\n{\n}\ndef "A"\n{\n}\n',
    };
    expect((await run(["c.usda", "d.usda"], order)).code).toBe(1);
    expect((await run(["c.usda", "d.usda", "--no-order"], order)).code).toBe(0);
  });

  test("standard input", async () => {
    expect((await run(["-", "b.usda"], {}, AFTER)).code).toBe(0);
    expect((await run(["a.usda", "-"], {}, AFTER)).stdout).toContain("a.usda → <stdin>");
  });

  test.each<[string, string[]]>([
    ["one file", ["a.usda"]],
    ["three files", ["a.usda", "b.usda", "a.usda"]],
    ["standard input twice", ["-", "-"]],
    ["a tolerance that is none", ["a.usda", "b.usda", "--tolerance", "x"]],
    ["a negative tolerance", ["a.usda", "b.usda", "--tolerance=-1"]],
    ["a pattern that is none", ["a.usda", "b.usda", "--ignore", "focalLength"]],
    ["an unknown format", ["a.usda", "b.usda", "--format", "xml"]],
    ["assets for text", ["a.usda", "b.usda", "--assets", "."]],
    ["a camera that neither has", ["a.usda", "b.usda", "--format", "html", "--camera", "/A"]],
    ["no images of text", ["a.usda", "b.usda", "--no-images"]],
    ["a size that is too large", ["a.usda", "b.usda", "--format", "html", "--assets", ".", "--size", "1921x8"]],
    ["a negative limit", ["a.usda", "b.usda", "--format", "html", "--max-differences=-1"]],
    ["a folder of assets that is missing", ["a.usda", "b.usda", "--format", "html", "--assets", "none"]],
    ["a file that is not there", ["a.usda", "none.usda"]],
    ["a file that does not parse", ["a.usda", "bad.usda"]],
  ])("exit code 2: %s", async (_, args) => {
    const { code, stdout, stderr } = await run(args, { "bad.usda": BAD });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).not.toBe("");
    expect(stderr).not.toContain("    at ");
  });

  test("as JSON, which the schema describes", async () => {
    const { code, stdout } = await run(["a.usda", "b.usda", "--format", "json"]);
    const report = JSON.parse(stdout) as { differences: unknown[] };
    expect([code, validate(report), validate.errors]).toEqual([1, true, null]);
    expect(report).toMatchObject({ version: 1, before: "a.usda", after: "b.usda", equal: false });
    expect(report.differences).toContainEqual({
      kind: "value",
      path: "/World/Main.focalLength",
      before: { kind: "typed", type: "float", value: 35 },
      after: { kind: "typed", type: "float", value: 35.5 },
    });
    const same = await run(["a.usda", "a.usda", "--format", "json"]);
    expect([same.code, JSON.parse(same.stdout)]).toMatchObject([0, { equal: true, differences: [] }]);
  });

  test("as a page, in a file that appears whole", async () => {
    using folder = new TestFolder({ "a.usda": BEFORE, "b.usda": AFTER, "bad.usda": BAD });
    const page = async (...args: string[]): Promise<Result & { html: string }> => {
      const result = await runCommand("usda", ["diff", ...args, "--format", "html", "-o", "diff.html"], {
        cwd: folder.path,
      });
      const file = join(folder.path, "diff.html");
      return { ...result, html: existsSync(file) ? readFileSync(file, "utf8") : "" };
    };
    expect(await page("a.usda", "bad.usda")).toMatchObject({ code: 2, html: "" });
    const { code, stdout, stderr, html } = await page("a.usda", "b.usda");
    expect([code, stdout, stderr]).toEqual([1, "", ""]);
    expect(html.startsWith("<!DOCTYPE html>") && html.endsWith("</html>\n")).toBe(true);
    expect(html).toContain('<details id="/World/Main"');
    expect(html).toContain('<td class="before">35</td><td class="after">35.5</td>');
    expect((await page("a.usda", "b.usda", "--max-differences", "1")).html).toContain(
      "3 differences not shown: 2 of values, 1 moved. --max-differences N shows more",
    );
    expect(await page("a.usda", "a.usda")).toMatchObject({
      code: 0,
      html: expect.stringContaining("No differences.") as string,
    });
    const { stdout: printed } = await runCommand("usda", ["diff", "a.usda", "b.usda", "--format=html"], {
      cwd: folder.path,
    });
    expect(printed).toBe(html);
    expect((await page("a.usda", "none.usda")).html).toContain("No differences.");
    expect(readdirSync(folder.path).toSorted()).toEqual(["a.usda", "b.usda", "bad.usda", "diff.html"]);
  });

  test("text and JSON in a file, never one of the compared ones", async () => {
    using folder = new TestFolder({ "a.usda": BEFORE, "b.usda": AFTER });
    const cwd = folder.path;
    const { stdout } = await runCommand("usda", ["diff", "a.usda", "b.usda"], { cwd });
    expect(await runCommand("usda", ["diff", "a.usda", "b.usda", "-o", "d.txt"], { cwd })).toMatchObject({ code: 1 });
    expect(readFileSync(join(cwd, "d.txt"), "utf8")).toBe(stdout);
    for (const output of ["b.usda", "./a.usda"]) {
      const result = await runCommand("usda", ["diff", "a.usda", "b.usda", "-o", output], { cwd });
      expect(result).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("is one of the compared files") as string,
      });
    }
    expect(readFileSync(join(cwd, "b.usda"), "utf8")).toBe(AFTER);
  });

  test("images of both, with the prims that changed", async () => {
    const splat = (name: string, x: number): string =>
      `def ParticleField3DGaussianSplat "${name}"\n{\n    point3f[] positions = [(${x}, 0, -5)]\n    float3[] scales = [(0.1, 0.1, 0.1)]\n}\n`;
    const scene = (x: number, more = ""): string =>
      `#usda 1.0\ndef Camera "Main"\n{\n}\n${more}${splat("Still", -0.6)}${splat("Moves", x)}`;
    const chair = 'def Mesh "Chair" (\n    payload = @asset:/mesh/none@\n)\n{\n}\n';
    using folder = new TestFolder({
      "a.usda": scene(0.5),
      "b.usda": scene(0.7, chair),
      "c.usda": scene(0.5, 'def Camera "Side"\n{\n}\n'),
      "empty.usda": GOOD,
      "models/readme.txt": "",
    });
    const page = (...args: string[]): Promise<Result> =>
      runCommand("usda", ["diff", ...args, "--format", "html", "--assets", "models"], { cwd: folder.path });
    const { code, stdout } = await page("a.usda", "b.usda", "--size", "48x32");
    expect(code).toBe(1);
    const images = [...stdout.matchAll(/src="data:image\/png;base64,([^"]+)" width="48" height="32"/g)];
    expect(images).toHaveLength(3);
    const [before, after] = await Promise.all(
      images.map(async ([, text = ""]) => (await decodeImage(Buffer.from(text, "base64"))).data),
    );
    expect(before.some((byte) => byte !== 0) && Buffer.compare(before, after) !== 0).toBe(true);
    expect(stdout).toMatch(
      /pixels \([\d.]+ %\) differ, by prim:<\/p>\n<ul><li><a href="#\/Moves">\/Moves<\/a> \d+<\/li><\/ul>/,
    );
    expect(stdout).toContain("/Chair, after: no file for the mesh &quot;none&quot; in --assets");
    const side = await page("a.usda", "c.usda", "--size", "9x6");
    expect(side.stdout.match(/<figcaption>/g)).toHaveLength(5);
    expect(side.stdout).toContain("<p>not drawn</p><figcaption>before</figcaption>");
    expect((await page("a.usda", "empty.usda", "--size", "9x6")).stdout).toContain("not drawn");
    expect(await page("a.usda", "b.usda", "--camera", "/None")).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("neither file has a Camera prim at /None") as string,
    });
  });

  test("images of stages, composed, with a camera that shows everything", async () => {
    const root = (x: number): string =>
      `#usda 1.0\n(\n    upAxis = "Z"\n)\ndef "Ball" (\n    references = @./ball.usda@</Ball>\n)\n{\n    double3 xformOp:translate = (${x}, 0, 0)\n    uniform token[] xformOpOrder = ["xformOp:translate"]\n}\ndef Cube "Box"\n{\n}\n`;
    using folder = new TestFolder({
      "a.usda": root(3),
      "b.usda": root(4),
      "ball.usda": '#usda 1.0\ndef Sphere "Ball"\n{\n}\n',
      "empty.usda": '#usda 1.0\ndef Scope "A"\n{\n}\n',
    });
    const page = (...args: string[]): ReturnType<typeof runCommand> =>
      runCommand("usda", ["diff", ...args, "--format", "html"], { cwd: folder.path });
    const { code, stdout, stderr } = await page("a.usda", "b.usda", "--size", "48x32");
    expect([code, stderr]).toEqual([1, ""]);
    expect(stdout.match(/<img /g)).toHaveLength(3);
    expect(stdout).toMatch(/differ, by prim:<\/p>\n<ul><li><a href="#\/Ball">\/Ball<\/a> \d+<\/li>/);
    expect((await page("a.usda", "empty.usda", "--size", "8x8")).stdout).toContain("<figcaption>before</figcaption>");
    expect((await page("a.usda", "b.usda", "--no-images")).stdout).not.toContain("<img ");
    expect((await page("empty.usda", "empty.usda")).stdout).not.toContain('id="images"');
    const mistyped = await page("a.usda", "b.usda", "--size=8x8", "--composed", "--variant=/Ball{look=red}");
    for (const side of ["before", "after"]) {
      expect(mistyped.stdout).toContain(
        `--variant /Ball{look=red}, ${side}: the prim has no variant set &quot;look&quot;`,
      );
    }
  });

  test("for git", async () => {
    using folder = new TestFolder({ "a.usda": BEFORE, "bad.usda": GOOD, ".gitattributes": "*.usda diff=usda\n" });
    const environment = { ...plainEnvironment(), GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
    const git = (...args: string[]): string =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], {
        cwd: folder.path,
        encoding: "utf8",
        env: environment,
      });
    git("init", "-q");
    const command = (name: string): string => `'${process.execPath}' '${commandFile("usda")}' ${name}`;
    git("config", "diff.usda.command", command("diff"));
    git("config", "diff.usda.textconv", command("cat"));
    git("add", ".");
    git("commit", "-qm", "first");
    folder.write("a.usda", AFTER);
    folder.write("bad.usda", BAD);
    expect(git("diff", "a.usda")).toContain("~ focalLength  35 → 35.5");
    expect(git("diff", "bad.usda")).toContain("bad.usda: cannot be compared");
    git("mv", "-f", "a.usda", "c.usda");
    git("add", "c.usda");
    expect(git("diff", "--cached", "c.usda")).toContain('/World\n  + def Xform "World"');
    const renamed = git("diff", "--cached", "-M01", "--", "a.usda", "c.usda");
    expect(renamed).toMatch(/^a\.usda → c\.usda  \d+ differences?: /u);
    // As text: the canonical form of both.
    expect(git("diff", "--no-ext-diff", "--cached", "-M")).toContain("focalLength");
    git("commit", "-qm", "second");
    git("mv", "c.usda", "d.usda");
    expect(git("diff", "--cached", "-M")).toBe("c.usda → d.usda  no differences\n");
  });
});
