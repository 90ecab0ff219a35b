import { halfBitsToFloat } from "@usdkit/base";
import type { FieldValue, Value } from "@usdkit/layer";
import { describe, expect, test } from "vitest";
import { memoryResolver } from "../resolve/path-resolver.ts";
import { Stage } from "../stage/stage.ts";
import { resolveValue, StageValues, type StageValuesOptions } from "./stage-values.ts";

/** Returns the values of a stage whose root layer is `root.usda`. */
async function valuesOf(
  layers: Readonly<Record<string, string>>,
  options: StageValuesOptions & { readonly session?: string; readonly problems?: readonly string[] } = {},
): Promise<StageValues> {
  const files = Object.entries(layers).map(
    ([name, text]) => [name, new TextEncoder().encode(`#usda 1.0\n${text}`)] as const,
  );
  const stage = await Stage.open("root.usda", { resolver: memoryResolver(new Map(files)), session: options.session });
  stage.primIndex("/A");
  expect(stage.problems.map(({ error }) => error.code)).toEqual(options.problems ?? []);
  return new StageValues(stage, options);
}

/** Returns plain data of a value. */
function plain(value: Value | FieldValue | undefined): unknown {
  if (value?.kind === "typed") return ArrayBuffer.isView(value.data) ? [...(value.data as Float64Array)] : value.data;
  if (value?.kind === "dictionary") {
    return Object.fromEntries([...value.entries].map(([key, each]) => [key, plain(each)]));
  }
  if (value?.kind === "valueListOp") return value.listOp;
  return value;
}

function at(values: StageValues, path: string, time: number | null): readonly unknown[] {
  const { value, source } = values.value(path, time);
  return [plain(value), source.kind];
}

describe("strength", () => {
  const weaker = `def "A" { double x = 4\n double x.timeSamples = { 0: 1, 10: 2 }\n }`;
  const over = (text: string): Readonly<Record<string, string>> => ({
    "root.usda": `( subLayers = [@b.usda@] )\nover "A" {\n${text}\n}`,
    "b.usda": weaker.replace("{ double", "{\n double"),
  });

  test("time samples beat the default of their layer, at every time but the default one", async () => {
    const values = await valuesOf(over(""));
    expect(at(values, "/A.x", null)).toEqual([4, "default"]);
    expect(at(values, "/A.x", 5)).toEqual([1.5, "timeSamples"]);
  });

  test("a default beats the time samples of weaker layers", async () => {
    const values = await valuesOf(over("double x = 7"));
    expect(at(values, "/A.x", 5)).toEqual([7, "default"]);
    expect(values.sampleTimes("/A.x")).toEqual([]);
  });

  test("None hides weaker opinions, and there is no value", async () => {
    const values = await valuesOf(over("double x = None"));
    expect(values.value("/A.x", 5)).toEqual({ value: undefined, source: { kind: "none", isBlocked: true } });
  });

  test("AnimationBlock hides weaker time samples, and no default", async () => {
    const values = await valuesOf(over("double x = AnimationBlock"));
    expect(at(values, "/A.x", 5)).toEqual([4, "default"]);
    expect(at(values, "/A.x", null)).toEqual([4, "default"]);
    expect(values.sampleTimes("/A.x")).toEqual([]);
  });

  test("time samples without any sample are no opinion", async () => {
    const values = await valuesOf(over("double x.timeSamples = {}"));
    expect(at(values, "/A.x", 5)).toEqual([1.5, "timeSamples"]);
  });

  test("a spline without knots hides what is weaker, and has no value", async () => {
    const values = await valuesOf(over("double x = 3\ndouble x.spline = {}"));
    expect(at(values, "/A.x", 5)).toEqual([undefined, "spline"]);
    expect(at(values, "/A.x", null)).toEqual([3, "default"]);
  });

  test("a blocked sample has no value until the next one", async () => {
    const values = await valuesOf(over("double x.timeSamples = { 1: 9, 2: None, 3: 5 }"));
    expect([1, 1.5, 2, 2.5, 3].map((time) => at(values, "/A.x", time)[0])).toEqual([9, 9, undefined, undefined, 5]);
  });

  test("held interpolation takes the sample before", async () => {
    const values = await valuesOf(over(""), { interpolation: "held" });
    expect(at(values, "/A.x", 9.5)).toEqual([1, "timeSamples"]);
  });

  // What usd-core 26.11 gives. Without the rounding of the products it is -39.0625, 13.25, -8.84375, 50.65625.
  test("quaternions of halfs round the product of their imaginary parts", async () => {
    const first = "(-35.57142857142857, 13.428571428571429, -8.428571428571429, 53.857142857142854)";
    const second = "(52.285714285714285, 0.5714285714285714, 6.714285714285714, 35.42857142857143)";
    const values = await valuesOf({
      "root.usda": `def "A" { quath q.timeSamples = { 0.5: ${first}, 10.5: ${second} }\n}`,
    });
    const bits = at(values, "/A.q", 1)[0] as readonly number[];
    expect(bits.map(halfBitsToFloat)).toEqual([-38.4375, 13.1328125, -8.71875, 50.40625]);
  });
});

