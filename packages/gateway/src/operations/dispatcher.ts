/** Assigns queued tasks to worker processes and stores their outcomes. */
import { hostname } from "node:os";
import { makeOperationError, type BusinessCodeName } from "@usdkit/contract";
import type { Clock } from "../settings/clock.ts";
import type { FileFetcher } from "../fetching/file-fetcher.ts";
import type { FileStore } from "../files/file-store.ts";
import { sweepExpired, type Storage } from "../storage/storage.ts";
import type { ClaimedTask, Lane, TaskKind, TaskOutcome } from "../storage/task-storage.ts";
import type { Background } from "../workers/protocol.ts";
import { WorkerPool } from "../workers/worker-pool.ts";
import { WorkerDied, WorkerTimeout, WorkFailed } from "../workers/worker-process.ts";
import { inRootSpan } from "../tracing/spans.ts";
import { makeWithEngine } from "./make-with-engine.ts";
import { readMesh } from "./read-mesh.ts";
import { renderJob } from "./render-job.ts";
import { TaskFailure, type Runner } from "./runner.ts";

export interface DispatcherOptions {
  readonly storage: Storage;
  readonly files: FileStore;
  readonly fetcher: FileFetcher;
  readonly clock: Clock;
  /** Number of rendering processes. */
  readonly workers: number;
  /** Whether this process runs tasks. */
  readonly isWorking: boolean;
  readonly missingAssets: "fail" | "skip";
  readonly engineCommand: readonly string[];
  readonly background: Background;
  /** Milliseconds. */
  readonly taskTimeout: number;
  /** Called with internal errors. */
  readonly onProblem: (error: unknown) => void;
}

const runners: Readonly<Record<TaskKind, Runner>> = {
  job: renderJob,
  mesh: readMesh,
  "world-reconstruction": makeWithEngine,
  "world-generation": makeWithEngine,
  "image-to-3d": makeWithEngine,
  "text-to-3d": makeWithEngine,
  "material-transfer": makeWithEngine,
};

const lanes: readonly Lane[] = ["render", "engine"];
/** Duration of a lease and interval of its renewal, in milliseconds. */
const LEASE = 6000;
const RENEW_EVERY = 1500;
/** Expired guards and tokens are deleted once per this many renewals. */
const EXPIRE_EVERY = 8;
/** A scene that crashes this many worker processes is not retried. */
const MAX_ATTEMPTS = 5;

export class Dispatcher {
  readonly pools: Readonly<Record<Lane, WorkerPool>>;
  private readonly options: DispatcherOptions;
  private readonly owner = `${hostname()}-${process.pid}-${Date.now()}`;
  private readonly held = new Map<string, ClaimedTask>();
  private readonly running = new Set<Promise<void>>();
  private readonly claiming = new Set<Lane>();
  private readonly wanted = new Set<Lane>();
  private readonly timer: NodeJS.Timeout;
  private isStarted = false;
  private isStopped = false;
  private isTicking = false;
  private ticks = 0;
  private lastTick = performance.now();

  constructor(options: DispatcherOptions) {
    this.options = options;
    const { workers, isWorking } = options;
    this.pools = { render: new WorkerPool(isWorking ? workers : 0), engine: new WorkerPool(isWorking ? 1 : 0) };
    this.timer = setInterval(() => void this.tick(), RENEW_EVERY);
  }

  /** Starts with queued tasks. */
  start(): void {
    this.isStarted = true;
    this.options.storage.onTasks((lane) => this.wake(lane));
    for (const lane of lanes) this.wake(lane);
  }

  /** Call this after adding a task. */
  wake(lane: Lane): void {
    if (!this.isStarted || this.isStopped || !this.options.isWorking) return;
    this.wanted.add(lane);
    if (this.claiming.has(lane)) return;
    this.claiming.add(lane);
    this.keep(this.claim(lane).finally(() => this.claiming.delete(lane)));
  }

