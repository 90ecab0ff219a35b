// What UsdGeom computes of prims; `test/oracle/stage-computations.ts` compares it with the reference on random stages.
import { dumpValue } from "@usdkit/layer";
import { describe, expect, test } from "vitest";
import type { PrimNode } from "../prims/prim-node.ts";
import { StageReader } from "../prims/stage-reader.ts";
import { memoryResolver } from "../resolve/path-resolver.ts";
import { Stage } from "../stage/stage.ts";
import { Primvars } from "./primvars.ts";
import { proxyPrim, Purposes } from "./purposes.ts";
import { stageMetrics } from "./stage-metrics.ts";
import { VisibilityCache } from "./visibility.ts";
import { XformCache } from "./xform-cache.ts";
import { XformQueries } from "./xform-queries.ts";

/** Opens a stage; prims may follow each other on a line. */
async function open(text: string): Promise<Stage> {
  const lines = text.replaceAll(/\} *(?=\}|def)/gu, "}\n");
  const resolver = memoryResolver(new Map([["root.usda", new TextEncoder().encode(`#usda 1.0\n${lines}`)]]));
  return Stage.open("root.usda", { resolver });
}

async function read(text: string): Promise<{ reader: StageReader; at: (path: string) => PrimNode }> {
  const reader = new StageReader(await open(text));
  return {
    reader,
    at: (path) => {
      const prim = reader.prim(path);
      if (prim === undefined) throw new Error(`There is no prim <${path}>`);
      return prim;
    },
  };
}

