import type { AttemptRecord, ClientOptions, Clock } from "@usdkit/client";
import { ServiceClient } from "../../packages/client/src/spatial-client.ts";
import { memorySource } from "../../packages/client/src/test-support/memory-source.ts";
import type { Platform } from "../../packages/client/src/platform/platform.ts";
import { VirtualClock } from "@usdkit/test-service/time/virtual-clock";
import { SimNetwork } from "./network.ts";
import { SimRandom } from "./random.ts";
import { SimService } from "./service.ts";
import type { Subject } from "./subject.ts";
import { simWebSockets } from "./sockets.ts";
import { drawWeather, type Weather } from "./weather.ts";

/** A client, and what it was made with. */
export interface SimClient {
  readonly client: ServiceClient;
  readonly settings: ClientOptions;
}

/** The parts of a run: the service, the network and the clients, on one clock and one seed. */
export interface SimWorld {
  readonly subject: Subject;
  readonly random: SimRandom;
  readonly clock: VirtualClock;
  readonly service: SimService;
  readonly network: SimNetwork;
  readonly weather: Weather;
  /** Every attempt of every client, as it was logged. */
  readonly log: { readonly client: number; readonly record: AttemptRecord }[];
  readonly problems: string[];
  /** WebSockets that no client has begun to close. */
  readonly openSockets: () => number;
  readonly trace: (line: string) => void;
  /** Tokens that each client may spend on retries. */
  readonly budget: number;
  /** Another client: a restarted one has no state of the previous one. */
  makeClient(): SimClient;
  /** A trace context, which identifies a call. */
  nextCall(): string;
}

/** The client, on a platform without disks: reading one takes real time, which a run has none of. */
class SimSpatialClient extends ServiceClient {}

const unused = (): never => {
  throw new Error("No run needs that");
};
const platform: Platform = {
  fetchRepeats: false,
  openSource: (source) => Promise.resolve(memorySource(source as Uint8Array<ArrayBuffer>)),
  checkSource: unused,
  openSink: unused,
  createMd5: unused,
  webSocket: unused,
};

/** Draws the world of a seed. */
export function makeWorld(seed: number, subject: Subject, trace?: (line: string) => void): SimWorld {
  const random = new SimRandom(seed);
  const clock = new VirtualClock(() => random.next());
  const start = clock.now();
  const say =
    trace === undefined
      ? () => {}
      : (line: string): void => trace(`${(clock.now() - start).toFixed(0).padStart(7)} ms  ${line}`);
  const weather = drawWeather(random, start);
  const problems: string[] = [];
  const service = new SimService(random, () => clock.now(), problems);
  const sockets = simWebSockets({ clock, random, weather }, service, say);
  const network = new SimNetwork({ clock, random, service, weather, problems, ...sockets }, say);
  const log: SimWorld["log"] = [];
  const budget = random.pick([500, 500, 25, 10]);
  rotateKeys(service, clock, random);
  let clients = 0;
  let calls = 0;

  return {
    random,
    clock,
    service,
    network,
    weather,
    log,
    problems,
    openSockets: sockets.open,
    trace: say,
    budget,
    subject,
    makeClient: () => {
      const number = ++clients;
      const { wrapFetch = same, wrapClock = same, retry } = subject;
      const settings: ClientOptions = {
        baseUrl: "https://gateway.example",
        apiKey: () => service.key,
        fetch: wrapFetch(network.fetchFor(number)),
        retry: { budget, ...retry },
        clock: wrapClock(stalling(clock, random, weather.stalls)),
        logger: { attempt: (record) => log.push({ client: number, record }) },
      };
      const client = new SimSpatialClient({ ...settings, WebSocket: sockets.WebSocket }, platform);
      return { client, settings };
    },
    nextCall: () => `00-${String(++calls).padStart(32, "0")}-0000000000000001-01`,
  };
}

function same<Value>(value: Value): Value {
  return value;
}

/** A clock whose waits are now and then far longer than they should be: the machine slept. */
function stalling(clock: VirtualClock, random: SimRandom, share: number): Clock {
  return {
    now: () => clock.now(),
    random: () => clock.random(),
    sleep: (milliseconds, signal) =>
      clock.sleep(
        share > 0 && random.chance(share) ? milliseconds + random.between(1000, 120_000) : milliseconds,
        signal,
      ),
  };
}

/** How long a key is good after the next one can be read, in milliseconds. */
const KEY_OVERLAP = 1000;

/** Keys expire; reading again returns the new one. Each outlasts the wait between two attempts of a call. */
function rotateKeys(service: SimService, clock: VirtualClock, random: SimRandom): void {
  const turns = random.pick([0, 0, 1, 2]);
  let time = random.between(1, 60_000);
  for (let i = 1; i <= turns; i++) {
    clock.after(time, () => {
      service.formerKey = service.key;
      service.key = `sim-key-number-${i}`;
      clock.after(KEY_OVERLAP, () => (service.formerKey = undefined));
    });
    time += random.between(10_000, 60_000);
  }
}
