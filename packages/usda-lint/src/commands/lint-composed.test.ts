import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { writePackage } from "@usdkit/usdz";
import { stageRules } from "@usdkit/validate/stage";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkRoots } from "../composed/check-roots.ts";
import { runCommand } from "../test-support/run-command.ts";

const SET = `#usda 1.0

def Xform "Set" (
    references = @gone.usda@
)
{
    asset tex = @./wood.png@
    rel bad = </Nowhere>
}
`;

/** The rules whose findings the tests count; all others are off. */
const ON = ["missing-layer", "missing-asset", "target-missing"];
const levels = Object.fromEntries(
  stageRules.flatMap(({ meta: { id } }) => (ON.includes(id) ? [] : [[id, "off"] as const])),
);
const offArgs = Object.keys(levels).flatMap((id) => ["--rule", `${id}:off`]);

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "usda-lint-composed-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

async function lint(...args: string[]): Promise<{ code: number | null; lines: readonly string[]; stderr: string }> {
  const argv = ["--no-config", "--format", "concise", ...offArgs, ...args];
  const { code, stdout, stderr } = await runCommand("usda-lint", argv, { cwd: folder });
  return { code, lines: stdout.split("\n").filter((line) => /^\S+:(?:\d+:\d+|byte)/u.test(line)), stderr };
}

const shot = (path: string): string => `#usda 1.0
(
    subLayers = [@${path}@]
)

def Xform "World"
{
}
`;

