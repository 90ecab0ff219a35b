/** A client of the model in this process, in virtual time. */
import {
  IN_PROCESS_ORIGINS,
  inProcessFetch,
  inProcessModel,
  inProcessWebSocket,
} from "../../test-service/model/in-process.ts";
import type { ServiceModel } from "../../test-service/model/service-model.ts";
import type { ServiceOptions } from "../../test-service/settings.ts";
import { SCENE } from "../../test-service/test-support/examples.ts";
import { SpatialClient } from "../node-client.ts";
import type { Journey } from "./journey-bench.ts";
import { settle, VirtualClock } from "./virtual-clock.ts";

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

  constructor(settings: ServiceOptions = {}) {
    const time = { now: () => this.clock.now(), sleep: (milliseconds: number) => this.clock.sleep(milliseconds) };
    this.model = inProcessModel({ blockSize: 1000, queue: 1, fileSize: 4000, ...settings, ...time });
    const fetch = inProcessFetch(this.model);
    this.#busy = fetch.busy;
    this.client = new SpatialClient({
      baseUrl: IN_PROCESS_ORIGINS.gateway,
      apiKey: Object.keys(this.model.settings.keys)[0] ?? "",
      clock: this.clock,
      fetch,
      WebSocket: inProcessWebSocket(this.model),
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
