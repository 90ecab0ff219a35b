/** The whole service, put together. */
import { mkdirSync } from "node:fs";
import type { AddressInfo } from "node:net";
import type { Server } from "node:http";
import { join } from "node:path";
import { ApiKeys } from "./access/api-keys.ts";
import { RateLimit } from "./access/rate-limit.ts";
import { ManualClock, systemClock } from "./clock/clock.ts";
import { FaultRules } from "./faults/fault.ts";
import { FileFetcher } from "./fetching/file-fetcher.ts";
import { FileStore } from "./files/file-store.ts";
import { PartStore } from "./files/part-store.ts";
import { makeServer } from "./http/server.ts";
import type { Addresses, Service } from "./http/service.ts";
import { fileUrl, Uploads } from "./http/uploads.ts";
import { Dispatcher } from "./operations/dispatcher.ts";
import { seedData } from "./operations/seed-data.ts";
import { defaultSettings, type Settings } from "./settings/settings.ts";
import { StorageError } from "./storage/storage-error.ts";
import { Metrics } from "./status/metrics.ts";
import { logRequest, reportProblem } from "./status/request-log.ts";
import { statusRoutes } from "./status/status-routes.ts";
import { Sessions } from "./streams/sessions.ts";
import { StreamSockets } from "./streams/stream-sockets.ts";

/** A service that runs. It ends with `close`, or at the end of the block that has it by `await using`. */
export interface Gateway extends AsyncDisposable {
  /** Where callers reach it: `http://127.0.0.1:8787`. */
  readonly url: string;
  /** The clock that `clock: "manual"` asked for. */
  readonly clock: ManualClock | undefined;
  /** Process ids of the workers that run now. */
  readonly workerPids: () => readonly number[];
  /** Ends it. Work that was begun begins anew at the next start; sessions end. */
  close(): Promise<void>;
}

const OWNER_ONLY = 0o700;

/**
 * Starts the service in this process. Its workers are processes of their own, started when there is work.
 *
 * @param given What differs from the defaults; `port` is 0 here, which takes a free one.
 * @throws {StorageError} where another process uses the folder, or this Node has no SQLite. `SeedError` for seed data that cannot be read in.
 * @example
 * await using gateway = await startGateway({ data: folder, apiKeys: new Map([["key", "ada"]]) });
 * await fetch(`${gateway.url}/healthz`);
 */
export async function startGateway(given: Partial<Settings>): Promise<Gateway> {
  const settings: Settings = { ...defaultSettings, port: 0, ...given };
  mkdirSync(settings.data, { recursive: true, mode: OWNER_ONLY });
  // Not with the package: before 22.13, Node has SQLite only behind a flag.
  const { openSqlite } = await import("./storage/sqlite/open-sqlite.ts").catch(withoutSqlite);
  const storage = openSqlite(join(settings.data, "database"));
  const closers: (() => unknown)[] = [() => storage.close()];
  const close = async (): Promise<void> => {
    for (let next = closers.pop(); next !== undefined; next = closers.pop()) await next();
  };
  try {
    return await start(settings, storage, closers, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(
  settings: Settings,
  storage: Service["storage"],
  closers: (() => unknown)[],
  close: () => Promise<void>,
): Promise<Gateway> {
  const onProblem = reportProblem;
  const clock = settings.clock === "manual" ? new ManualClock() : systemClock;
  const files = await FileStore.open(settings.data);
  const parts = await PartStore.open(settings.data);
  const metrics = new Metrics();
  // Listens further below; its port is known then.
  const listening: { server?: Server } = {};
  const addresses = (): Addresses => {
    const base = settings.publicUrl ?? origin(settings.host, listening.server);
    return { base, upload: settings.uploadUrl ?? base };
  };
  const fetcher = new FileFetcher(storage, files, {
    ownUrls: () => [addresses().base],
    hosts: settings.fetchHosts,
    maxSize: settings.maxFileSize,
    timeout: 60_000,
  });
  const uploads = new Uploads({ parts, storage, files, clock, onProblem });
  const { workers, missingAssets, engineCommand, taskTimeout } = settings;
  // Nobody else has the folder: whatever was begun is nobody's now.
  await storage.sweepLeases(Infinity);
  await files.sweep(await storage.fileIds());
  const dispatcher = new Dispatcher({
    storage,
    files,
    fetcher,
    clock,
    onProblem,
    workers,
    missingAssets,
    engineCommand,
    taskTimeout,
  });
  closers.push(() => uploads.close());
  closers.push(() => dispatcher.stop());
  const sessions = new Sessions({ clock, active: settings.sessions, idle: settings.sessionIdle });
  closers.push(() => sessions.close());
  const service: Service = {
    settings,
    clock,
    storage,
    files,
    uploads,
    fetcher,
    dispatcher,
    sessions,
    addresses,
    onProblem,
    keys: new ApiKeys(settings.apiKeys),
    jobRate: new RateLimit({ count: settings.jobsPerMinute, period: 60_000 }, clock),
    requestRate: new RateLimit({ count: settings.requestsPerSecond, period: 1000 }, clock),
    faults: new FaultRules(),
    onServed: (served) => {
      metrics.served(served);
      if (settings.requestLog) logRequest(served);
    },
  };
  const isAllowedOrigin = (given: string): boolean => given === addresses().base || settings.origins.includes(given);
  const sockets = new StreamSockets({ sessions, isAllowedOrigin });
  const server = makeServer(service, statusRoutes(service, metrics));
  listening.server = server;
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
  // What waited when the last process ended.
  dispatcher.wake("render");
  dispatcher.wake("engine");
  await uploads.resume();
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

/** @throws {StorageError} which says what to do, where it is Node that has no SQLite. */
function withoutSqlite(cause: unknown): never {
  const isOld = cause instanceof Error && "code" in cause && cause.code === "ERR_UNKNOWN_BUILTIN_MODULE";
  if (!isOld) throw cause;
  const hint = "use 22.13 or newer, or NODE_OPTIONS=--experimental-sqlite";
  throw new StorageError(`Node ${process.version} has no SQLite by itself: ${hint}`, { cause });
}

function origin(host: string, server: Server | undefined): string {
  const { port } = (server?.address() ?? { port: 0 }) as AddressInfo;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
