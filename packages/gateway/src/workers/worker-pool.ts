import { WorkerProcess } from "./worker-process.ts";

/** A pool of worker processes, started on demand and stopped when idle. */
export class WorkerPool {
  readonly size: number;
  private readonly idleTime: number;
  private readonly idle: { readonly worker: WorkerProcess; readonly timer: NodeJS.Timeout }[] = [];
  private readonly busy = new Set<WorkerProcess>();
  private taken = 0;
  private isClosed = false;

  /** @param idleTime Milliseconds after which an idle process is stopped. */
  constructor(size: number, idleTime = 60_000) {
    this.size = size;
    this.idleTime = idleTime;
  }

  /** Number of tasks that can start now. */
  get free(): number {
    return this.isClosed ? 0 : this.size - this.taken;
  }

  /** Process ids of running workers. */
  get pids(): readonly number[] {
    const workers = [...this.busy, ...this.idle.map(({ worker }) => worker)];
    return workers.map(({ pid }) => pid).filter((pid) => pid !== undefined);
  }

  /** Runs `use` with a process of its own. */
  async with<Result>(use: (worker: WorkerProcess) => Promise<Result>): Promise<Result> {
    this.taken++;
    let worker: WorkerProcess | undefined;
    try {
      worker = this.takeIdle() ?? (await WorkerProcess.start());
      this.busy.add(worker);
      if (this.isClosed) worker.kill();
      return await use(worker);
    } finally {
      this.taken--;
      if (worker !== undefined) this.giveBack(worker);
    }
  }

  /** Stops all processes. */
  async close(): Promise<void> {
    this.isClosed = true;
    const workers = [...this.busy, ...this.idle.map(({ worker }) => worker)];
    for (const { timer } of this.idle) clearTimeout(timer);
    for (const worker of workers) worker.kill();
    await Promise.all(workers.map(({ died }) => died));
  }

  private takeIdle(): WorkerProcess | undefined {
    for (let row = this.idle.pop(); row !== undefined; row = this.idle.pop()) {
      clearTimeout(row.timer);
      if (row.worker.isAlive) return row.worker;
    }
    return undefined;
  }

  private giveBack(worker: WorkerProcess): void {
    this.busy.delete(worker);
    if (!worker.isAlive || this.isClosed) return;
    const timer = setTimeout(() => {
      const at = this.idle.findIndex((row) => row.worker === worker);
      if (at >= 0) this.idle.splice(at, 1);
      worker.kill();
    }, this.idleTime);
    timer.unref();
    this.idle.push({ worker, timer });
  }
}
