/** A client of the model in this process, in virtual time. */
import {
  IN_PROCESS_ORIGINS,
  inProcessFetch,
  inProcessModel,
  inProcessWebSocket,
  type InProcessHost,
} from "@usdkit/test-service/model/in-process";
import type { ServiceModel } from "@usdkit/test-service/model/service-model";
import type { ServiceOptions } from "@usdkit/test-service/model/settings";
import { SCENE } from "@usdkit/test-service/examples/examples";
import { SpatialClient } from "../node-client.ts";
import type { Journey } from "./journey-bench.ts";
import { settle, VirtualClock } from "@usdkit/test-service/time/virtual-clock";

/** Rounds of the event loop without a request in flight, after which time advances. */
const IDLE_ROUNDS = 3;

export class ModelBench {
  readonly clock: VirtualClock = new VirtualClock();
  readonly model: ServiceModel;
  readonly client: SpatialClient;
  /** Base64 of a scene that the model accepts. */
  readonly usdContent: string = Buffer.from(SCENE).toString("base64");
  readonly #warnings: string[] = [];
  readonly #busy: () => number;

  constructor(settings: ServiceOptions = {}, host: InProcessHost = {}) {
    const time = { now: () => this.clock.now(), sleep: (milliseconds: number) => this.clock.sleep(milliseconds) };
    this.model = inProcessModel({ blockSize: 1000, queue: 1, fileSize: 4000, ...settings, ...time });
    const fetch = inProcessFetch(this.model);
    this.#busy = fetch.busy;
    this.client = new SpatialClient({
      baseUrl: IN_PROCESS_ORIGINS.gateway,
      apiKey: Object.keys(this.model.settings.keys)[0] ?? "",
      clock: this.clock,
      fetch,
      WebSocket: inProcessWebSocket(this.model, host),
      logger: { warn: (message) => this.#warnings.push(message) },
    });
  }

  /** Advances time until the promise settles, and returns its value or error. */
  async outcome<Value>(promise: Promise<Value>): Promise<{ readonly value?: Value; readonly error?: unknown }> {
    let outcome: { readonly value?: Value; readonly error?: unknown } | undefined;
    promise.then(
      (value) => (outcome = { value }),
      (error: unknown) => (outcome = { error }),
    );
    for (let idle = 0; outcome === undefined;) {
      await settle();
      idle = this.#busy() === 0 ? idle + 1 : 0;
      if (idle < IDLE_ROUNDS) continue;
      if (this.clock.next !== undefined) idle = 0;
      this.clock.step();
      if (idle > 10_000) throw new Error("nothing is left that could settle it");
    }
    return outcome;
  }

  /** Runs one journey through the client. */
  async run(
    journey: Journey,
  ): Promise<{ readonly value?: unknown; readonly error?: unknown; readonly wrong: readonly string[] }> {
    const outcome = await this.outcome(journey.go({ client: this.client, service: this.model }));
    const { record } = this.model;
    const wrong = [...record.violations];
    if ([...record.renders.values()].some((count) => count > 1)) wrong.push("rendered twice");
    return { ...outcome, wrong };
  }
}
