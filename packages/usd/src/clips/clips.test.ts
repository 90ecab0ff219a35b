import type { Value } from "@usdkit/layer";
import { describe, expect, test } from "vitest";
import { memoryResolver } from "../resolve/path-resolver.ts";
import { Stage } from "../stage/stage.ts";
import { StageValues } from "../values/stage-values.ts";

interface ClipStage {
  readonly clips: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly prim?: string;
}

const MANIFEST = `over "C" {\n double x = -1\n over "D" {\n double y\n }\n}`;
const clip = (samples: string): string => `over "C" {\n double x.timeSamples = { ${samples} }\n}`;

/** Returns the values of a stage with the prim "/P" that has a set of clips. */
async function clipValues({ clips, files = {}, prim = "double x" }: ClipStage): Promise<StageValues> {
  const texts = {
    "root.usda": `def "P" ( clips = { dictionary default = {\n string primPath = "/C"\n${clips}\n} } ) {\n${prim}\n}`,
    "manifest.usda": MANIFEST,
    ...files,
  };
  const bytes = Object.entries(texts).map(
    ([name, text]) => [name, new TextEncoder().encode(`#usda 1.0\n${text}`)] as const,
  );
  return new StageValues(await Stage.open("root.usda", { resolver: memoryResolver(new Map(bytes)) }));
}

function numberOf(value: Value | undefined): unknown {
  return value?.kind === "typed" ? value.data : value;
}

function numbers(values: StageValues, times: readonly number[], path = "/P.x"): readonly unknown[] {
  return times.map((time) => numberOf(values.value(path, time).value));
}

const TWO = `asset[] assetPaths = [@./a.usda@, @./b.usda@]
asset manifestAssetPath = @./manifest.usda@
double2[] active = [(0, 0), (10, 1)]`;
const ONE = `asset[] assetPaths = [@./a.usda@]
asset manifestAssetPath = @./manifest.usda@
double2[] active = [(0, 0)]`;
const files = { "a.usda": clip("0: 0, 10: 10"), "b.usda": clip("10: 100, 20: 200") };

// Expected values are those of usd-core 26.11.
describe("value clips", () => {
  test("each clip has the values from its start, and they are interpolated up to the first of the next one", async () => {
    const values = await clipValues({ clips: TWO, files });
    expect(numbers(values, [-5, 0, 5, 9, 10, 15, 30])).toEqual([0, 0, 50, 90, 100, 150, 200]);
    expect(values.sampleTimes("/P.x")).toEqual([0, 10, 20]);
    expect(values.value("/P.x", 15).source).toMatchObject({ kind: "clip", clip: { path: "/C.x" } });
    expect(values.value("/P.x", 15).source.clip?.layer?.identifier).toBe("b.usda");
    expect(values.value("/P.x", null).source.kind).toBe("none");
  });

  test("opinions of the layer that authors the clips are stronger, those of references are weaker", async () => {
    const local = await clipValues({ clips: TWO, files, prim: "double x = 3" });
    expect(numbers(local, [5])).toEqual([3]);
    const sampled = await clipValues({ clips: TWO, files, prim: "double x.timeSamples = { 0: 4 }" });
    expect(numbers(sampled, [5])).toEqual([4]);
  });

  test("only attributes that the manifest declares have values", async () => {
    const manifest = `over "C" {\n uniform double x\n}`;
    const values = await clipValues({ clips: TWO, files: { ...files, "manifest.usda": manifest } });
    expect(numbers(values, [5])).toEqual([undefined]);
    const declared = await clipValues({ clips: TWO, files: { ...files, "manifest.usda": manifest } });
    expect(declared.value("/P.x", 5).source.kind).toBe("none");
  });

  test("times are mapped, with a jump where two pairs have one stage time", async () => {
    const times = "double2[] times = [(0, 0), (5, 10), (5, 0), (10, 10)]";
    const values = await clipValues({ clips: `${ONE}\n${times}`, files });
    expect(numbers(values, [0, 2.5, 5, 7.5])).toEqual([0, 5, 0, 5]);
  });

  test("a clip without samples has the default of the manifest, or is interpolated", async () => {
    const three = `asset[] assetPaths = [@./a.usda@, @./none.usda@, @./b.usda@]
asset manifestAssetPath = @./manifest.usda@
double2[] active = [(0, 0), (5, 1), (15, 2)]`;
    const held = await clipValues({ clips: three, files });
    expect(numbers(held, [2, 7, 15])).toEqual([-0.4, 29.2, 150]);
    const noDefault = { ...files, "manifest.usda": `over "C" {\n double x\n}` };
    const clips = `${three}\nbool interpolateMissingClipValues = true`;
    const interpolated = await clipValues({ clips, files: noDefault });
    expect(numbers(interpolated, [2, 10, 15])).toEqual([20, 100, 150]);
  });

  test("a template names the clips, and only those that exist", async () => {
    const template = `string templateAssetPath = "./c.##.usda"
double templateStartTime = 1
double templateEndTime = 30
double templateStride = 1
asset manifestAssetPath = @./manifest.usda@`;
    const numbered = { "c.01.usda": clip("1: 1"), "c.10.usda": clip("10: 7") };
    const values = await clipValues({ clips: template, files: numbered });
    expect(numbers(values, [0, 9, 10, 29])).toEqual([1, 6.333333333333332, 7, 7]);
  });

  test.each([
    [
      "a template with a stride of 0",
      'string templateAssetPath = "./c.#.usda"\ndouble templateStartTime = 1\ndouble templateEndTime = 2\ndouble templateStride = 0',
    ],
    ["a clip that is not listed", "asset[] assetPaths = [@./a.usda@]\ndouble2[] active = [(0, 1)]"],
    ["two clips at one time", "asset[] assetPaths = [@./a.usda@]\ndouble2[] active = [(0, 0), (0, 0)]"],
    ["three pairs at one stage time", `${TWO}\ndouble2[] times = [(0, 0), (0, 1), (0, 2)]`],
    [
      "a template of more files than the limit",
      'string templateAssetPath = "./c.#.usda"\ndouble templateStartTime = 1\ndouble templateEndTime = 1e300\ndouble templateStride = 1',
    ],
  ])("%s is no set", async (_, clips) => {
    const values = await clipValues({ clips, files });
    expect(values.value("/P.x", 5).source.kind).toBe("none");
  });
});

