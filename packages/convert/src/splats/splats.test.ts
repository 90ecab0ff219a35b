import { loadAsset, type SplatAsset } from "@usdkit/assets";
import { LazyBytes } from "@usdkit/base";
import { printUsda } from "@usdkit/usda";
import { memoryResolver, Stage, StageReader } from "@usdkit/usd";
import { writeUsdc } from "@usdkit/usdc";
import { splatPly, splatPropertyNames } from "@usdkit/test-files/splat-ply";
import { splatSpz } from "@usdkit/test-files/splat-spz";
import { trainedCloud } from "@usdkit/test-files/trained-cloud";
import { describe, expect, test } from "vitest";
import type { SplatFormat } from "./splat-formats.ts";
import { splatsToUsd, type SplatsToUsdOptions } from "./splats-to-usd.ts";
import { usdToSplats } from "./usd-to-splats.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

async function stageOf(bytes: Uint8Array, name = "root.usdc"): Promise<Stage> {
  return await Stage.open(name, { resolver: memoryResolver(new Map([[name, bytes]])) });
}

async function toStage(bytes: Uint8Array, options: SplatsToUsdOptions = {}): Promise<Stage> {
  return await stageOf(writeUsdc((await splatsToUsd(bytes, options)).layer));
}

async function fileOf(stage: Stage, format: SplatFormat): Promise<Uint8Array> {
  return new Uint8Array(Buffer.concat([...(await usdToSplats(stage, format)).parts]));
}

async function splatsOf(stage: Stage, format: SplatFormat): Promise<SplatAsset> {
  const asset = await loadAsset(await fileOf(stage, format), { format });
  if (asset.type !== "splats") throw new Error(`found ${asset.type}`);
  return asset;
}

describe("a PLY file through USD", () => {
  test.each([0, 1, 2, 3])("is the same bytes, with harmonics of degree %d", async (degree) => {
    const cloud = trainedCloud(700, degree, 3 + degree);
    // Numbers whose digits are lost by exponentials: near 0, large, and of more than one sign.
    cloud.opacities.set([0, -0, 1e-8, 12, -12, 30, -90, Infinity, -Infinity, 5e-4]);
    cloud.scales.set([0, -0, 1e-8, 0.3, -0.7, 3, -12, 20, -60, 1, 1.5, -1.25]);
    cloud.rotations.set([1, 0, 0, 0, 0.6, 0, -0.8, 0, 3, -0, 0, 1]);
    const file = splatPly(cloud, { comments: ["comment made by a test", "comment "] });
    expect(await fileOf(await toStage(file), "ply")).toEqual(file);
  });

  test("keeps the order of properties, and further ones", async () => {
    const cloud = trainedCloud(40, 1);
    const order = [...splatPropertyNames(1).toReversed(), "label", "größe"];
    const types = { label: "uchar" };
    const stage = await toStage(splatPly(cloud, { order, types }));
    const text = Buffer.from(await fileOf(stage, "ply")).toString("latin1");
    expect(text).toContain("property float label");
    const again = await loadAsset(await fileOf(stage, "ply"));
    expect(again).toEqual(await loadAsset(splatPly(cloud)));
  });

  test("is read in pieces with the same result", async () => {
    const file = repeated(splatPly(trainedCloud(500, 1)), 500, 90);
    const reads: number[] = [];
    const reader = {
      name: "room.ply",
      size: file.length,
      read: (start: number, end: number): Uint8Array<ArrayBuffer> => {
        reads.push(end - start);
        return file.slice(start, end);
      },
    };
    const { layer } = await splatsToUsd(LazyBytes.of(reader));
    expect(writeUsdc(layer)).toEqual(writeUsdc((await splatsToUsd(file)).layer));
    expect(reads.length).toBeGreaterThan(1);
    expect(Math.max(...reads)).toBeLessThan(file.length);
  });

  test("has computed numbers where attributes were edited", async () => {
    const cloud = trainedCloud(3, 0);
    const { layer } = await splatsToUsd(splatPly(cloud));
    const text = printUsda(layer).replace(/float\[\] opacities = \[[^\]]*\]/u, "float[] opacities = [0.5, 0.5, 1]");
    const bytes = await fileOf(await stageOf(encode(text), "root.usda"), "ply");
    const floats = new Float32Array(bytes.slice(bytes.length - 3 * 17 * 4).buffer);
    const opacityAt = splatPropertyNames(0).indexOf("opacity");
    expect([0, 1, 2].map((row) => floats[17 * row + opacityAt])).toEqual([0, 0, Infinity]);
  });

  test("names what is lost", async () => {
    const cloud = trainedCloud(4, 0);
    cloud.positions[3] = NaN;
    const { losses } = await splatsToUsd(splatPly(cloud, { types: { x: "double" }, listBefore: "opacity" }));
    expect(losses.map(({ at, message }) => `${at}: ${message}`)).toEqual([
      "element vertex, property x: Numbers of type float64 are rounded to single precision",
      "element vertex, property tags: Lists have no place in splats",
      ": 1 splats cannot be drawn and are left out (nonFinite)",
    ]);
  });
});

