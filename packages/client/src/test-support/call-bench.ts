/** Runs calls of single endpoints over real sockets, on a clock that advances only while both sides are idle. */
import type { AnyEndpoint, EndpointName } from "@usdkit/contract";
import type { SeenRequest, TestService } from "@usdkit/test-service";
import { exampleRequests, startForExamples } from "@usdkit/test-service/examples/example-requests";
import type { ExampleRequest } from "@usdkit/test-service/examples/examples";
import { SocketClock } from "@usdkit/test-service/time/socket-clock";
import { createTransport } from "../transport/create-transport.ts";
import type { AttemptRecord } from "../transport/log.ts";
import { readSettings } from "../transport/read-settings.ts";
import type { Fetch } from "../transport/settings.ts";
import type { Transport } from "../transport/transport.ts";
import { everythingOf } from "./transport.ts";

/** The result of a call. */
export interface CallRun {
  readonly error: unknown;
  readonly log: readonly AttemptRecord[];
  /** How often the key was requested. */
  readonly keysRead: number;
  /** Requests that reached the endpoint. */
  readonly requests: readonly SeenRequest[];
  /** Violated invariants, each as a sentence. */
  readonly wrong: readonly string[];
}

/** A service and the clock that it shares with its client. */
export class CallBench implements AsyncDisposable {
  readonly clock: SocketClock;
  readonly service: TestService;

  private constructor(clock: SocketClock, service: TestService) {
    this.clock = clock;
    this.service = service;
  }

  static async start(): Promise<CallBench> {
    const clock = new SocketClock();
    const sleep = (milliseconds: number): Promise<void> => clock.sleep(milliseconds);
    const service = await startForExamples({ now: () => clock.now(), sleep });
    // A list of nothing may leave out its rows; a list of one world may not.
    service.addWorld();
    return new CallBench(clock, service);
  }

  /**
   * Calls an endpoint once, after successful preparatory calls.
   *
   * @param strike Called when the next request is the one under test.
   */
  async call(
    name: EndpointName,
    endpoint: AnyEndpoint,
    strike: (service: TestService) => Promise<void> | void,
    fetch: Fetch = this.clock.fetch,
  ): Promise<CallRun> {
    const { clock, service } = this;
    const { record } = service;
    const log: AttemptRecord[] = [];
    let keysRead = 0;
    const apiKey = (): string => {
      keysRead++;
      return service.apiKey;
    };
    const logger = { attempt: (attempt: AttemptRecord): number => log.push(attempt) };
    const settings = readSettings({ baseUrl: service.baseUrl, apiKey, clock, fetch, logger });
    const { token, file, ...request }: ExampleRequest = await exampleRequests[name](service);
    const before = record.of(endpoint.id).length;
    const renders = rendersOf(service);
    await strike(service);
    const options = {
      // As in uploads: its polls keep an interval.
      spacing: 200,
      ...(token !== undefined && {
        upload: { url: service.uploadUrl, token, ...(file && { file: new Blob([Uint8Array.from(file)]) }) },
      }),
    };
    const transport = createTransport(settings, apiKey);
    const calling = transport.call(endpoint as unknown as Parameters<Transport["call"]>[0], request, options);
    const { error } = await clock.outcomeOf(record, calling);

    const requests = record.of(endpoint.id).slice(before);
    const wrong = [...record.violations, ...service.script.left.map((id) => `a fault of ${id} did not happen`)];
    // The boundary of a form differs each time.
    const bodies = new Set(requests.flatMap(({ body }) => body?.sha256 ?? []));
    if (endpoint.request.form === undefined && bodies.size > 1) wrong.push("another body with another attempt");
    if (record.requests.some(({ host }) => host === "elsewhere")) wrong.push("a redirect was followed");
    if (rendersOf(service) - renders > 1) wrong.push("rendered twice");
    const said = JSON.stringify([log, everythingOf(error)]);
    for (const secret of [service.apiKey, token ?? service.apiKey]) {
      if (said.includes(secret) || said.includes(encodeURIComponent(secret))) wrong.push("a secret was told");
    }
    return { error, log, keysRead, requests, wrong };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service[Symbol.asyncDispose]();
  }
}

function rendersOf({ record }: TestService): number {
  return [...record.renders.values()].reduce((sum, count) => sum + count, 0);
}
