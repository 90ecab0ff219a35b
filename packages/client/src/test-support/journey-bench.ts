/** Whole ways through the client over real sockets, in a time that goes on only while both sides rest. */
import { setTimeout as sleep } from "node:timers/promises";
import { socket, startTestService, type ServiceOptions, type TestService } from "../../test-service/index.ts";
import { SocketClock } from "../../test-service/test-support/socket-clock.ts";
import { Assets } from "../assets/assets.ts";
import { nodePlatform } from "../platform/node/node-platform.ts";
import { SpatialClient } from "../spatial-client.ts";
import { createTransport } from "../transport/create-transport.ts";
import { readSettings, type ClientOptions } from "../transport/read-settings.ts";
import { SCENE } from "../../test-service/test-support/examples.ts";
import { everythingOf } from "./transport.ts";

/** One way through the client. */
export interface Journey {
  readonly name: string;
  /** The endpoints that it calls, by their ids. */
  readonly endpoints: readonly string[];
  readonly service?: ServiceOptions;
  readonly go: (bench: JourneyBench) => Promise<unknown>;
}

/** What came of a journey. */
export interface JourneyRun {
  readonly value?: unknown;
  readonly error?: unknown;
  /** What must not be, whatever goes wrong; each as a sentence. */
  readonly wrong: readonly string[];
}

/** A service and a client which share their time. */
export class JourneyBench implements AsyncDisposable {
  readonly clock: SocketClock;
  readonly service: TestService;
  readonly client: SpatialClient;
  readonly assets: Assets;
  readonly #log: unknown[] = [];

  private constructor(clock: SocketClock, service: TestService) {
    this.clock = clock;
    this.service = service;
    const { baseUrl, apiKey } = service;
    const logger = { attempt: (record: unknown): number => this.#log.push(record) };
    const options: ClientOptions = { baseUrl, apiKey, clock, fetch: clock.fetch, logger };
    this.client = new SpatialClient(options);
    this.assets = new Assets(createTransport(readSettings(options), apiKey), nodePlatform);
  }

  static async start(options: ServiceOptions = {}): Promise<JourneyBench> {
    const clock = new SocketClock();
    const time = { now: () => clock.now(), sleep: (milliseconds: number) => clock.sleep(milliseconds) };
    const service = await startTestService({ blockSize: 1000, queue: 1, ...options, ...time });
    return new JourneyBench(clock, service);
  }

  async run(journey: Journey): Promise<JourneyRun> {
    const { clock, service } = this;
    const { record, script } = service;
    const outcome = await clock.outcomeOf(record, journey.go(this));
    const wrong = [...record.violations, ...script.left.map((id) => `a fault of ${id} did not happen`)];
    if (record.requests.some(({ host }) => host === "elsewhere")) wrong.push("a redirect was followed");
    if ([...record.renders.values()].some((count) => count > 1)) wrong.push("rendered twice");
    // The service may see the end of a connection a moment after the client. One that it does not read it cannot see the end of.
    const open = (): boolean => record.openSockets.some(({ isDeaf }) => !isDeaf);
    for (let turn = 0; turn < 100 && open(); turn++) await sleep(2);
    if (open()) wrong.push("a WebSocket is open");
    const said = JSON.stringify([this.#log, everythingOf(outcome.error)]);
    for (const secret of [service.apiKey, ...tokensOf(service)]) {
      if (said.includes(secret) || said.includes(encodeURIComponent(secret))) wrong.push("a secret was told");
    }
    return { ...outcome, wrong };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service[Symbol.asyncDispose]();
  }
}

/** The tokens that requests brought back: of uploads, and of render nodes. */
function tokensOf({ record }: TestService): string[] {
  const used = record.requests.flatMap(({ headers, query }) => [
    headers["ous-token-v2"] ?? "",
    new URLSearchParams(query).get("token") ?? "",
  ]);
  return [...new Set(used)].filter((token) => token !== "");
}

const FILE = Uint8Array.from({ length: 2500 }, (_, index) => index % 251);
const usdContent = Buffer.from(SCENE).toString("base64");
const PATCH = '#usda 1.0\nover "World"\n{\n    over "Main"\n    {\n        float focalLength = 35\n    }\n}\n';
const images = Array.from({ length: 20 }, (_, index) => ({ url: `https://files.example/${index}.jpg` }));
const modelUrl = "https://files.example/a.glb";

/** All of them. */
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
    go: async ({ assets, service }) => {
      const { url } = await assets.upload(FILE.subarray(0, 900), { name: "a.png" });
      await expectServed(service, url, FILE.subarray(0, 900));
    },
  },
  {
    name: "large upload",
    endpoints: ["assets.token", "assets.uploadInit", "assets.uploadPart", "assets.uploadStatus"],
    go: async ({ assets, service }) => {
      const { url } = await assets.upload(FILE, { name: "a.png" });
      await expectServed(service, url, FILE);
    },
  },
  {
    name: "stream",
    endpoints: ["streams.create", "streams.get", "streams.push", "streams.close"],
    go: async ({ client, service }) => {
      // After those of the test.
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

async function expectServed({ files }: TestService, url: string, bytes: Uint8Array): Promise<void> {
  const served = files.get(new URL(url).pathname);
  if (served === undefined || !Buffer.from(served.bytes).equals(bytes)) throw new Error("other bytes are served");
  await Promise.resolve();
}
