/** Assembles the whole service. */
import { mkdirSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname } from "node:os";
import { limits } from "@usdkit/contract";
import { ApiKeys } from "./access/api-keys.ts";
import { RateLimit } from "./access/rate-limit.ts";
import { ManualClock, systemClock } from "./clock/clock.ts";
import { FaultRules } from "./faults/fault.ts";
import { FileFetcher } from "./fetching/file-fetcher.ts";
import type { FileStore } from "./files/file-store.ts";
import { openFiles } from "./files/open-files.ts";
import { ServiceVariants } from "./http/service-variants.ts";
import { PartSlots } from "./http/part-slots.ts";
import { makeServer } from "./http/server.ts";
import type { Addresses, Service } from "./http/service.ts";
import { fileUrl, Uploads } from "./http/uploads.ts";
import { Dispatcher } from "./operations/dispatcher.ts";
import { SceneReader } from "./operations/scene-reader.ts";
import { seedData } from "./operations/seed-data.ts";
import { findAssets } from "./operations/find-assets.ts";
import { defaultSettings, type Settings } from "./settings/settings.ts";
import { logRequest, reportProblem } from "./status/request-log.ts";
import { statusRoutes } from "./status/status-routes.ts";
import type { NodeRecord } from "./storage/cluster.ts";
import { openStorage, type OpenStorage } from "./storage/open-storage.ts";
import type { Storage } from "./storage/storage.ts";
import type { Membership } from "./streams/join-cluster.ts";
import { LocalHub } from "./streams/local-hub.ts";
import { Sessions } from "./streams/sessions.ts";
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
const SWEEP_EVERY = 600_000;

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
  const opened = await openStorage(settings, reportProblem);
  const closers: (() => unknown)[] = [() => opened.storage.close()];
  const close = async (): Promise<void> => {
    for (let next = closers.pop(); next !== undefined; next = closers.pop()) await next();
  };
  try {
    return await start(settings, opened, closers, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(
  settings: Settings,
  { storage, cluster }: OpenStorage,
  closers: (() => unknown)[],
  close: () => Promise<void>,
): Promise<Gateway> {
  const onProblem = reportProblem;
  const clock = settings.clock === "manual" ? new ManualClock() : systemClock;
  const variants = await ServiceVariants.named(settings.variants, clock);
  const { files, parts } = await openFiles(settings);
  const { Metrics } = await import("./status/metrics.ts");
  const metrics = new Metrics();
  closers.push(() => metrics.close());
  // The server listens further below, so the port is not known yet.
  const late: { server?: Server; membership?: Membership } = {};
  const addresses = (): Addresses => {
    const base = settings.publicUrl ?? origin(settings.host, late.server);
    return { base, upload: settings.uploadUrl ?? base };
  };
  const fetcher = new FileFetcher(storage, files, {
    // A file stored by one process is visible to all.
    ownUrls: () => [addresses().base, ...(late.membership?.bases() ?? [])],
    refresh: cluster && (async () => late.membership?.refresh()),
    hosts: settings.fetchHosts,
    maxSize: settings.maxFileSize,
    timeout: 60_000,
  });
  const uploads = new Uploads({ parts, storage, files, clock, onProblem });
  const { workers, missingAssets, engineCommand, background, taskTimeout } = settings;
  if (cluster === undefined) {
    // No other process uses the folder, so no lease is held.
    await storage.sweepLeases(Infinity);
    await files.sweep(() => storage.fileIds());
  } else closers.push(sweepNowAndThen(settings, storage, files));
  const dispatcher = new Dispatcher({
    storage,
    files,
    fetcher,
    clock,
    onProblem,
    workers,
    isWorking: settings.role !== "api",
    missingAssets,
    engineCommand,
    background,
    taskTimeout,
  });
  closers.push(() => uploads.close());
  closers.push(() => dispatcher.stop());
  const sessions = new Sessions({
    clock,
    active: settings.sessions,
    idle: settings.sessionIdle,
    background,
    onEnd: (id) => void cluster?.dropSession(id).catch(onProblem),
  });
  const localHub = new LocalHub(sessions, (user, meshes) =>
    findAssets(user, meshes, { storage, files }, missingAssets),
  );
  const self = (): NodeRecord => ({
    id: sessions.nodeId,
    role: settings.role,
    url: settings.internalUrl ?? internalOrigin(settings.host, late.server),
    base: addresses().base,
    sessions: sessions.list().length,
    maxSessions: settings.sessions,
  });
  const membership =
    cluster && (await import("./streams/join-cluster.ts")).joinCluster(cluster, localHub, self, onProblem);
  if (membership !== undefined) {
    late.membership = membership;
    closers.push(() => membership.leave());
  }
  closers.push(() => sessions.close());
  const scenes = new SceneReader();
  closers.push(() => scenes.close());
  const service: Service = {
    settings,
    clock,
    storage,
    files,
    uploads,
    fetcher,
    dispatcher,
    scenes,
    sessions,
    localHub,
    hub: membership?.hub ?? localHub,
    internalSecret: cluster?.secret,
    addresses,
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
  const isAllowedOrigin = (given: string): boolean => given === addresses().base || settings.origins.includes(given);
  const sockets = new StreamSockets({
    sessions,
    isAllowedOrigin,
    numericCodes: variants.numericCodes,
    frameBeforeReady: variants.frameBeforeReady,
    ...(membership && { forward: membership.forward }),
  });
  const server = makeServer(service, statusRoutes(service, metrics));
  late.server = server;
  server.on("upgrade", (request, socket, head) => sockets.upgrade(request, socket, head));
  closers.push(async () => {
    sockets.close();
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(settings.port, settings.host, resolve);
  });
  await uploads.resume();
  if (membership !== undefined) {
    await membership.announce();
    // Other processes may stop in the middle of an upload.
    const timer = setInterval(() => void uploads.resume().catch(onProblem), RESUME_EVERY);
    closers.push(() => clearInterval(timer));
  }
  // Now the base URLs of files are known.
  dispatcher.start();
  if (settings.seedData !== undefined) {
    await seedData(settings.seedData, settings.apiKeys.values(), {
      storage,
      files,
      clock,
      maxFileSize: settings.maxFileSize,
      urlOf: (file) => fileUrl(addresses().base, file),
      wake: () => dispatcher.wake("render"),
    });
  }
  const pools = Object.values(dispatcher.pools);
  return {
    url: addresses().base,
    clock: clock instanceof ManualClock ? clock : undefined,
    workerPids: () => pools.flatMap(({ pids }) => pids),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Other processes use the same files, so only old files without a row are orphans. One process sweeps at a time. */
function sweepNowAndThen({ orphanAge }: Settings, storage: Storage, files: FileStore): () => void {
  const sweep = (): void =>
    void storage
      .exclusively("sweep of files", async () => void (await files.sweep(() => storage.fileIds(), orphanAge)))
      .catch(reportProblem);
  sweep();
  const timer = setInterval(sweep, SWEEP_EVERY);
  return () => clearInterval(timer);
}

/** The URL at which other machines reach this process, if it is bound to all interfaces. */
function internalOrigin(host: string, server: Server | undefined): string {
  return origin(host === "0.0.0.0" || host === "::" ? hostname() : host, server);
}

function origin(host: string, server: Server | undefined): string {
  const { port } = (server?.address() ?? { port: 0 }) as AddressInfo;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
