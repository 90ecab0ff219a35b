/** Starts the whole service. */
import { mkdirSync } from "node:fs";
import { limits } from "@usdkit/contract";
import { ApiKeys } from "./access/api-keys.ts";
import { RateLimit } from "./access/rate-limit.ts";
import { ManualClock, systemClock, type Clock } from "./settings/clock.ts";
import { FaultRules } from "./faults/fault.ts";
import { PartSlots } from "./http/part-slots.ts";
import { answerRequests, makeServer } from "./http/server.ts";
import type { Service } from "./http/service.ts";
import { ServiceVariants } from "./http/service-variants.ts";
import { fileUrl } from "./http/uploads.ts";
import { SceneReader } from "./operations/scene-reader.ts";
import { seedData } from "./operations/seed-data.ts";
import { defaultSettings, type Settings } from "./settings/settings.ts";
import { Closers } from "./start/closers.ts";
import { listen } from "./start/listen.ts";
import { openStores } from "./start/open-stores.ts";
import { openStreams, type Streams } from "./start/open-streams.ts";
import { openWork } from "./start/open-work.ts";
import { ownAddresses } from "./start/own-addresses.ts";
import type { Metrics } from "./status/metrics.ts";
import { logRequest, reportProblem as onProblem } from "./status/request-log.ts";
import { statusRoutes } from "./status/status-routes.ts";
import { StreamSockets } from "./streams/stream-sockets.ts";

/** A running service. It ends with `close`, or at the end of the block that declares it with `await using`. */
export interface Gateway extends AsyncDisposable {
  /** The service's base URL: `http://127.0.0.1:8787`. */
  readonly url: string;
  /** The manual clock, with `clock: "manual"`. */
  readonly clock: ManualClock | undefined;
  /** Process ids of the running workers. */
  readonly workerPids: () => readonly number[];
  /** Stops the service. Unfinished work restarts at the next start; sessions end. */
  close(): Promise<void>;
}

const OWNER_ONLY = 0o700;
/** Milliseconds. */
const RESUME_EVERY = 10_000;

/**
 * Starts the service in this process. Its workers are separate processes, started on demand.
 *
 * @param given Settings that differ from the defaults; `port` defaults to 0 here, which takes a free one.
 * @throws {StorageError} if another process uses the folder, or this Node has no SQLite. `SeedError` for seed data that cannot be read in.
 * @example
 * await using gateway = await startGateway({ data: folder, apiKeys: new Map([["key", "ada"]]) });
 * await fetch(`${gateway.url}/healthz`);
 */
export async function startGateway(given: Partial<Settings>): Promise<Gateway> {
  const settings: Settings = { ...defaultSettings, port: 0, ...given };
  mkdirSync(settings.data, { recursive: true, mode: OWNER_ONLY });
  const closers = new Closers();
  const clock = settings.clock === "manual" ? new ManualClock() : systemClock;
  try {
    const service = await openService(settings, clock, closers);
    await begin(service, closers);
    const pools = Object.values(service.dispatcher.pools);
    const close = (): Promise<void> => closers.close();
    return {
      url: service.addresses().base,
      clock: clock instanceof ManualClock ? clock : undefined,
      workerPids: () => pools.flatMap(({ pids }) => pids),
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

/** A service that listens, and runs no tasks yet. */
interface OpenService extends Service {
  readonly membership: Streams["membership"];
}

async function openService(settings: Settings, clock: Clock, closers: Closers): Promise<OpenService> {
  const stores = await openStores(settings, closers, onProblem);
  const variants = await ServiceVariants.named(settings.variants, clock);
  const metrics = await openMetrics(closers);
  const server = makeServer(settings);
  const addresses = ownAddresses(settings, server);
  const context = { settings, stores, clock, addresses, onProblem };
  const { close: closeStreams, ...streams } = await openStreams(context);
  const { close: closeWork, ...work } = openWork({ ...context, membership: streams.membership });
  const scenes = new SceneReader();
  closers.add(closeWork);
  closers.add(closeStreams);
  closers.add(() => scenes.close());
  const service: OpenService = {
    ...work,
    ...streams,
    settings,
    clock,
    storage: stores.storage,
    files: stores.files,
    scenes,
    internalSecret: stores.cluster?.secret,
    addresses: addresses.public,
    onProblem,
    keys: new ApiKeys(settings.apiKeys),
    jobRate: new RateLimit({ count: settings.jobsPerMinute, period: 60_000 }, clock),
    requestRate: new RateLimit({ count: settings.requestsPerSecond, period: 1000 }, clock),
    variants,
    partSlots: new PartSlots(limits.partsAtOnce),
    faults: new FaultRules(),
    onServed: (served) => {
      metrics.served(served);
      if (settings.requestLog) logRequest(served);
    },
  };
  metrics.observe(service);
  answerRequests(server, service, statusRoutes(service, metrics));
  await listen(server, streamSockets(service), settings, closers);
  return service;
}

async function openMetrics(closers: Closers): Promise<Metrics> {
  const metrics = new (await import("./status/metrics.ts")).Metrics();
  closers.add(() => metrics.close());
  return metrics;
}

function streamSockets({ sessions, membership, variants, addresses, settings }: OpenService): StreamSockets {
  return new StreamSockets({
    sessions,
    isAllowedOrigin: (given) => given === addresses().base || settings.origins.includes(given),
    numericCodes: variants.numericCodes,
    frameBeforeReady: variants.frameBeforeReady,
    ...(membership && { forward: membership.forward }),
  });
}

/** Resumes unfinished work. The service listens, so the base URLs of files are known. */
async function begin(service: OpenService, closers: Closers): Promise<void> {
  const { settings, uploads, dispatcher, membership, addresses } = service;
  await uploads.resume();
  if (membership !== undefined) {
    await membership.announce();
    // Other processes may stop in the middle of an upload.
    const timer = setInterval(() => void uploads.resume().catch(onProblem), RESUME_EVERY);
    closers.add(() => clearInterval(timer));
  }
  dispatcher.start();
  if (settings.seedData === undefined) return;
  const { storage, files, clock } = service;
  await seedData(settings.seedData, settings.apiKeys.values(), {
    storage,
    files,
    clock,
    maxFileSize: settings.maxFileSize,
    urlOf: (file) => fileUrl(addresses().base, file),
    wake: () => dispatcher.wake("render"),
  });
}
