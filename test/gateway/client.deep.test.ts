// Campaign in CI: The client against the gateway as a process: renders, uploads, worlds, models and streams

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NotFoundError, OperationFailedError, SpatialClient } from "@usdkit/client";
import { startGateway } from "@usdkit/gateway";
import { decodeImage, encodePng } from "@usdkit/raster";
import { RenderClient } from "@usdkit/render";
import { Scene } from "@usdkit/scene";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chairGlb, flowersPly, tableGlb } from "../demo/models.ts";
import { KEY, startGatewayProcess, type GatewayProcess } from "./gateway-process.ts";

const BLOCK = 65_536;
const follow = { interval: 50 };
const folder = mkdtempSync(join(tmpdir(), "usdkit-client-gateway-"));
let gateway: GatewayProcess;
let client: SpatialClient;
let renderer: RenderClient;

beforeAll(async () => {
  gateway = await startGatewayProcess(join(folder, "data"), "--block-size", String(BLOCK));
  client = new SpatialClient({ baseUrl: gateway.url, apiKey: KEY });
  renderer = new RenderClient(client);
});

afterAll(async () => {
  await client.close();
  await gateway.close();
  rmSync(folder, { recursive: true, force: true });
});

function file(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

async function meshOf(name: string, bytes: Uint8Array): Promise<string> {
  const { url } = await client.assets.upload(file(name, bytes));
  const { meshId } = await (await client.meshes.ingest({ fileUrl: url })).result(follow);
  return meshId ?? "";
}

/** Returns an image that differs for each seed. */
async function picture(seed: number): Promise<Uint8Array> {
  const [width, height] = [32, 24];
  const data = new Uint8Array(4 * width * height).map((_, i) => (i % 4 === 3 ? 255 : (i * (seed + 3)) & 255));
  return encodePng({ width, height, data });
}

/** Returns a scene with a mesh of this id in front of a camera at (0, 0.5, 3). */
function sceneOf(meshId: string, resolution: [number, number] = [96, 72]): Scene {
  const scene = new Scene({ defaultPrim: "World" });
  const world = scene.xform("World");
  world.mesh("Thing", { asset: `asset:/mesh/${meshId}` });
  world.camera("Main", { focalLength: 35 }).lookAt({ eye: [0, 0.5, 3], target: [0, 0.5, 0] });
  scene.renderSettings({ resolution });
  return scene;
}

async function covered(image: Uint8Array): Promise<number> {
  const { data, width, height } = await decodeImage(image);
  let count = 0;
  for (let i = 0; i < width * height; i++) if ((data[4 * i] ?? 0) + (data[4 * i + 1] ?? 0) > 20) count++;
  return count / (width * height);
}

describe("a render job", () => {
  test("of a mesh that was uploaded in parts, resumed from its stored handle", async () => {
    const large = await client.assets.upload(file("flowers.ply", flowersPly()));
    expect(large.size).toBeGreaterThan(3 * BLOCK);
    const again = await client.assets.upload(file("copy.ply", flowersPly()));
    expect(again.deduplicated).toBe(true);

    const meshId = await meshOf("chair.glb", chairGlb());
    const job = await renderer.submit(sceneOf(meshId));
    const image = await renderer.resume(JSON.stringify(job)).image(follow);
    const { width, height } = await decodeImage(image);
    expect([width, height]).toEqual([96, 72]);
    // The chair is in the middle; the rest is empty.
    expect(await covered(image)).toBeGreaterThan(0.03);
    expect(await covered(image)).toBeLessThan(0.5);
  });

  test("of an unknown mesh fails, and names it; a file that is not GLB is not ingested", async () => {
    const job = await renderer.submit(sceneOf("no-such-mesh"));
    const failed = await job.image(follow).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(OperationFailedError);
    expect((failed as Error).message).toContain("no-such-mesh");
    const { url } = await client.assets.upload(file("broken.glb", Buffer.from("this is not a GLB file")));
    const task = await client.meshes.ingest({ fileUrl: url });
    await expect(task.result(follow)).rejects.toBeInstanceOf(OperationFailedError);
  });
});

describe("a world", () => {
  test("of twenty images, by an external engine, can be used in a scene", async () => {
    const engineCommand = [process.execPath, join(import.meta.dirname, "engine.ts")];
    await using other = await startGateway({
      data: join(folder, "other"),
      apiKeys: new Map([[KEY, "ada"]]),
      engineCommand,
    });
    await using elsewhere = new SpatialClient({ baseUrl: other.url, apiKey: KEY });
    const paths: string[] = [];
    for (let i = 0; i < 20; i++) paths.push(file(`view-${i}.png`, await picture(i)));
    const uploads = await elsewhere.assets.uploadAll(paths);
    const resources = uploads.map((each) => {
      if (each.status === "rejected") throw each.reason;
      return { url: each.value.url };
    });
    const world = await elsewhere.worlds.reconstruct({ name: "garden", resources });
    const progress: number[] = [];
    for await (const update of world.updates(follow)) progress.push(update.progress ?? 0);
    expect(progress.at(-1)).toBe(1);
    const { name, assets } = await elsewhere.worlds.get(world.id);
    expect(name).toBe("garden");
    expect(assets?.semanticsMetadata).toEqual({ engine: "external", notes: ["of 20 files"] });
    const image = await new RenderClient(elsewhere).render(sceneOf(world.id), follow);
    expect(await covered(image)).toBeGreaterThan(0.005);

    const refused = await elsewhere.gen3d.textTo3d({ prompt: "a vase" });
    await expect(refused.result(follow)).rejects.toThrow("makes no text-to-3d");
  });

  test("of one image: its files are downloaded, and an interrupted download resumes", async () => {
    const { url } = await client.assets.upload(file("view.png", await picture(1)));
    const world = await client.worlds.generate({ resources: [{ url }], name: "relief" });
    const detail = await world.result(follow);
    const directory = join(folder, "world");
    mkdirSync(directory);

    // The first answer is cut in the middle.
    const ranges: (string | null)[] = [];
    const watched = new SpatialClient({
      baseUrl: gateway.url,
      apiKey: KEY,
      retry: { baseDelay: 1 },
      fetch: async (address, init) => {
        ranges.push(new Headers(init.headers).get("range"));
        const reply = await fetch(address, init);
        return ranges.length === 1 ? cut(reply, 300_000) : reply;
      },
    });
    const files = await watched.worlds.download(detail, { directory });
    expect(ranges.slice(0, 2)).toEqual([null, expect.stringMatching(/^bytes=[1-9]\d*-$/)]);
    expect(files.map(({ format }) => format)).toEqual(["ply", "spz"]);
    const whole = await (await fetch(detail.assets?.splats?.urls?.plyPath ?? "")).bytes();
    expect(readFileSync(files[0]?.path ?? "").equals(whole)).toBe(true);
    const listed: string[] = [];
    for await (const row of client.worlds.list({ statusList: ["SUCCEEDED"] })) listed.push(row.worldId);
    expect(listed).toContain(world.id);
  });
});

/** Returns the same reply with a connection that ends after a number of bytes. */
function cut(reply: Response, bytes: number): Response {
  let left = bytes;
  const cutter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      controller.enqueue(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) controller.error(new TypeError("terminated"));
    },
  });
  return new Response(reply.body?.pipeThrough(cutter), reply);
}

