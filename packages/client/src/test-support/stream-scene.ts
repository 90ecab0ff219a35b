/** Streams over real sockets: a client of the scripted service, and the invariants of every run. */
import { deepEqual, equal, ok } from "node:assert/strict";
import { onTestFinished } from "vitest";
import { startTestService, type ServiceOptions, type TestService } from "@usdkit/test-service";
import { SpatialClient } from "../node-client.ts";
import type { SpatialClientOptions } from "../spatial-client.ts";
import type { OpenOptions } from "../streams/begin-stream.ts";
import type { RenderStream } from "../streams/render-stream.ts";

export const SCENE: Uint8Array = new TextEncoder().encode('#usda 1.0\ndef Xform "World"\n{\n}\n');
export const patch = (n: number): Uint8Array =>
  new TextEncoder().encode(
    `#usda 1.0\nover "World"\n{\n    over "Main"\n    {\n        float focalLength = ${n}\n    }\n}\n`,
  );

/** As fast as these tests may be. */
export const FAST: OpenOptions = { interval: 5, reconnect: { baseDelay: 5 }, handshakeTimeout: 5000 };

export interface StreamScene {
  readonly service: TestService;
  readonly client: SpatialClient;
  /** Returns another client of the same service. */
  clientWith(options: Partial<SpatialClientOptions>): SpatialClient;
  readonly log: string[];
  open(options?: OpenOptions): Promise<RenderStream>;
}

export async function setUp(
  service: ServiceOptions = {},
  client: Partial<SpatialClientOptions> = {},
): Promise<StreamScene> {
  const started = await startTestService(service);
  onTestFinished(() => started[Symbol.asyncDispose]());
  const log: string[] = [];
  const options: SpatialClientOptions = {
    baseUrl: started.baseUrl,
    apiKey: started.apiKey,
    retry: { baseDelay: 1 },
    logger: { attempt: (record) => log.push(JSON.stringify(record)) },
    ...client,
  };
  const made = new SpatialClient(options);
  return {
    service: started,
    client: made,
    clientWith: (more) => new SpatialClient({ ...options, ...more }),
    log,
    open: (options = {}) => made.streams.open(SCENE, { ...FAST, ...options }),
  };
}

/** Checks the invariants of every run: no violated rules, nothing left open, the whole script used. */
export async function expectClosed({ service, client }: StreamScene): Promise<void> {
  const { record, script } = service;
  // Unanswered requests stay half-open until the service ends.
  await record.until(({ openSockets }) => openSockets.every(({ plan }) => plan === "never-upgrades"));
  deepEqual(record.violations, []);
  deepEqual(record.openSessions, []);
  // Closing again has no effect.
  const { length } = record.requests;
  await client.close();
  equal(record.requests.length, length);
  deepEqual(script.left, []);
}

export async function failure(work: Promise<unknown>): Promise<Error> {
  const outcome = await work.then(
    () => "no error",
    (error: unknown) => error,
  );
  ok(outcome instanceof Error, String(outcome));
  return outcome;
}

export async function takeAll(stream: RenderStream): Promise<void> {
  for await (const _ of stream) continue;
}