// Expected times are those of usd-core 26.11.
describe("a set that several layers define", () => {
  const ASSETS =
    'string primPath = "/C"\nasset[] assetPaths = [@./a.usda@, @./b.usda@]\nasset manifestAssetPath = @./manifest.usda@\n';
  const ACTIVE = "double2[] active = [(-2, 0), (5, 1)]\n";
  const TIMES = "double2[] times = [(0, 0), (10, 20)]\n";

  /** Returns the times of samples of a stage whose layers have the offsets 0, 3 and 11, by sublayers or by references. */
  async function sampleTimes(layers: readonly string[], isReference: boolean): Promise<readonly number[]> {
    const clipFiles = {
      "a.usda": clip("0: 0, 10: 1, 20: 2"),
      "b.usda": clip("0: 0, 10: 1, 20: 2"),
      "manifest.usda": MANIFEST,
    };
    const texts = layers.map((text, i) => {
      const next = i + 1 < layers.length ? `@./l${i + 1}.usda@` : undefined;
      const offset = `(offset = ${i === 0 ? 3 : 8})`;
      const metadata = next === undefined || isReference ? "" : `(\nsubLayers = [${next} ${offset}]\n)\n`;
      const arc = next === undefined || !isReference ? "" : `references = ${next}</P> ${offset}\n`;
      const prim = `def "P" (\n${arc}clips = {\ndictionary default = {\n${text}}\n}\n) {\ndouble x\n}\n`;
      return [`l${i}.usda`, metadata + prim] as const;
    });
    const bytes = [...texts, ...Object.entries(clipFiles)].map(
      ([name, text]) => [name, new TextEncoder().encode(`#usda 1.0\n${text}`)] as const,
    );
    return new StageValues(await Stage.open("l0.usda", { resolver: memoryResolver(new Map(bytes)) })).sampleTimes(
      "/P.x",
    );
  }

  test.each([
    ["what is weaker than the asset paths", [ASSETS, ACTIVE, TIMES], [-2, 0, 5, 10], [-2, 0, 5, 10]],
    ["what is stronger in the layer stack", [TIMES, ACTIVE, ASSETS], [0, 1, 5, 8, 10], [9, 11, 16, 21]],
    ["both", [TIMES, ASSETS, ACTIVE], [0, 1, 5, 8, 10], [1, 3, 8, 13]],
    ["a set without times", [ACTIVE, "", ASSETS], [-2, 0, 5, 10, 20], [9, 11, 16, 21, 31]],
  ])("%s", async (_name, layers, sublayers, references) => {
    expect(await sampleTimes(layers, false)).toEqual(sublayers);
    expect(await sampleTimes(layers, true)).toEqual(references);
  });
});