test("a material is transferred from one model to another", async () => {
  const chair = await client.assets.upload(file("chair-2.glb", chairGlb()));
  const table = await client.assets.upload(file("table.glb", tableGlb()));
  const task = await client.gen3d.materialTransfer({ modelUrl: chair.url, materialUrl: table.url });
  const { result } = await task.result(follow);
  const saved = await client.saveFile(result?.modelUrl ?? "", join(folder, "dressed.glb"));
  const dressed = materialsOf(readFileSync(saved.path));
  const [wood] = materialsOf(tableGlb());
  expect(materialsOf(chairGlb())).not.toEqual(dressed);
  for (const color of dressed) expect(color).toEqual(wood);
});

/** Colors of the materials of a GLB. */
function materialsOf(glb: Uint8Array): readonly (readonly number[])[] {
  const length = new DataView(glb.buffer, glb.byteOffset).getUint32(12, true);
  const document = JSON.parse(Buffer.from(glb.subarray(20, 20 + length)).toString("utf8")) as {
    materials: { pbrMetallicRoughness: { baseColorFactor: number[] } }[];
  };
  return document.materials.map(({ pbrMetallicRoughness }) =>
    pbrMetallicRoughness.baseColorFactor.map((value) => Number(value.toFixed(4))),
  );
}

test("a stream follows the camera, and its session ends with it", async () => {
  const meshId = await meshOf("chair-3.glb", chairGlb());
  const sessions: string[] = [];
  const stream = await renderer.openStream(sceneOf(meshId, [160, 120]), {
    interval: 50,
    onSession: (id) => void sessions.push(id),
  });
  const first = await stream.nextFrame();
  expect(first).toBeDefined();
  const near = await covered(first?.data ?? new Uint8Array());
  expect(near).toBeGreaterThan(0.03);
  expect(await stream.moveCamera({ eye: [0, 0.5, 30], target: [0, 0.5, 0] })).toBe("sent");
  // The next frame may have been drawn before the move.
  let far = near;
  for (let i = 0; i < 20 && far > near / 4; i++) {
    const frame = await stream.nextFrame();
    if (frame === undefined) break;
    far = await covered(frame.data);
  }
  expect(far).toBeLessThan(near / 4);
  await stream.close();
  expect(sessions).toHaveLength(1);
  await expect(client.streams.get(sessions[0] ?? "")).rejects.toBeInstanceOf(NotFoundError);
});
