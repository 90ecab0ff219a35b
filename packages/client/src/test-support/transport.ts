import { SpatialClient } from "../node-client.ts";
import { createTransport } from "../transport/create-transport.ts";
import type { AttemptRecord } from "../transport/log.ts";
import { readSettings, type ClientOptions } from "../transport/read-settings.ts";
import type { Transport } from "../transport/transport.ts";
import { scriptedFetch, type Act, type Sent } from "./scripted-fetch.ts";
import { VirtualClock } from "@usdkit/test-service/time/virtual-clock";

/** A transport whose service is a script, with a record of its activity. */
export interface Scripted {
  readonly transport: Transport;
  /** Another transport of the same service. */
  readonly client: SpatialClient;
  readonly clock: VirtualClock;
  readonly sent: readonly Sent[];
  readonly log: readonly AttemptRecord[];
  /** Runs until the promise settles; returns its value or error. */
  readonly outcome: <Value>(promise: Promise<Value>) => Promise<{ readonly value?: Value; readonly error?: unknown }>;
}

export const KEY = "test-key-0123456789";

export function scripted(
  script: readonly Act[] | ((sent: Sent, index: number) => Act),
  options: Partial<ClientOptions> & { readonly random?: () => number; readonly fetchRepeats?: boolean } = {},
): Scripted {
  const { random, fetchRepeats, ...client } = options;
  const clock = new VirtualClock(random);
  const { fetch, sent } = scriptedFetch(clock, script);
  const log: AttemptRecord[] = [];
  const apiKey = client.apiKey ?? KEY;
  const clientOptions: ClientOptions = {
    baseUrl: "https://gateway.example",
    fetch,
    clock,
    logger: { attempt: (record) => log.push(record) },
    ...client,
    apiKey,
  };
  return {
    transport: createTransport({ ...readSettings(clientOptions), fetchRepeats }, apiKey),
    client: new SpatialClient(clientOptions),
    clock,
    sent,
    log,
    outcome: (promise) =>
      clock.run(
        promise.then(
          (value) => ({ value }),
          (error: unknown) => ({ error }),
        ),
      ),
  };
}

/** Returns everything that an error contains, including its causes. */
export function everythingOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const fields = Object.fromEntries(Object.entries(error));
  return { ...fields, message: error.message, stack: error.stack, cause: everythingOf(error.cause) };
}