  /** Cancels running tasks; they restart at the next start. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearInterval(this.timer);
    await Promise.all(Object.values(this.pools).map((pool) => pool.close()));
    while (this.running.size > 0) await Promise.all(this.running);
  }

  private async tick(): Promise<void> {
    // Waits for an unavailable database.
    if (this.isTicking) return;
    this.isTicking = true;
    const { storage, clock, onProblem } = this.options;
    try {
      await storage.tasks.renewLeases([...this.held.values()], storage.leaseTime() + LEASE);
      // While the database was unavailable, no lease could be renewed: gives each process time to do so.
      const isLate = performance.now() - this.lastTick > LEASE;
      this.lastTick = performance.now();
      if (!isLate) await storage.tasks.sweepLeases(storage.leaseTime());
      if (this.ticks++ % EXPIRE_EVERY === 0) await sweepExpired(storage, clock.now());
    } catch (error) {
      onProblem(error);
    } finally {
      this.isTicking = false;
    }
    // Tasks that were requeued, or added by a process whose notification was lost.
    for (const lane of lanes) this.wake(lane);
  }

  private async claim(lane: Lane): Promise<void> {
    const pool = this.pools[lane];
    // A task may be added while the response to an earlier claim is in flight.
    while (this.wanted.delete(lane)) {
      while (!this.isStopped && pool.free > 0) {
        const until = this.options.storage.leaseTime() + LEASE;
        const tasks = await this.options.storage.tasks.claim(lane, pool.free, this.owner, until);
        if (tasks.length === 0) break;
        for (const task of tasks) this.begin(lane, task);
      }
    }
  }

  /** Awaited on shutdown. */
  private keep(work: Promise<void>): void {
    const kept = work.catch((error: unknown) => this.options.onProblem(error)).finally(() => this.running.delete(kept));
    this.running.add(kept);
  }

  private begin(lane: Lane, task: ClaimedTask): void {
    this.held.set(task.id, task);
    const run = this.run(lane, task).finally(() => {
      this.held.delete(task.id);
      this.wake(lane);
    });
    this.keep(run);
  }

  private async run(lane: Lane, task: ClaimedTask): Promise<void> {
    const { storage, files, clock } = this.options;
    let outcome: TaskOutcome;
    try {
      const { kind, id, attempts } = task;
      const attributes = { "task.kind": kind, "task.lane": lane, "task.id": id, "task.attempts": attempts };
      outcome = await inRootSpan(`task ${kind}`, attributes, () => this.perform(lane, task));
    } catch (error) {
      await this.settle(task, error);
      return;
    }
    if (await storage.tasks.complete(task, outcome, clock.now())) return;
    // Another process owns the task now and writes its own files.
    for (const file of outcome.files ?? []) await files.remove(file.id);
  }

  private perform(lane: Lane, task: ClaimedTask): Promise<TaskOutcome> {
    const { storage, files, fetcher, missingAssets, engineCommand, background, taskTimeout, clock } = this.options;
    const onProgress = (value: number): void => {
      storage.tasks.setProgress(task, value, clock.now()).catch((error: unknown) => this.options.onProblem(error));
    };
    return this.pools[lane].with((worker) =>
      runners[task.kind](task, {
        storage,
        files,
        fetcher,
        worker,
        missingAssets,
        engineCommand,
        background,
        timeout: taskTimeout,
        time: () => clock.now(),
        onProgress,
      }),
    );
  }

  /** Stores the outcome of a failed task. */
  private async settle(task: ClaimedTask, error: unknown): Promise<void> {
    const { storage, clock } = this.options;
    const fail = async (code: BusinessCodeName, message: string): Promise<void> => {
      const domain = task.kind === "job" || task.kind === "mesh" ? "rendercloud" : domainOf(task.kind);
      await storage.tasks.fail(task, makeOperationError(code, domain, message), clock.now());
    };
    if (error instanceof TaskFailure) await fail(error.code, error.message);
    else if (error instanceof WorkFailed) await fail(error.input ? "invalid-parameters" : "internal", error.message);
    else if (error instanceof WorkerTimeout) await fail("internal", error.message);
    else if (!(error instanceof WorkerDied)) {
      this.options.onProblem(error);
      await fail("internal", "the service failed");
    } else if (this.isStopped || !error.hadBegun || task.attempts < MAX_ATTEMPTS) {
      await storage.tasks.release(task, !this.isStopped && error.hadBegun);
    } else await fail("internal", `${error.message}, ${task.attempts} times`);
  }
}

function domainOf(kind: TaskKind): string {
  return kind === "world-generation" || kind === "world-reconstruction" ? "world" : "gen3d";
}
