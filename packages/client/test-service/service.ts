/**
 * A service of real HTTP and WebSocket servers on loopback, with every endpoint of the contract, that goes wrong exactly
 * as a script says and keeps a record of all that it saw.
 */
import { ServiceClock } from "./clock.ts";
import { Exchanges } from "./http/exchange.ts";
import { HostServer } from "./http/host-server.ts";
import type { HostName } from "./http/received-request.ts";
import { ServiceRecord } from "./record/record.ts";
import { assetBehaviours } from "./routes/assets.ts";
import { formatBehaviours } from "./routes/format.ts";
import { jobBehaviours } from "./routes/jobs.ts";
import { ownRoutes } from "./routes/own.ts";
import { endpointRoutes } from "./routes/route.ts";
import { streamBehaviours } from "./routes/streams.ts";
import { gen3dBehaviours, meshBehaviours } from "./routes/tasks.ts";
import { worldBehaviours } from "./routes/worlds.ts";
import { Script } from "./script/script.ts";
import { Files } from "./state/files.ts";
import { JobStore } from "./state/job-store.ts";
import { Names } from "./state/names.ts";
import type { Parts, ServiceSettings } from "./state/parts.ts";
import { SessionStore } from "./state/session-store.ts";
import { UploadStore } from "./state/upload-store.ts";
import { WorldStore, type World } from "./state/world-store.ts";
import type { FrameSettings } from "./socket/session-plan.ts";
import { SocketServer } from "./socket/socket-server.ts";

/** A key that the service knows unless it is told others. */
export const TEST_KEY = "key-of-the-tests.4f1d0c8e9ab27356";

const DEFAULT_SETTINGS: ServiceSettings = {
  keys: { [TEST_KEY]: "tester" },
  blockSize: 1 << 20,
  deduplicates: true,
  keepsUploads: true,
  polls: 2,
  queue: 2,
  fileSize: 64 << 10,
  frames: { rate: 30, size: 20_000, count: Infinity },
};

export interface ServiceOptions extends Partial<Omit<ServiceSettings, "frames">> {
  readonly frames?: Partial<FrameSettings>;
  /** Milliseconds since the epoch: the clock of a client makes both agree. Default: the machine's. */
  readonly now?: () => number;
  /** How latency and the like wait, in milliseconds. Default: by the machine's timers. */
  readonly sleep?: (milliseconds: number) => Promise<void>;
  /** Of the gateway; default: a free one. The others always have free ones. */
  readonly port?: number;
}

export class TestService implements AsyncDisposable {
  readonly script: Script;
  readonly record: ServiceRecord = new ServiceRecord();
  readonly clock: ServiceClock;
  readonly files: Files;
  readonly settings: ServiceSettings;
  /** The ids of all endpoints that a script can name. */
  readonly endpoints: readonly string[];
  readonly #hosts: Readonly<Record<HostName, HostServer>>;
  readonly #uploads: UploadStore;
  readonly #worlds: WorldStore;
  readonly #sessions: SessionStore;

  constructor({ now, sleep, frames, ...settings }: Omit<ServiceOptions, "port"> = {}) {
    this.settings = { ...DEFAULT_SETTINGS, ...settings, frames: { ...DEFAULT_SETTINGS.frames, ...frames } };
    this.clock = new ServiceClock({ ...(now && { now }), ...(sleep && { sleep }) });
    const names = new Names();
    this.files = new Files(names, () => this.#hosts.files.origin);
    const parts: Parts = {
      settings: this.settings,
      clock: this.clock,
      // Made below, from the routes, which are made from the parts.
      get script() {
        return script;
      },
      record: this.record,
      names,
      files: this.files,
      nodeAuthority: () => this.#hosts.nodes.authority,
      isConnected: (sessionId) => sockets.isConnected(sessionId),
    };
    this.#uploads = new UploadStore(parts);
    this.#worlds = new WorldStore(parts);
    this.#sessions = new SessionStore(parts);
    const sockets = new SocketServer(parts, this.#sessions);
    const routes = [
      ...endpointRoutes({
        ...formatBehaviours,
        ...assetBehaviours(parts, this.#uploads, () => this.uploadUrl),
        ...worldBehaviours(this.#worlds),
        ...jobBehaviours(new JobStore(parts)),
        ...streamBehaviours(parts, this.#sessions),
        ...meshBehaviours(parts),
        ...gen3dBehaviours(parts),
      }),
      ...ownRoutes(this.files),
    ];
    this.endpoints = routes.map(({ id }) => id);
    const script = new Script(this.endpoints);
    this.script = script;
    const exchanges = new Exchanges(parts, routes, this.#uploads, () => this.#hosts.elsewhere.origin);
    const host = (name: HostName): HostServer =>
      new HostServer((request, response) => void exchanges.serve(name, request, response));
    this.#hosts = {
      gateway: host("gateway"),
      upload: host("upload"),
      files: host("files"),
      nodes: host("nodes"),
      elsewhere: host("elsewhere"),
    };
    sockets.listenTo(this.#hosts.nodes.server);
  }

  /** `{base_url}` of the specification: `http://127.0.0.1:49152`. */
  get baseUrl(): string {
    return this.#hosts.gateway.origin;
  }

  /** `{upload_url}` of the specification, as tokens name it. */
  get uploadUrl(): string {
    return this.#hosts.upload.origin;
  }

  /** A key that the service knows. */
  get apiKey(): string {
    return Object.keys(this.settings.keys)[0] ?? "";
  }

  origin(host: HostName): string {
    return this.#hosts[host].origin;
  }

  async start(port?: number): Promise<void> {
    await this.#hosts.gateway.listen(port ?? 0);
    for (const host of ["upload", "files", "nodes", "elsewhere"] as const) await this.#hosts[host].listen();
  }

  /** Refuses connections to a host until {@link comeBack}, and drops those that are open. */
  async goAway(host: HostName): Promise<void> {
    await this.#hosts[host].close();
  }

  async comeBack(host: HostName): Promise<void> {
    await this.#hosts[host].listen();
  }

  /** A world that exists already, as for a list of several pages. */
  addWorld(facts: { name?: string; user?: string } = {}): World {
    return this.#worlds.add({ user: Object.values(this.settings.keys)[0] ?? "", ...facts });
  }

  /** All tokens of the upload host become invalid, as by their age. */
  expireUploadTokens(): void {
    this.#uploads.expireTokens();
  }

  /** The service ends a session of its own accord: polls find nothing from now on. Its WebSocket stays as it is. */
  endSession(sessionId: string): void {
    const session = this.#sessions.get(sessionId);
    if (session !== undefined) this.#sessions.end(session, "service");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(Object.values(this.#hosts).map((host) => host.close()));
  }
}

/** `await using service = await startTestService();` */
export async function startTestService({ port, ...options }: ServiceOptions = {}): Promise<TestService> {
  const service = new TestService(options);
  await service.start(port);
  return service;
}