describe("times", () => {
  test("samples and time codes are retimed through sublayers, references and time codes per second", async () => {
    const values = await valuesOf({
      "root.usda": `( timeCodesPerSecond = 24\n subLayers = [@b.usda@ (offset = 10)] )`,
      "b.usda": `( timeCodesPerSecond = 24 )\ndef "A" ( references = @c.usda@</C> (scale = 2) ) {\n}`,
      "c.usda": `( timeCodesPerSecond = 48 )\ndef "C" {\n double x.timeSamples = { 0: 0, 10: 10 }\n timecode t = 4\n timecode[] u = [1, 2]\n}`,
    });
    // 24 / 48 of the layers, 2 of the reference and the offset of the sublayer.
    expect(values.sampleTimes("/A.x")).toEqual([10, 20]);
    expect(values.bracketingTimes("/A.x", 12)).toEqual({ lower: 10, upper: 20 });
    expect(at(values, "/A.x", 15)[0]).toBe(5);
    expect(at(values, "/A.t", null)[0]).toBe(14);
    expect(at(values, "/A.u", 3)[0]).toEqual([11, 12]);
  });

  test("an offset with a scale that is not above 0 is ignored", async () => {
    const values = await valuesOf(
      {
        "root.usda": `( subLayers = [@b.usda@ (scale = 0)] )\ndef "A" ( references = @c.usda@</C> (offset = 1; scale = -1) ) {\n}`,
        "b.usda": "",
        "c.usda": `def "C" {\n double x.timeSamples = { 1: 1, 3: 3 }\n}`,
      },
      { problems: ["INVALID_SUBLAYER_OFFSET", "INVALID_REFERENCE_OFFSET"] },
    );
    expect(values.sampleTimes("/A.x")).toEqual([1, 3]);
    expect(at(values, "/A.x", 2)[0]).toBe(2);
  });
});

describe("schemas", () => {
  test("a negative rate holds the first of the two samples in the layer", async () => {
    const values = await valuesOf({
      "root.usda": "( timeCodesPerSecond = -24\n subLayers = [@b.usda@] )",
      "b.usda": `( timeCodesPerSecond = 24 )\ndef "A" {\n double x.timeSamples = { 0: 1, 24: 5 }\n }`,
    });
    expect([-30, -24, -20, -1, 1].map((time) => at(values, "/A.x", time)[0])).toEqual([5, 5, 1, 1, 1]);
  });

  test("fallbacks of the type and of applied API schemas", async () => {
    const values = await valuesOf({
      "root.usda": `def Camera "A" ( prepend apiSchemas = ["CollectionAPI:lights"] ) {\n float focalLength = None\n}`,
    });
    expect(at(values, "/A.clippingRange", null)).toEqual([[1, 1_000_000], "fallback"]);
    expect(at(values, "/A.collection:lights:expansionRule", 1)).toEqual(["expandPrims", "fallback"]);
    expect(values.attribute("/A.collection:lights:expansionRule")?.variability).toBe("uniform");
    // Blocked: the fallback at times, nothing at the default time.
    expect(at(values, "/A.focalLength", null)).toEqual([undefined, "fallback"]);
    expect(at(values, "/A.focalLength", 1)).toEqual([50, "fallback"]);
    expect(values.attribute("/A.unknown")).toBeUndefined();
    expect(at(values, "/A.unknown", 1)).toEqual([undefined, "none"]);
    expect(at(values, "/Missing.unknown", 1)).toEqual([undefined, "none"]);
  });
});

