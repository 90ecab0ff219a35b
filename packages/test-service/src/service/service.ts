/**
 * A service of real HTTP and WebSocket servers on loopback, with every endpoint of the contract, that goes wrong
 * exactly according to a script and records everything that it receives.
 */
import { ServiceClock } from "../time/service-clock.ts";
import { Exchanges } from "../http/exchange.ts";
import { HostServer } from "../http/host-server.ts";
import type { HostName } from "../messages/received-request.ts";
import { ServiceModel } from "../model/service-model.ts";
import type { ServiceRecord } from "../record/record.ts";
import type { Script } from "../script/script.ts";
import type { Files } from "../model/files.ts";
import type { ServiceSettings } from "../model/service-settings.ts";
import { DEFAULT_SETTINGS, type ServiceOptions } from "../model/settings.ts";
import { SocketServer } from "../socket/socket-server.ts";

export class TestService implements AsyncDisposable {
  readonly clock: ServiceClock;
  readonly settings: ServiceSettings;
  readonly #hosts: Readonly<Record<HostName, HostServer>>;
  readonly #model: ServiceModel;

  constructor({ now, sleep, frames, ...settings }: Omit<ServiceOptions, "port"> = {}) {
    this.settings = { ...DEFAULT_SETTINGS, ...settings, frames: { ...DEFAULT_SETTINGS.frames, ...frames } };
    this.clock = new ServiceClock({ ...(now && { now }), ...(sleep && { sleep }) });
    this.#model = new ServiceModel(this.settings, this.clock, {
      origin: (name) => this.#hosts[name].origin,
      isConnected: (sessionId) => sockets.isConnected(sessionId),
    });
    const sockets = new SocketServer(this.#model, this.#model.states.sessions, this.#model.behaviour);
    const exchanges = new Exchanges(this.#model, () => this.#hosts.elsewhere.origin);
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

  get script(): Script {
    return this.#model.script;
  }

  get record(): ServiceRecord {
    return this.#model.record;
  }

  get files(): Files {
    return this.#model.files;
  }

  /** The ids of all endpoints for use in scripts. */
  get endpoints(): readonly string[] {
    return this.#model.endpoints;
  }

  /** `{base_url}` of the specification: `http://127.0.0.1:49152`. */
  get baseUrl(): string {
    return this.#hosts.gateway.origin;
  }

  /** `{upload_url}` of the specification, as in tokens. */
  get uploadUrl(): string {
    return this.#hosts.upload.origin;
  }

  /** A valid key. */
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

  /** Refuses connections to a host until {@link comeBack}, and drops the open ones. */
  async goAway(host: HostName): Promise<void> {
    await this.#hosts[host].close();
  }

  async comeBack(host: HostName): Promise<void> {
    await this.#hosts[host].listen();
  }

  /** Adds an existing world, for example for a list of several pages. */
  addWorld(facts: { name?: string; user?: string } = {}): { readonly worldId: string } {
    return this.#model.addWorld(facts);
  }

  /** Invalidates all tokens of the upload host, as if they had expired. */
  expireUploadTokens(): void {
    this.#model.states.uploads.expireTokens();
  }

  /** Ends a session on the service's side: polls no longer find it. Its WebSocket stays open. */
  endSession(sessionId: string): void {
    this.#model.states.sessions.end(sessionId, "service");
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