describe("StageReader", () => {
  test("prims below instances have the opinions of the prototype, and targets in it", async () => {
    const { reader, at } = await read(`
def "Library" { def Xform "Part" { rel friend = [</Library.x>, </Outside>]; double x = 3
} }
def "One" (instanceable = true; references = </Library>) {}
def "Two" (instanceable = true; references = </Library>) {}
def "Outside" {}`);
    const part = at("/Two/Part");
    expect(part).toMatchObject({ path: "/Two/Part", type: "Xform", isDefined: true, isInstance: false });
    expect(part.instance?.path).toBe("/Two");
    expect(part.source).toBe(at("/One/Part").source);
    expect(reader.targets(part, "friend")).toEqual(["/Two.x", "/Outside"]);
    expect(reader.value(part, "x", null)).toMatchObject({ data: 3 });
    expect([...reader.children(at("/Two"))].map(({ path }) => path)).toEqual(["/Two/Part"]);
  });

  test("has no prims below inactive ones, and none at other paths", async () => {
    const { reader } = await read(`def "A" (active = false) { def "B" {} }`);
    expect(["/A", "/A/B", "/A/", "A", "/C", ""].map((path) => reader.prim(path)?.path)).toEqual([
      "/A",
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(reader.prim("/")).toBe(reader.pseudoRoot);
  });

  test("follows relationships, each once", async () => {
    const { reader, at } = await read(
      `def "A" { rel a = [</A.b>, </B>, </A.x>]; rel b = [</C>, </A.a>, </B>]; double x
}
def "B" {}
def "C" {}`,
    );
    expect(reader.forwardedTargets(at("/A"), "a")).toEqual(["/C", "/B", "/A.x"]);
  });
});

describe("XformCache", () => {
  const scene = `
def Xform "A" {
    double3 xformOp:translate = (1, 0, 0)
    double xformOp:rotateZ.timeSamples = { 0: 0, 10: 90 }
    uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:rotateZ"]
    def Scope "Group" { def Cube "Box" { float3 xformOp:scale = (2, 2, 2); uniform token[] xformOpOrder = ["xformOp:scale"]
} }
    def Xform "Free" {
        double3 xformOp:translate:pivot = (0, 0, 7)
        uniform token[] xformOpOrder = ["!resetXformStack!", "!invert!xformOp:translate:pivot"]
    }
}`;

  test("transforms from prims to the world, to their parents and to prims above, at a time", async () => {
    const { reader, at } = await read(scene);
    const queries = new XformQueries(reader);
    const [start, end] = [new XformCache(queries, 0), new XformCache(queries, 10)];
    expect(start.localToWorld(at("/A/Group/Box")).filter((_, i) => [0, 5, 10, 12].includes(i))).toEqual([2, 2, 2, 1]);
    expect(end.localToWorld(at("/A/Group/Box")).slice(0, 2)).toEqual([0, 2]);
    expect(end.parentToWorld(at("/A/Group/Box"))).toEqual(end.localToWorld(at("/A")));
    expect(end.relative(at("/A/Group/Box"), at("/A")).matrix).toEqual(end.local(at("/A/Group/Box")));
    expect(end.local(at("/A/Group"))).toEqual(end.relative(at("/A"), at("/A")).matrix);
  });

  test("a reset of the stack ignores the prims above", async () => {
    const { reader, at } = await read(scene);
    const xforms = new XformCache(new XformQueries(reader), 10);
    const free = at("/A/Free");
    expect(xforms.localToWorld(free).slice(12)).toEqual([0, 0, -7, 1]);
    expect(xforms.resetsXformStack(free)).toBe(true);
    expect(xforms.relative(free, at("/A"))).toEqual({ matrix: xforms.local(free), resetsXformStack: true });
  });
});

describe("purposes and visibility", () => {
  test("inherit the purpose that a prim above authors", async () => {
    const { reader, at } = await read(`
def Xform "A" { uniform token purpose = "render"; rel proxyPrim = </P>
    def "Any" { def Cube "Box" {} }
def Cube "Guide" { uniform token purpose = "guide"
} }
def Cube "P" { uniform token purpose = "proxy"; }
def Cube "Q" {}`);
    const purposes = new Purposes(reader);
    expect(["/A", "/A/Any/Box", "/A/Guide", "/Q"].map((path) => purposes.info(at(path)))).toEqual([
      { purpose: "render", isInheritable: true },
      { purpose: "render", isInheritable: true },
      { purpose: "guide", isInheritable: true },
      { purpose: "default", isInheritable: false },
    ]);
    expect(proxyPrim(reader, purposes, at("/A"))?.proxy.path).toBe("/P");
    expect(proxyPrim(reader, purposes, at("/A/Any/Box"))?.renderPrim.path).toBe("/A");
    expect(proxyPrim(reader, purposes, at("/Q"))).toBeUndefined();
  });

  test("a prim is as visible as those above it, at a time; purposes have a visibility of their own", async () => {
    const { reader, at } = await read(`
def Xform "A" (prepend apiSchemas = ["VisibilityAPI"]) { token visibility.timeSamples = { 0: "inherited", 5: "invisible" }
    uniform token guideVisibility = "visible"
    def Cube "Box" {} }`);
    const [early, late] = [new VisibilityCache(reader, 0), new VisibilityCache(reader, 5)];
    const box = at("/A/Box");
    expect([early.isVisible(box), late.isVisible(box), late.isInvisible(box)]).toEqual([true, false, false]);
    expect((["default", "guide", "proxy", "render"] as const).map((each) => early.effective(box, each))).toEqual([
      "visible",
      "visible",
      "inherited",
      "inherited",
    ]);
    expect(late.effective(box, "guide")).toBe("invisible");
  });
});

describe("Primvars", () => {
  test("constant primvars are inherited, and others end the inheritance", async () => {
    const { reader, at } = await read(`
def Xform "A" { color3f[] primvars:displayColor = [(1, 0, 0)]; float primvars:w = 2
    def Xform "B" { float[] primvars:w = [1, 2] (interpolation = "vertex")
def Cube "C" {} } }`);
    const primvars = new Primvars(reader);
    const names = (path: string): readonly string[] => [...primvars.all(at(path)).keys()].sort();
    expect([names("/A"), names("/A/B"), names("/A/B/C")]).toEqual([
      ["displayColor", "w"],
      ["displayColor", "w"],
      ["displayColor"],
    ]);
    expect(primvars.find(at("/A/B/C"), "primvars:displayColor")?.prim.path).toBe("/A");
    expect(primvars.find(at("/A/B/C"), "w")).toBeUndefined();
    expect(primvars.find(at("/A/B/C"), "displayOpacity")).toMatchObject({ name: "displayOpacity" });
  });

  test("resolves indices, elements of several values, and identifiers from relationships", async () => {
    const { reader, at } = await read(`
def Cube "A" {
    float[] primvars:w = [1, 2, 3, 4] (elementSize = 2; unauthoredValuesIndex = 1)
    int[] primvars:w:indices = [1, 0, 1]
    string[] primvars:n = ["a", "b"]
    int[] primvars:n:indices = [1, 7]
    string primvars:id = "x"
    rel primvars:id:idFrom = </A>
}`);
    const primvars = new Primvars(reader);
    const flat = (name: string): string | undefined => {
      const primvar = primvars.find(at("/A"), name);
      const value = primvar && primvars.flattened(primvar, null);
      return value && dumpValue(value);
    };
    expect([flat("w"), flat("n"), flat("id")]).toEqual(["[3,4,1,2,3,4]", undefined, '"/A"']);
    const [primvar] = primvars.all(at("/A")).values();
    expect([primvar.elementSize, primvars.isIndexed(primvar), primvars.unauthoredValuesIndex(primvar)]).toEqual([
      2,
      true,
      1,
    ]);
  });
});

test("metrics of a stage have the fallbacks of the reference", async () => {
  const authored = await open("");
  expect(stageMetrics(authored)).toEqual({
    upAxis: "Y",
    metersPerUnit: 0.01,
    kilogramsPerUnit: 1,
    timeCodesPerSecond: 24,
    framesPerSecond: 24,
    startTimeCode: 0,
    endTimeCode: 0,
    hasTimeCodeRange: false,
    defaultPrim: undefined,
  });
  const stage = await open(
    `( upAxis = "Z"; metersPerUnit = 1; framesPerSecond = 30; startTimeCode = 1; endTimeCode = 9; defaultPrim = "A" )\ndef "A" {}`,
  );
  expect(stageMetrics(stage)).toMatchObject({
    upAxis: "Z",
    metersPerUnit: 1,
    timeCodesPerSecond: 30,
    endTimeCode: 9,
    hasTimeCodeRange: true,
    defaultPrim: "/A",
  });
});
