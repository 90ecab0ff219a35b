// The service's OpenAPI document with examples that exist: a new service has none of the documented resources, so requests
// with them would be rejected immediately. The examples are replaced with resources that are created here.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SpatialClient } from "@usdkit/client";
import { encodePng } from "@usdkit/raster";
import { Scene } from "@usdkit/scene";
import * as z from "zod";
import { chairGlb, flowersPly } from "../demo/models.ts";

/** Replacements of the contract's examples: text → text. */
export type Replacements = ReadonlyMap<string, string>;

const INTERVAL = 50;

/** Uploads a file of each kind, and creates one resource of each kind. */
export async function makeThings(url: string, apiKey: string, folder: string): Promise<Replacements> {
  await using client = new SpatialClient({ baseUrl: url, apiKey });
  mkdirSync(folder, { recursive: true });
  const upload = async (name: string, bytes: Uint8Array): Promise<string> => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return (await client.assets.upload(path)).url;
  };
  const image = await upload("view.png", await picture());
  const glb = await upload("chair.glb", chairGlb());
  const ply = await upload("flowers.ply", flowersPly());
  const video = await upload("walk.mp4", Buffer.from("not much of a video"));
  const mesh = await client.meshes.ingest({ fileUrl: glb });
  await mesh.result({ interval: INTERVAL });
  const model = await client.gen3d.textTo3d({ prompt: "a vase" });
  const world = await client.worlds.generate({ prompt: "a garden" });
  const scene = new Scene({ defaultPrim: "World" });
  scene.xform("World").camera("Main", { focalLength: 35 });
  scene.renderSettings({ resolution: [64, 48] });
  const job = await client.jobs.submit({ usdContent: scene.toBase64() });
  await model.result({ interval: INTERVAL });
  await world.result({ interval: INTERVAL });
  await job.result({ interval: INTERVAL });
  return new Map([
    ["png", image],
    ["jpg", image],
    ["glb", glb],
    ["ply", ply],
    ["mp4", video],
    ["mov", video],
    ["insv", video],
    ["scene", scene.toBase64()],
    [
      "patch",
      scene
        .patch()
        .camera("/World/Main")
        .lookAt({ eye: [0, 1, 5], target: [0, 0, 0] })
        .toBase64(),
    ],
    ["job", job.id],
    ["world", world.id],
    ["mesh", mesh.id],
    ["model", model.id],
  ]);
}

/**
 * Replaces the values of the examples by those of the live resources, and lists the valid values of each field that random
 * text would not satisfy (the URL of an uploaded file, a scene).
 */
export function withLiveExamples(document: unknown, things: Replacements): unknown {
  let text = JSON.stringify(document);
  text = text.replaceAll(/https:\/\/upload\.example\/[\w./-]+?\.(\w+)(?=")/g, (whole, extension: string) => {
    return things.get(extension) ?? whole;
  });
  for (const [example, kind] of Object.entries({ "j-31": "job", "w-7": "world", "m-3": "mesh", "g-1": "model" })) {
    text = text.replaceAll(JSON.stringify(example), JSON.stringify(things.get(kind)));
  }
  const live = documentSchema.parse(JSON.parse(text));
  for (const [path, kinds] of Object.entries(goodValues)) {
    const [schema = "", field = ""] = path.split(".");
    const property = live.components.schemas[schema]?.properties?.[field];
    if (property === undefined) throw new Error(`${path} is not in the document`);
    property["enum"] = kinds.map((kind) => things.get(kind));
  }
  const scene = live.components.schemas["RenderSceneRequest"]?.properties?.["requestId"];
  if (scene === undefined) throw new Error("RenderSceneRequest.requestId is not in the document");
  // The specification allows any text; our gateway does not.
  scene["pattern"] = "^[!-~]{1,128}$";
  return live;
}

const documentSchema = z.looseObject({
  components: z.looseObject({
    schemas: z.record(
      z.string(),
      z.looseObject({ properties: z.record(z.string(), z.record(z.string(), z.unknown())).optional() }),
    ),
  }),
});

/** Type and field → things that are good there. */
const goodValues: Readonly<Record<string, readonly string[]>> = {
  "RenderSceneRequest.usdContent": ["scene"],
  "PushStreamRequest.usdContent": ["patch"],
  "ImageTo3dRequest.imageUrl": ["png"],
  "TextTo3dRequest.imageUrl": ["png"],
  "MaterialTransferRequest.modelUrl": ["glb"],
  "MaterialTransferRequest.materialUrl": ["glb"],
  "MaterialTransferRequest.imageUrl": ["png"],
  "IngestMeshRequest.fileUrl": ["glb", "ply"],
  "WorldResource.url": ["png", "mp4"],
};

function picture(): Promise<Uint8Array> {
  const [width, height] = [64, 48];
  const data = new Uint8Array(4 * width * height).map((_, i) => (i % 4 === 3 ? 255 : (i * 7) & 255));
  return encodePng({ width, height, data });
}