test("a prim of an unknown type has the schema of the first known type in fallbackPrimTypes", async () => {
  const values = await valuesOf({
    "root.usda": `( fallbackPrimTypes = { token[] Pill = ["Tablet", "Capsule"] } )\ndef Pill "A" {\n}`,
  });
  expect(values.schemas("/A")).toEqual({ typeName: "Pill", schemaType: "Capsule", apiSchemas: [] });
  expect(at(values, "/A.axis", null)).toEqual(["Z", "fallback"]);
});

test("an abstract type, an API schema and a fallback that prims cannot have are none", async () => {
  const values = await valuesOf({
    "root.usda": `( fallbackPrimTypes = {
  token[] Boundable = ["Sphere"]
  token[] Cube = ["Sphere"]
  token[] Rig = ["Gprim", "Cone"]
  token[] Other = ["Gprim"]
} )
def Boundable "Boundable" {
}
def Cube "Cube" {
}
def Rig "Rig" {
}
def Other "Other" {
}
def Gprim "Gprim" {
}
def CollectionAPI "Api" {
}`,
  });
  const names = ["Boundable", "Cube", "Rig", "Other", "Gprim", "Api"];
  expect(names.map((name) => values.schemas(`/${name}`).schemaType)).toEqual(["Sphere", "Cube", "Cone", "", "", ""]);
  expect(values.schemas("/Boundable").typeName).toBe("Boundable");
  expect(values.attribute("/Gprim.doubleSided")).toBeUndefined();
});

describe("metadata", () => {
  const layers = {
    "root.usda": `( subLayers = [@b.usda@]\n upAxis = "Z" )
over "A" ( customData = { int a = 1\n dictionary d = { int x = 1 } }\n prepend apiSchemas = ["P"] ) {\n}`,
    "b.usda": `( metersPerUnit = 1 )
def "A" ( customData = { int a = 2\n int b = 2\n dictionary d = { int x = 2\n timecode y = 3 } }\n apiSchemas = ["Q", "P"]\n kind = "group" ) {\n}`,
  };

  test("dictionaries are merged at every depth, list operations composed, the strongest of others wins", async () => {
    const values = await valuesOf(layers);
    expect(plain(values.metadata("/A", "customData"))).toEqual({ a: 1, b: 2, d: { x: 1, y: 3 } });
    expect(plain(values.metadata("/A", "apiSchemas"))).toEqual({ explicit: ["P", "Q"] });
    expect(plain(values.metadata("/A", "kind"))).toBe("group");
    expect(values.metadata("/A", "hidden")).toBeUndefined();
  });

  test("of the stage: the root layer and the session layer, no sublayer", async () => {
    const values = await valuesOf(
      { ...layers, "session.usda": `( framesPerSecond = 12 )` },
      { session: "session.usda" },
    );
    expect(plain(values.metadata("/", "upAxis"))).toBe("Z");
    expect(plain(values.metadata("/", "framesPerSecond"))).toBe(12);
    expect(values.metadata("/", "metersPerUnit")).toBeUndefined();
  });
});

test("asset paths have their expressions evaluated with the variables of the layer stack", async () => {
  const values = await valuesOf({
    "root.usda": `( expressionVariables = { string V = "v2" } )
def "A" {\n asset a = @\`"./\${V}.png"\`@\n asset[] b = [@x.png@, @\`"\${V}"\`@]\n}`,
  });
  expect(at(values, "/A.a", null)[0]).toBe("./v2.png");
  expect(at(values, "/A.b", null)[0]).toEqual(["x.png", "v2"]);
});

