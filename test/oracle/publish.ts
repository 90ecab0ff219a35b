// Publishes stages to a gateway, and compares the scene with what OpenUSD computes of the stage: area and bounds of its meshes, cameras;
// and images of both by our renderer.
//
//   node test/oracle/publish.ts FILES…
//
// Each file is placed in a stage with Z up, a moving camera and a moving transform, which is published at time 3. Without files the models of
// ../shared/gltf that have no skeletons, as USD. The exit code is 1 if any differs.

import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, extname, join, resolve } from "node:path";
import { loadAsset, type Asset } from "@usdkit/assets";
import { SpatialClient } from "@usdkit/client";
import { gltfToUsd, packUsdz } from "@usdkit/convert";
import { startGateway } from "@usdkit/gateway";
import { publishStage } from "@usdkit/publish";
import { prepareFile, type RenderedImage } from "@usdkit/raster";
import { readScene } from "@usdkit/service-scene";
import { type RowMatrix } from "@usdkit/transforms";
import { parseUsda } from "@usdkit/usda";
import { memoryResolver, Stage } from "@usdkit/usd";
import { fileResolver } from "@usdkit/usd/files";
import { referencePython } from "./environment.ts";
import { LineWorker } from "./line-worker.ts";

interface Answer {
  readonly area: number;
  readonly min: readonly number[];
  readonly max: readonly number[];
  readonly hasSkeletons: boolean;
  /** What differs of the cameras. */
  readonly cameras: readonly string[];
}

const TIME = 3;
const TOLERANCE = 1e-4;
/** Mean difference of a channel, 0 to 255: the first image has the colors of textures from packages, the second from GLBs. */
const IMAGE_TOLERANCE = 3;
/** Files whose images may differ more, and why. */
const OTHER_LOOK: ReadonlySet<string> = new Set([
  // Glass of UsdPreviewSurface is transmission in a GLB, which is drawn with what is behind it.
  "IridescenceSuzanne",
]);
const IMAGE = { width: 160, height: 120 };

const wrapper = (asset: string): string => `#usda 1.0
(
    defaultPrim = "Shot"
    endTimeCode = 5
    metersPerUnit = 0.5
    startTimeCode = 1
    upAxis = "Z"
)
def Xform "Shot"
{
    def Xform "Model" (
        prepend references = @${asset}@
    )
    {
        double3 xformOp:translate:place.timeSamples = { 1: (0, 0, 0), 5: (2, 4, 6) }
        float xformOp:rotateX:place = 90
        float3 xformOp:scale:place = (2, 2, 3)
        uniform token[] xformOpOrder = ["xformOp:translate:place", "xformOp:rotateX:place", "xformOp:scale:place"]
    }
    def Camera "Moving"
    {
        float focalLength.timeSamples = { 1: 20, 5: 60 }
        float horizontalAperture = 36
        float verticalAperture = 24
        float2 clippingRange = (0.1, 1000)
        float focusDistance = 7
        float fStop = 2.8
        double3 xformOp:translate.timeSamples = { 1: (0, -20, 1), 5: (4, -10, 3) }
        float3 xformOp:rotateXYZ = (80, 10, 20)
        uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:rotateXYZ"]
    }
}
`;

const folder = mkdtempSync(join(tmpdir(), "usdkit-publish-"));
const given = process.argv.slice(2);
const shared = resolve(import.meta.dirname, "../../../shared/gltf/files");
const files = given.length > 0 ? given.map((file) => resolve(file)) : globSync(join(shared, "*.glb")).toSorted();
const worker = new LineWorker<Answer>({
  python: referencePython(),
  script: join(import.meta.dirname, "published-facts.py"),
  timeout: 600_000,
});
const gateway = await startGateway({ data: join(folder, "data"), apiKeys: new Map([["key", "ada"]]) });
const client = new SpatialClient({ baseUrl: gateway.url, apiKey: "key" });
let [same, different, skipped] = [0, 0, 0];
try {
  for (const file of files) {
    const problems = await compare(file);
    if (problems === undefined) skipped++;
    else if (problems.length === 0) same++;
    else {
      different++;
      console.log([file, ...problems.map((problem) => `  ${problem}`)].join("\n"));
    }
  }
} finally {
  worker.close();
  await client.close();
  await gateway.close();
  rmSync(folder, { recursive: true });
}
console.log(`${same} same, ${different} different, ${skipped} with skeletons`);
process.exitCode = different > 0 ? 1 : 0;

