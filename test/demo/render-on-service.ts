// The whole flow of a scene through the service, which runs here meanwhile: uploads its assets, builds it, validates it,
// submits it, follows the operation, saves the image, and streams a few camera moves.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RenderClient } from "@usdkit/render";
import type { Scene } from "@usdkit/scene";
import { KEY, startGatewayProcess } from "../gateway/gateway-process.ts";
import { chairGlb, flowersPly, roomGlb, tableGlb } from "./models.ts";
import { buildTableForTwo, RESOLUTION, TARGET, type MeshIds } from "./table-for-two.ts";

/** Prints a heading, and an error. */
export interface Printer {
  readonly heading: (text: string) => void;
  readonly fail: (message: string) => void;
}

/** Milliseconds between two polls: the service is near. */
const INTERVAL = 100;
const MOVES = 6;

/** @returns The path of the image. */
export async function renderOnService({ heading, fail }: Printer): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "usdkit-service-"));
  try {
    heading("Start the service on this machine");
    const flags = ["--data", "DATA", "--port", "0", "--api-key", "KEY=demo"];
    console.log(`$ spatial-gateway ${flags.join(" ")}`);
    await using gateway = await startGatewayProcess(join(folder, "data"));
    console.log(`listening on ${gateway.url}`);
    await using renderer = new RenderClient({ baseUrl: gateway.url, apiKey: KEY });

    heading("Upload what the scene shows, and let the service read it in (test/demo/models.ts)");
    const assets = await uploadAssets(renderer, folder);

    heading("Build the scene with these meshes, and check it");
    const scene = buildTableForTwo(assets);
    process.stdout.write(scene.toUsda());
    const findings = scene.validate();
    for (const { message } of findings) fail(message);
    console.log(`\n${findings.length} findings`);

    heading("Submit it, follow the operation, save the image");
    const image = await renderImage(renderer, scene);

    heading("Stream it, and walk around the table");
    const frame = await streamMoves(renderer, scene, fail);

    const pictures = mkdtempSync(join(tmpdir(), "usdkit-demo-"));
    const picture = join(pictures, "table-for-two.png");
    writeFileSync(picture, image);
    if (frame !== undefined) writeFileSync(join(pictures, "last-frame.jpg"), frame);
    return picture;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function uploadAssets({ client }: RenderClient, folder: string): Promise<MeshIds> {
  const read = async (name: string, bytes: Uint8Array): Promise<string> => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    const { url, size } = await client.assets.upload(path);
    const task = await client.meshes.ingest({ fileUrl: url });
    const { meshId = "" } = await task.result({ interval: INTERVAL });
    console.log(`${name}: ${size} bytes, mesh ${meshId}`);
    return meshId ?? "";
  };
  return {
    chair: await read("chair.glb", chairGlb()),
    table: await read("table.glb", tableGlb()),
    room: await read("room.glb", roomGlb()),
    flowers: await read("flowers.ply", flowersPly()),
  };
}

async function renderImage(renderer: RenderClient, scene: Scene): Promise<Uint8Array> {
  const start = performance.now();
  const after = (): string => `${Math.round(performance.now() - start)} ms`;
  const job = await renderer.submit(scene);
  console.log(`operation ${job.id} accepted after ${after()}`);
  let last = "";
  const image = await job.image({
    interval: INTERVAL,
    onProgress: ({ stage }) => {
      if (stage !== last) console.log(`${stage} after ${after()}`);
      last = stage;
    },
  });
  console.log(`image of ${image.length} bytes after ${after()}`);
  return image;
}

/** @returns The frame of the idle stream. */
async function streamMoves(
  renderer: RenderClient,
  scene: Scene,
  fail: Printer["fail"],
): Promise<Uint8Array | undefined> {
  await using stream = await renderer.openStream(scene, { interval: INTERVAL });
  await stream.nextFrame();
  for (let move = 1; move <= MOVES; move++) {
    const angle = Math.PI / 6 + (move / MOVES) * 1.2;
    const eye: [number, number, number] = [3 * Math.sin(angle), 1.6 - move * 0.1, 3 * Math.cos(angle)];
    const start = performance.now();
    await stream.moveCamera({ eye, target: TARGET });
    const frame = await stream.nextFrame();
    if (frame === undefined) break;
    const time = Math.round(performance.now() - start);
    console.log(`move ${move}: frame ${frame.number}, ${sizeOf(frame.data)}, ${time} ms after the push`);
  }
  // Once a stream is idle, the service draws it again at full size.
  for (;;) {
    const frame = await stream.nextFrame();
    if (frame === undefined) {
      fail("the stream ended before the camera was at rest");
      return undefined;
    }
    const size = sizeOf(frame.data);
    if (size !== RESOLUTION.join("×")) continue;
    console.log(`at rest: frame ${frame.number}, ${size}`);
    return frame.data;
  }
}

/** Width and height of a JPEG, from its frame header (ITU T.81, B.2.2). */
function sizeOf(jpeg: Uint8Array): string {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  for (let at = 2; at + 9 <= jpeg.length; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at);
    if (marker >= 0xffc0 && marker <= 0xffc2) return `${view.getUint16(at + 7)}×${view.getUint16(at + 5)}`;
  }
  return "unknown";
}