test("resolveValue returns the opinion that has the value", async () => {
  const bytes = new TextEncoder().encode(`#usda 1.0\ndef "A" {\n double x = 4\n}`);
  const stage = await Stage.open("root.usda", { resolver: memoryResolver(new Map([["root.usda", bytes]])) });
  const { source } = resolveValue(stage, "/A.x");
  expect(source.opinion?.layer.identifier).toBe("root.usda");
  expect(source.opinion?.spec.path).toBe("/A.x");
});

// Expected values are those of usd-core 26.11.
describe("array edits", () => {
  const edited = async (strong: string, weak: string): Promise<StageValues> =>
    await valuesOf({
      "root.usda": `( subLayers = [@b.usda@] )\nover "A" {\n${strong}\n}`,
      "b.usda": `def Mesh "A" {\n${weak}\n}`,
    });

  test.each([
    ["edit [write 9 to [0]; append 7]", [9, 2, 3, 7]],
    ["edit [prepend 4; erase [-1]; insert [0] at [1]]", [4, 4, 1, 2]],
    ["edit [minsize 5 fill 8; write [0] to [-1]]", [1, 2, 3, 8, 1]],
    ["edit [maxsize 2]", [1, 2]],
    ["edit [resize 1; append [0]; resize 3]", [1, 1, 0]],
    ["edit [write 5 to [9]; erase [7]]", [1, 2, 3]],
    ["edit []", [1, 2, 3]],
  ])("%s", async (edit, wanted) => {
    const values = await edited(`int[] x = ${edit}`, "int[] x = [1, 2, 3]");
    expect(at(values, "/A.x", null)).toEqual([wanted, "default"]);
    expect(values.value("/A.x", 1).source.opinion?.layer.identifier).toBe("root.usda");
  });

  test("of defaults change weaker time samples, fallbacks and nothing", async () => {
    const values = await edited(
      "float[] x = edit [append 7]\nint[] cornerIndices = edit [append 7]\nint[] y = edit [append 7]",
      "float[] x.timeSamples = { 0: [4, 5], 2: [8, 9] }\nint[] y = None",
    );
    expect(at(values, "/A.x", 1)).toEqual([[6, 7, 7], "default"]);
    expect(values.sampleTimes("/A.x")).toEqual([0, 2]);
    expect(at(values, "/A.cornerIndices", null)).toEqual([[7], "default"]);
    expect(at(values, "/A.y", null)).toEqual([undefined, "default"]);
    expect(at(values, "/A.y", 1)).toEqual([[7], "default"]);
  });

  test("over a block have a value at the default time if there is an AnimationBlock, as path expressions", async () => {
    const values = await valuesOf({
      "root.usda": `( subLayers = [@b.usda@, @c.usda@] )
over "A" {
    int[] x = AnimationBlock
    int[] y = edit [append 4]
    pathExpression e = AnimationBlock
    pathExpression f = "%_ + /r"
}`,
      "b.usda": `over "A" {
    int[] x = edit [append 4]
    int[] y = AnimationBlock
    pathExpression e = "%_ + /r"
    pathExpression f = AnimationBlock
}`,
      "c.usda": `def "A" {
    int[] x = None
    int[] y = None
    pathExpression e = None
    pathExpression f = None
}`,
    });
    for (const time of [null, 1]) {
      expect([at(values, "/A.x", time), at(values, "/A.y", time)]).toEqual([
        [[4], "default"],
        [[4], "default"],
      ]);
      expect([at(values, "/A.e", time)[0], at(values, "/A.f", time)[0]]).toEqual(["/r", "/r"]);
    }
  });

  test("of vectors and strings", async () => {
    const values = await edited(
      'float3[] x = edit [append (1, -2.5, 3)]\nstring[] y = edit [append "a; b"; write "]" to [0]]',
      'float3[] x = [(0, 0, 0)]\nstring[] y = ["c"]',
    );
    expect(at(values, "/A.x", null)[0]).toEqual([0, 0, 0, 1, -2.5, 3]);
    expect(at(values, "/A.y", null)[0]).toEqual(["]", "a; b"]);
  });
});