/** Returns what differs; undefined for a stage with skeletons, whose points OpenUSD does not deform for bounds. */
async function compare(file: string): Promise<readonly string[] | undefined> {
  const name = basename(file, extname(file));
  let model = file;
  if (extname(file) === ".glb") {
    const { layer, files: textures } = await gltfToUsd(readFileSync(file));
    model = join(folder, `${name}.usdz`);
    writeFileSync(model, packUsdz(layer, textures));
  }
  const root = join(folder, `${name}.shot.usda`);
  writeFileSync(root, wrapper(model));
  const scene = join(folder, `${name}.published.usda`);
  let record = "";
  const store = {
    load: () => Promise.resolve(undefined),
    save: (text: string) => {
      record = text;
      return Promise.resolve();
    },
  };
  const stage = await Stage.open(root, { resolver: fileResolver() });
  const published = await publishStage(stage, client, store, { time: TIME, interval: 5 });
  writeFileSync(scene, published.scene);
  const expected = await worker.ask({ stage: root, scene, time: TIME });
  if ("failed" in expected) return [expected.failed];
  if (expected.hasSkeletons) return undefined;
  const assets = await publishedAssets(record);
  const found = measure(published.scene, assets);
  const problems = [...expected.cameras];
  if (Math.abs(found.area - expected.area) > TOLERANCE * expected.area) {
    problems.push(`area ${found.area}, expected ${expected.area}`);
  }
  const size = Math.max(...expected.max.map((value, i) => value - expected.min[i]));
  for (const side of ["min", "max"] as const) {
    if (found[side].some((value, i) => Math.abs(value - expected[side][i]) > TOLERANCE * size)) {
      problems.push(`${side} of the bounds ${found[side].join(" ")}, expected ${expected[side].join(" ")}`);
    }
  }
  const off = await imageDifference(root, published.scene, assets);
  if (off > IMAGE_TOLERANCE && !OTHER_LOOK.has(name)) problems.push(`images differ by ${off.toFixed(2)} of 255`);
  return problems;
}

/** Downloads what the gateway has of each mesh. */
async function publishedAssets(record: string): Promise<ReadonlyMap<string, Asset>> {
  const { services } = JSON.parse(record) as {
    readonly services: Readonly<
      Record<string, Readonly<Record<string, { readonly url: string; readonly meshId: string }>>>
    >;
  };
  const assets = new Map<string, Asset>();
  for (const { url, meshId } of Object.values(services).flatMap((files) => Object.values(files))) {
    const response = await fetch(url);
    assets.set(meshId, await loadAsset(new Uint8Array(await response.arrayBuffer())));
  }
  return assets;
}

interface Measures {
  area: number;
  readonly min: number[];
  readonly max: number[];
}

/** Area and bounds of the meshes of a scene. */
function measure(text: string, assets: ReadonlyMap<string, Asset>): Measures {
  const found: Measures = { area: 0, min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] };
  for (const { meshId, worldMatrix } of readScene(parseUsda(text).layer).items) {
    const asset = assets.get(meshId);
    if (asset?.type !== "mesh") continue;
    for (const { positions, indices } of asset.parts) {
      const corner = (i: number): readonly number[] => {
        const at = 3 * indices[i];
        return place(worldMatrix, [positions[at], positions[at + 1], positions[at + 2]]);
      };
      for (let i = 0; i < indices.length; i += 3) addTriangle(found, [corner(i), corner(i + 1), corner(i + 2)]);
    }
  }
  return found;
}

function place(matrix: RowMatrix, [x, y, z]: readonly [number, number, number]): readonly number[] {
  return [0, 1, 2].map((c) => x * matrix[c] + y * matrix[4 + c] + z * matrix[8 + c] + matrix[12 + c]);
}

function addTriangle(found: Measures, [a, b, c]: readonly (readonly number[])[]): void {
  const [u, v] = [b, c].map((corner) => corner.map((value, i) => value - a[i]));
  found.area += Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2;
  for (const corner of [a, b, c]) {
    for (let i = 0; i < 3; i++) {
      found.min[i] = Math.min(found.min[i], corner[i]);
      found.max[i] = Math.max(found.max[i], corner[i]);
    }
  }
}

/** The mean difference of the channels of two images, from where everything is seen. */
async function imageDifference(root: string, scene: string, assets: ReadonlyMap<string, Asset>): Promise<number> {
  const stage = await prepareFile(root, { resolver: fileResolver(), maps: "all" });
  const files = new Map([["scene.usda", new TextEncoder().encode(scene)]]);
  const service = await prepareFile("scene.usda", {
    resolver: memoryResolver(files),
    assets: (id) => assets.get(id),
    maps: "all",
  });
  try {
    const draw = async ({ scene: drawn }: typeof stage): Promise<RenderedImage> => {
      return await drawn.render({
        ...IMAGE,
        camera: "/Shot/Moving",
        look: "full",
        time: drawn === stage.scene ? TIME : undefined,
      });
    };
    const [a, b] = [await draw(stage), await draw(service)];
    let sum = 0;
    for (let i = 0; i < a.data.length; i++) sum += Math.abs(a.data[i] - b.data[i]);
    return sum / a.data.length;
  } finally {
    await stage.scene.close();
    await service.scene.close();
  }
}