describe("usda-lint on stages", () => {
  test("composes files that are no scenes of the service, and these with --composed", async () => {
    const scene = `#usda 1.0\n\ndef Xform "Chair" (\n    payload = @asset:/mesh/chair-01@\n)\n{\n    rel bad = </Nowhere>\n}\n`;
    const documented = scene.replace("1.0\n", '1.0\n(\n    doc = """\n    A chair."""\n)\n');
    const mentioned = SET.replace("    asset", "    # payload = @asset:/mesh/chair-01@\n    asset");
    write({ "scene.usda": scene, "documented.usda": documented, "set.usda": SET, "mentioned.usda": mentioned });
    const count = async (...args: string[]): Promise<number> => {
      const { lines } = await lint(...args);
      return lines.filter((line) => /(?:target-missing|missing-)/u.test(line)).length;
    };
    expect(await count("scene.usda")).toBe(0);
    expect(await count("documented.usda")).toBe(0);
    expect(await count("set.usda")).toBe(3);
    expect(await count("mentioned.usda")).toBe(3);
    expect(await count("scene.usda", "--composed")).toBe(1);
    expect(await count("scene.usda", "--profile", "usd")).toBe(1);
    expect(await count("set.usda", "--no-composed")).toBe(0);
    expect(await count("set.usda", "--profile", "usda")).toBe(0);
  });

  test("combinations of variants, with the selection in JSON", async () => {
    const variant = (name: string, target: string): string =>
      `        "${name}" {\n            rel look = <${target}>\n        }\n`;
    write({
      "a.usda":
        '#usda 1.0\n\ndef "A" (\n    variantSets = "look"\n    variants = {\n        string look = "red"\n    }\n)\n{\n    variantSet "look" = {\n' +
        `${variant("red", "/A")}${variant("blue", "/B")}${variant("green", "/C")}    }\n}\n`,
    });
    const found = [
      'a.usda:15:13: warning target-missing The target </B> of "look" leads to nothing on the stage.',
      'a.usda:18:13: warning target-missing The target </C> of "look" leads to nothing on the stage.',
    ];
    expect((await lint("a.usda")).lines).toEqual(found);
    expect((await lint("a.usda", "--max-variants", "0")).lines).toEqual([]);
    expect((await lint("a.usda", "--variant", "/A{look=blue}")).lines).toEqual(found.slice(0, 1));
    const limited = await lint("a.usda", "--max-variants", "1");
    expect(limited.lines).toEqual(found.slice(0, 1));
    expect(limited.stderr).toContain("a.usda: 1 combination of variants was not checked; --max-variants is 1");
    const { stdout } = await runCommand("usda-lint", ["a.usda", "--no-config", "--format", "json", ...offArgs], {
      cwd: folder,
    });
    const { files } = JSON.parse(stdout) as { files: { diagnostics: { stage: unknown }[] }[] };
    expect(files[0].diagnostics[0].stage).toEqual({
      root: "a.usda",
      prim: "/A",
      count: 1,
      prims: ["/A"],
      variants: "/A{look=blue}",
    });
  });

  test("standard input is composed with the files next to its name", async () => {
    write({ "set.usda": SET, "wood.png": "" });
    const args = ["-", "--no-config", "--format", "concise", "--stdin-filename", "shot.usda"];
    const { stdout } = await runCommand("usda-lint", args, { cwd: folder, input: shot("./set.usda") });
    expect(stdout).toContain("set.usda:4:18: error missing-layer The layer @gone.usda@ does not exist.");
    expect(stdout).not.toContain("wood.png");
  });

  test("reports findings in the layers that have the mistakes, those of shared layers once", async () => {
    write({ "a.usda": shot("./sub/set.usda"), "b.usda": shot("./sub/set.usda"), "sub/set.usda": SET });
    const found = [
      "sub/set.usda:4:18: error missing-layer The layer @gone.usda@ does not exist.",
      'sub/set.usda:7:5: error missing-asset The file @./wood.png@ does not exist, the value of "tex".',
      'sub/set.usda:8:5: warning target-missing The target </Nowhere> of "bad" leads to nothing on the stage.',
    ];
    expect(await lint("a.usda", "b.usda")).toMatchObject({ code: 1, lines: found });
    expect(await lint(".")).toMatchObject({ code: 1, lines: found });
  });

  test("a file of a folder that the stage of another uses is no root", async () => {
    const part = `#usda 1.0\n\nover "World"\n{\n    rel look = </Looks/Wood>\n}\n`;
    write({ "a.usda": `${shot("./part.usda")}\ndef "Looks"\n{\n    def "Wood"\n    {\n    }\n}\n`, "part.usda": part });
    expect(await lint(".")).toMatchObject({ code: 0, lines: [] });
    expect((await lint("part.usda")).lines).toHaveLength(1);
  });

  test("names layers in packages, and goes on after a root that cannot be opened", async () => {
    const files = [{ path: "set.usda", data: new TextEncoder().encode(SET.replace("    rel bad = </Nowhere>\n", "")) }];
    write({ "p.usdz": writePackage(files), "broken.usda": "#usda 1.0\ndef {" });
    const { code, lines } = await lint("broken.usda", "absent.usda", "p.usdz");
    expect(code).toBe(2);
    expect(lines.slice(-2)).toEqual([
      "p.usdz[set.usda]:4:18: error missing-layer The layer @gone.usda@ does not exist.",
      'p.usdz[set.usda]:7:5: error missing-asset The file @./wood.png@ does not exist, the value of "tex".',
    ]);
  });

  test("a baseline keeps findings of layers in packages, and of the package itself", async () => {
    write({ "p.usdz": writePackage([{ path: "set.usda", data: new TextEncoder().encode(SET) }]) });
    const baseline = ["p.usdz", "--baseline", "known.json"];
    expect((await lint(...baseline, "--update-baseline")).stderr).toContain("3 findings in the baseline");
    expect(await lint(...baseline)).toMatchObject({ code: 0, lines: [], stderr: "" });
    // Whether they still occur is not known without composition.
    const alone = await runCommand("usda-lint", [...baseline, "--no-config", "--no-composed"], { cwd: folder });
    expect(alone).toMatchObject({ code: 0, stderr: "" });
  });

  test("the prims of a stage that are checked have a limit", async () => {
    write({ "a.usda": shot("./set.usda"), "set.usda": SET });
    const check = async (maxPrims: number): Promise<readonly [number, number]> => {
      const problems: string[] = [];
      const options = { profile: "usd", rules: levels } as const;
      const root = { file: join(folder, "a.usda"), name: "a.usda", isNamed: true, index: 0, options };
      const settings = { variants: {}, searchPaths: [], session: undefined, maxVariants: 0, maxPrims };
      const onProblem = (problem: string): number => problems.push(problem);
      const { byLayer } = await checkRoots([root], {
        settings,
        composed: "usd",
        cache: undefined,
        onProblem,
        onNote: onProblem,
      });
      return [[...byLayer.left()].flatMap((layer) => byLayer.get(layer) ?? []).length, problems.length];
    };
    expect(await check(1)).toEqual([3, 1]);
    expect(await check(2)).toEqual([3, 0]);
  });

  test("paths without ./ are also looked up in the folder of the root layer", async () => {
    const inSub = '#usda 1.0\n\ndef "A"\n{\n    asset near = @./tex/a.png@\n    asset searched = @tex/a.png@\n}\n';
    write({ "a.usda": shot("./sub/set.usda"), "sub/set.usda": inSub, "tex/a.png": "" });
    const found = 'sub/set.usda:5:5: error missing-asset The file @./tex/a.png@ does not exist, the value of "near".';
    expect((await lint("a.usda")).lines).toEqual([found]);
  });

  test("levels and comments of the layer apply, and the flags of composition", async () => {
    const comment = "    # usda-lint-disable-next-line missing-asset -- later\n";
    write({
      "a.usda": shot("./set.usda"),
      "lib/gone.usda": shot("./set.usda").replace("subLayers = [@./set.usda@]", 'defaultPrim = "World"'),
    });
    write({ "set.usda": SET.replace("    asset", `${comment}    asset`) });
    const { lines } = await lint("a.usda", "--search-path", "lib", "--rule", "target-missing:off");
    expect(lines).toEqual([]);
    expect(await lint("a.usda", "--session", "no.usda")).toMatchObject({ code: 2 });
    const alone = await runCommand("usda-lint", ["a.usda", "--no-composed", "--session", "set.usda"], { cwd: folder });
    expect(alone).toMatchObject({ code: 2 });
  });

  test("a cached answer is used until a file of the stage changes, appears or goes", async () => {
    write({ "a.usda": shot("./set.usda"), "set.usda": SET });
    const cached = ["a.usda", "--cache-location", join(folder, "cache")];
    const options = { cwd: folder, env: { XDG_CONFIG_HOME: join(folder, "config") } };
    const run = async (): Promise<number> => {
      const { stdout } = await runCommand("usda-lint", ["--format", "concise", ...cached], options);
      return stdout.split("\n").filter((line) => line.startsWith("set.usda:")).length;
    };
    expect([await run(), await run()]).toEqual([3, 3]);
    write({ "wood.png": "" });
    expect(await run()).toBe(2);
    write({ "set.usda": SET.replace("    rel bad = </Nowhere>\n", "") });
    expect(await run()).toBe(1);
    rmSync(join(folder, "wood.png"));
    expect(await run()).toBe(2);
  });
});
