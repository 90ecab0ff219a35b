import { describe, expect, test } from "vitest";
import { runCommand, TestFolder, type Result } from "../test-support/run-command.ts";

const files = {
  "shot.usda": `#usda 1.0
(
    subLayers = [@./anim.usda@ (offset = 10)]
)
over "Ball" (
    references = @./library.usdc@</Ball>
)
{
    rel maker = </World>
}
`,
  "anim.usda": `#usda 1.0
over "Ball" (
    kind = "component"
)
{
    double radius.timeSamples = {
        0: 1,
        10: 2,
    }
    int64 id = 9007199254740993
}
`,
  "session.usda": '#usda 1.0\nover "Ball"\n{\n    double radius = 7\n}\n',
  "library.usda": '#usda 1.0\ndef Sphere "Ball"\n{\n    double radius = 5\n    rel maker = </Ball>\n}\n',
};

async function run(...args: string[]): Promise<Result> {
  using folder = new TestFolder(files);
  await runCommand("usda", ["cat", "library.usda", "-o", "library.usdc"], { cwd: folder.path });
  return await runCommand("usda", args, { cwd: folder.path });
}

/** An opinion of `usda explain --json`. */
interface Row {
  readonly layer: string;
  readonly arc: string;
  readonly offset: number;
}

interface Explained {
  readonly path: string;
  readonly value: unknown;
  readonly opinions: readonly Row[];
}

async function explain(...args: string[]): Promise<Explained> {
  return JSON.parse((await run("explain", "shot.usda", ...args, "--json")).stdout) as Explained;
}

describe("usda value", () => {
  test("prints the value at the default time, as in a dump", async () => {
    const { code, stdout } = await run("value", "shot.usda", "/Ball.radius");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      path: "/Ball.radius",
      time: null,
      value: 5,
      source: { kind: "default", layer: "library.usdc", path: "/Ball.radius" },
    });
    expect((await run("value", "shot.usda", "/Ball.id")).stdout).toContain('"value":"9007199254740993"');
  });

  test("prints the value at a time", async () => {
    const { stdout } = await run("value", "shot.usda", "/Ball.radius", "--time", "15");
    expect(JSON.parse(stdout)).toMatchObject({
      time: 15,
      value: 1.5,
      source: { kind: "timeSamples", layer: "anim.usda" },
    });
  });

  test("takes negative times", async () => {
    const { stdout } = await run("value", "shot.usda", "/Ball.radius", "--time", "-2.5");
    expect(JSON.parse(stdout)).toMatchObject({ time: -2.5, value: 1 });
  });

  test("uses the session layer", async () => {
    const { stdout } = await run("value", "shot.usda", "/Ball.radius", "--time", "15", "--session", "session.usda");
    expect(JSON.parse(stdout)).toMatchObject({ value: 7, source: { layer: "session.usda" } });
  });

  test("prints fallbacks of schemas, and null without a value", async () => {
    const fallback: unknown = JSON.parse((await run("value", "shot.usda", "/Ball.purpose")).stdout);
    expect(fallback).toMatchObject({ value: "default", source: { kind: "fallback", layer: null, path: null } });
    const none: unknown = JSON.parse((await run("value", "shot.usda", "/Ball.xformOpOrder")).stdout);
    expect(none).toMatchObject({ value: null, source: { kind: "none" } });
  });

  test("reports attributes that do not exist", async () => {
    const { code, stderr } = await run("value", "shot.usda", "/Ball.size");
    expect(code).toBe(2);
    expect(stderr).toContain('The stage has no attribute "/Ball.size"');
  });
});

describe("usda explain", () => {
  test("lists opinions of an attribute, strongest first, with their places", async () => {
    const { path, value, opinions } = await explain("/Ball.radius", "--time", "20");
    expect({ path, value }).toEqual({ path: "/Ball.radius", value: 2 });
    expect(opinions).toHaveLength(2);
    expect(opinions[0]).toEqual({
      layer: "anim.usda",
      line: 6,
      column: 5,
      offset: 55,
      specPath: "/Ball.radius",
      arc: "local",
      field: "timeSamples",
      value: [
        [0, 1],
        [10, 2],
      ],
    });
    // Crates have no lines.
    expect(opinions[1]).toMatchObject({ layer: "library.usdc", line: null, column: null, arc: "references", value: 5 });
    expect(opinions[1].offset).toBeGreaterThan(0);
  });

  test("lists the targets of a relationship, and the fields of a prim", async () => {
    const targets = await explain("/Ball.maker");
    expect(targets.value).toEqual(["/World"]);
    expect(targets.opinions.map(({ arc }) => arc)).toEqual(["local", "references"]);
    const prim = await explain("/Ball");
    expect(prim.value).toMatchObject({ kind: "component", specifier: "def", typeName: "Sphere" });
    expect(prim.opinions).toContainEqual(expect.objectContaining({ layer: "anim.usda", line: 3, field: "kind" }));
  });

  test("prints a line for each opinion", async () => {
    const { stdout } = await run("explain", "shot.usda", "/Ball.radius");
    expect(stdout.split("\n").slice(0, 3)).toEqual([
      "/Ball.radius = 5",
      "  anim.usda:6:5 /Ball.radius local timeSamples = [[0,1],[10,2]]",
      "  library.usdc /Ball.radius references default = 5",
    ]);
  });

  test("reports prims and properties that do not exist", async () => {
    expect((await run("explain", "shot.usda", "/Cube")).stderr).toContain('The stage has no prim or property "/Cube"');
    expect((await run("explain", "shot.usda", "Ball.x")).code).toBe(2);
  });
});
