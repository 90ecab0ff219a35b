/** The journeys through the client that tests run, each with the endpoints that it calls. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fault, socket } from "@usdkit/test-service";
import { PATCH, SCENE } from "@usdkit/test-service/examples/examples";
import type { Journey, JourneySite } from "./journey-bench.ts";

/** The record's name of a request for a file by its URL. */
export const FILES = "files.get";

const FILE = Uint8Array.from({ length: 5500 }, (_, index) => index % 251);
const usdContent = Buffer.from(SCENE).toString("base64");
const images = Array.from({ length: 20 }, (_, index) => ({ url: `https://files.example/${index}.jpg` }));
const modelUrl = "https://files.example/a.glb";

/** Creates a folder for the files of one journey. */
async function inFolder(save: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "usdkit-journey-"));
  try {
    await save(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** All journeys. */
export const JOURNEYS: readonly Journey[] = [
  { name: "guide", endpoints: ["renderFormat"], go: ({ client }) => client.renderFormat() },
  {
    name: "render",
    endpoints: ["jobs.submit", "jobs.get"],
    go: async ({ client }) => await (await client.jobs.submit({ usdContent })).result(),
  },
  {
    name: "reconstruct",
    endpoints: ["worlds.reconstruct", "worlds.get"],
    go: async ({ client }) => await (await client.worlds.reconstruct({ resources: images })).result(),
  },
  {
    name: "generate",
    endpoints: ["worlds.generate", "worlds.get"],
    go: async ({ client }) => await (await client.worlds.generate({ prompt: "a kitchen" })).result(),
  },
  {
    name: "image",
    endpoints: ["jobs.submit", "jobs.get", FILES],
    go: async ({ client, service }) => {
      const job = await client.jobs.submit({ usdContent });
      const image = await client.jobs.image(job);
      await expectServed(service, job.latest?.result?.resultUrl ?? "", image);
    },
  },
  {
    name: "download",
    endpoints: ["worlds.get", FILES],
    go: async ({ client, service }) => {
      const { worldId } = service.addWorld();
      const { assets } = await client.worlds.wait(worldId).result();
      const url = assets?.splats?.urls?.plyPath ?? "";
      await inFolder(async (folder) => {
        await client.saveFile(url, join(folder, "world.ply"));
        if ((await readdir(folder)).join() !== "world.ply") throw new Error("something else is in the folder");
        await expectServed(service, url, await readFile(join(folder, "world.ply")));
      });
    },
  },
  {
    name: "list",
    endpoints: ["worlds.list"],
    go: async ({ client, service }) => {
      for (let n = 0; n < 30; n++) service.addWorld();
      const names: unknown[] = [];
      for await (const world of client.worlds.list()) names.push(world);
      if (names.length !== 30) throw new Error(`${names.length} worlds of 30`);
    },
  },
  {
    name: "ingest",
    endpoints: ["meshes.ingest", "meshes.get"],
    go: async ({ client }) => await (await client.meshes.ingest({ fileUrl: modelUrl })).result(),
  },
  {
    name: "image to 3D",
    endpoints: ["gen3d.imageTo3d", "gen3d.get"],
    go: async ({ client }) =>
      await (await client.gen3d.imageTo3d({ imageUrl: "https://files.example/a.png" })).result(),
  },
  {
    name: "text to 3D",
    endpoints: ["gen3d.textTo3d", "gen3d.get"],
    go: async ({ client }) => await (await client.gen3d.textTo3d({ prompt: "a chair" })).result(),
  },
  {
    name: "material",
    endpoints: ["gen3d.materialTransfer", "gen3d.get"],
    go: async ({ client }) => await (await client.gen3d.materialTransfer({ modelUrl, prompt: "wood" })).result(),
  },
  {
    name: "small upload",
    endpoints: ["assets.token", "assets.uploadSingle", "assets.uploadStatus"],
    go: async ({ client, service }) => {
      const { url } = await client.assets.upload(FILE.subarray(0, 900), { name: "a.png" });
      await expectServed(service, url, FILE.subarray(0, 900));
    },
  },
  {
    name: "large upload",
    endpoints: ["assets.token", "assets.uploadInit", "assets.uploadPart", "assets.uploadStatus"],
    go: async ({ client, service }) => {
      // So that the maximum number of parts is in flight.
      service.script.always("assets.uploadPart", fault.latency(50));
      const { url } = await client.assets.upload(FILE, { name: "a.png" });
      await expectServed(service, url, FILE);
    },
  },
  {
    name: "stream",
    endpoints: ["streams.create", "streams.get", "streams.push", "streams.close"],
    go: async ({ client, service }) => {
      // Queued after the plans of the test.
      service.script.sessions(socket.ready("stream", socket.frames({ count: 3, rate: Infinity, size: 500 })));
      const stream = await client.streams.open(new TextEncoder().encode(SCENE));
      try {
        if ((await stream.nextFrame()) === undefined) throw new Error("no frame came");
        await stream.push(new TextEncoder().encode(PATCH));
      } finally {
        await stream.close();
      }
    },
  },
];

async function expectServed({ files }: JourneySite["service"], url: string, bytes: Uint8Array): Promise<void> {
  const served = files.get(new URL(url).pathname);
  if (served === undefined || !Buffer.from(served.bytes).equals(bytes)) throw new Error("other bytes are served");
  await Promise.resolve();
}