describe("the prim", () => {
  test("has the attributes of the schema, extents and hints, in either precision", async () => {
    const file = splatPly(trainedCloud(5, 2));
    const names = async (splatPrecision: "float" | "half"): Promise<readonly string[]> => {
      const reader = new StageReader(await toStage(file, { splatPrecision, name: "room" }));
      const prim = reader.prim("/room/Splats/Gaussians");
      if (prim === undefined) throw new Error("no prim");
      expect(prim.type).toBe("ParticleField3DGaussianSplat");
      return [...reader.authoredNames(prim)].filter((name) => !name.startsWith("ply:")).toSorted();
    };
    const arrays = ["opacities", "orientations", "positions", "radiance:sphericalHarmonicsCoefficients", "scales"];
    const others = ["extent", "projectionModeHint", "radiance:sphericalHarmonicsDegree", "sortingModeHint"];
    expect(await names("float")).toEqual([...arrays, ...others].toSorted());
    expect(await names("half")).toEqual([...arrays.map((name) => `${name}h`), ...others].toSorted());
  });

  test("in half precision is written with the numbers of halves", async () => {
    const cloud = trainedCloud(50, 1);
    const asset = await splatsOf(await toStage(splatPly(cloud), { splatPrecision: "half" }), "ply");
    expect(asset.count).toBe(50);
    for (let i = 0; i < 150; i++) expect(Math.abs(asset.positions[i] - cloud.positions[i])).toBeLessThan(0.004);
  });
});

/** Largest differences that the numbers of a format allow. */
const tolerances = {
  spz: { positions: 2e-4, scales: 0.04, opacities: 0.0021, orientations: 0.004, harmonics: 0.07 },
  sog: { positions: 3e-4, scales: 0.02, opacities: 0.0021, orientations: 0.01, harmonics: 0.02 },
  splat: { positions: 0, scales: 0, opacities: 0.0021, orientations: 0.01, harmonics: 0.014 },
} as const;

describe.each(["spz", "sog", "splat"] as const)("%s", (format) => {
  test.each(format === "splat" ? [0] : [0, 1, 2, 3])(
    "has the splats of degree %d as near as it can",
    async (degree) => {
      const cloud = trainedCloud(300, degree, 9);
      const expected = (await loadAsset(splatPly(cloud))) as SplatAsset;
      const found = await splatsOf(await toStage(splatPly(cloud)), format);
      expect(found).toMatchObject({ count: 300, degree });
      const { positions, scales, opacities, orientations, harmonics } = tolerances[format];
      expectNear(found.positions, expected.positions, positions);
      expectNear(found.scales.map(Math.log), expected.scales.map(Math.log), scales);
      expectNear(found.opacities, expected.opacities, opacities);
      expectSameRotations(found.orientations, expected.orientations, orientations);
      const isVisible = (c: number): boolean => format !== "splat" || Math.abs(expected.harmonics[c]) < 1.7;
      for (let i = 0; i < expected.harmonics.length; i++) {
        if (isVisible(i)) expect(Math.abs(found.harmonics[i] - expected.harmonics[i])).toBeLessThanOrEqual(harmonics);
      }
    },
  );

  test("that is converted to USD and back has the same numbers", async () => {
    const file = await fileOf(await toStage(splatPly(trainedCloud(300, 0, 9))), format);
    const once = await splatsOf(await toStage(file), "ply");
    const asset = (await loadAsset(file, { format })) as SplatAsset;
    expect(once.positions).toEqual(asset.positions);
    expectNear(once.opacities, asset.opacities, 1e-7);
  });
});

function expectNear(found: Float32Array, expected: Float32Array, tolerance: number): void {
  expect(found).toHaveLength(expected.length);
  let most = 0;
  for (let i = 0; i < found.length; i++) most = Math.max(most, Math.abs(found[i] - expected[i]));
  expect(most).toBeLessThanOrEqual(tolerance);
}

/** A quaternion and its negative are one rotation. */
function expectSameRotations(found: Float32Array, expected: Float32Array, tolerance: number): void {
  for (let i = 0; i < found.length; i += 4) {
    let cosine = 0;
    for (let k = 0; k < 4; k++) cosine += found[i + k] * expected[i + k];
    expect(Math.abs(cosine)).toBeGreaterThan(1 - tolerance ** 2);
  }
}

/** A PLY file with its rows so many times. */
function repeated(file: Uint8Array, rows: number, times: number): Uint8Array<ArrayBuffer> {
  const end = Buffer.from(file).indexOf("end_header\n") + "end_header\n".length;
  const head = Buffer.from(file.subarray(0, end)).toString("latin1");
  const more = head.replace(`element vertex ${rows}`, `element vertex ${rows * times}`);
  return new Uint8Array(Buffer.concat([Buffer.from(more), ...Array.from({ length: times }, () => file.subarray(end))]));
}

test("SPZ becomes the prim that its PLY counterpart becomes", async () => {
  const cloud = trainedCloud(100, 1, 4);
  const asset = await splatsOf(await toStage(await splatSpz(cloud, 3)), "ply");
  const expected = (await loadAsset(await splatSpz(cloud, 3))) as SplatAsset;
  expect(asset.positions).toEqual(expected.positions);
  expectNear(asset.harmonics, expected.harmonics, 0);
});

test("files of other things, and stages without splats, are errors", async () => {
  const points = encode(
    "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\n0 0 0\n",
  );
  await expect(splatsToUsd(points)).rejects.toThrow("Expected Gaussian splats, found an ordinary point cloud");
  await expect(splatsToUsd(splatPly(trainedCloud(9, 1)).subarray(0, 900))).rejects.toThrow("element vertex");
  const stage = await stageOf(encode('#usda 1.0\ndef Cube "C"\n{\n}\n'), "root.usda");
  await expect(usdToSplats(stage, "ply")).rejects.toThrow("The stage has no visible ParticleField3DGaussianSplat");
});
