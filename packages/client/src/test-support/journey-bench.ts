/**
 * Runs whole journeys through the client over real sockets, on a clock that advances only while both sides are idle.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { startTestService, type ServiceOptions, type TestService } from "@usdkit/test-service";
import { SocketClock } from "@usdkit/test-service/time/socket-clock";
import { SpatialClient } from "../node-client.ts";
import { everythingOf } from "./transport.ts";

/** A journey through the client. */
export interface Journey {
  readonly name: string;
  /** The ids of the endpoints that it calls. */
  readonly endpoints: readonly string[];
  readonly service?: ServiceOptions;
  readonly go: (site: JourneySite) => Promise<unknown>;
}

/** A client and its service, over sockets or in process. */
export interface JourneySite {
  readonly client: SpatialClient;
  readonly service: Pick<TestService, "script" | "files" | "addWorld">;
}

/** The result of a journey. */
export interface JourneyRun {
  readonly value?: unknown;
  readonly error?: unknown;
  /** Violated invariants, each as a sentence. */
  readonly wrong: readonly string[];
}

/** A service and a client that share a clock. */
export class JourneyBench implements AsyncDisposable {
  readonly clock: SocketClock;
  readonly service: TestService;
  readonly client: SpatialClient;
  readonly #log: unknown[] = [];

  private constructor(clock: SocketClock, service: TestService) {
    this.clock = clock;
    this.service = service;
    const { baseUrl, apiKey } = service;
    const logger = { attempt: (record: unknown): number => this.#log.push(record) };
    this.client = new SpatialClient({ baseUrl, apiKey, clock, fetch: clock.fetch, logger });
  }

  static async start(options: ServiceOptions = {}): Promise<JourneyBench> {
    const clock = new SocketClock();
    const time = { now: () => clock.now(), sleep: (milliseconds: number) => clock.sleep(milliseconds) };
    const service = await startTestService({ blockSize: 1000, queue: 1, fileSize: 4000, ...options, ...time });
    return new JourneyBench(clock, service);
  }

  async run(journey: Journey): Promise<JourneyRun> {
    const { clock, service } = this;
    const { record, script } = service;
    const outcome = await clock.outcomeOf(record, journey.go(this));
    const wrong = [...record.violations, ...script.left.map((id) => `a fault of ${id} did not happen`)];
    if (record.requests.some(({ host }) => host === "elsewhere")) wrong.push("a redirect was followed");
    if ([...record.renders.values()].some((count) => count > 1)) wrong.push("rendered twice");
    // The service may see the end of a connection after the client; it never sees the end of an unread one.
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

/** Returns the tokens sent with requests: of uploads, and of render nodes. */
function tokensOf({ record }: TestService): string[] {
  const used = record.requests.flatMap(({ headers, query }) => [
    headers["ous-token-v2"] ?? "",
    new URLSearchParams(query).get("token") ?? "",
  ]);
  return [...new Set(used)].filter((token) => token !== "");
}
