import { fork, type ChildProcess } from "node:child_process";
import { setPriority } from "node:os";
import type { Readable } from "node:stream";
import {
  BEAT_DESCRIPTOR,
  WORKER_ARGUMENT,
  type FromWorker,
  type ToWorker,
  type WorkerReplies,
  type WorkerRequest,
} from "./protocol.ts";

/** Thrown if a process ended, was killed or sent no heartbeat during its work. */
export class WorkerDied extends Error {
  override readonly name: string = "WorkerDied";
  /** Whether it had started the work; if not, the work is not the cause. */
  readonly hadBegun: boolean;

  constructor(message: string, hadBegun = false) {
    super(message);
    this.hadBegun = hadBegun;
  }
}

/** Thrown if work exceeded its timeout; its process was killed. */
export class WorkerTimeout extends Error {
  override readonly name: string = "WorkerTimeout";
}

/** Thrown if work failed while its process continues. */
export class WorkFailed extends Error {
  override readonly name: string = "WorkFailed";
  readonly input: boolean;

  /** @param input Whether the input is the cause. */
  constructor(input: boolean, message: string) {
    super(message);
    this.input = input;
  }
}

interface Pending {
  readonly resolve: (reply: never) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: ((value: number) => void) | undefined;
  hasBegun: boolean;
}

/** Options of a process. */
export interface WorkerOptions {
  /** Its `nice` value; see {@link priorities}. */
  readonly priority?: number;
  /** Milliseconds without a heartbeat after which it counts as dead: stopped (SIGSTOP) or stuck outside of JavaScript. */
  readonly silence?: number;
}

const MAX_SILENCE = 4000;

/**
 * Priorities of processes (`nice`). Callers are answered during rendering, and a moving camera waits for its next frame,
 * while no viewer waits for a job.
 */
export const priorities = { job: 10, session: 5 } as const;

const START = 12_000;

/** A worker process. It performs one request after the other. */
export class WorkerProcess {
  readonly died: Promise<void>;
  private readonly child: ChildProcess;
  private readonly pending = new Map<number, Pending>();
  private readonly watch: NodeJS.Timeout;
  private nextId = 1;
  private lastBeat = performance.now();
  private hasBegun = false;
  private reason: Error | undefined;

  private readonly silence: number;

  private constructor(file: string, { priority = priorities.job, silence = MAX_SILENCE }: WorkerOptions) {
    this.silence = silence;
    const stdio = ["ignore", "inherit", "inherit", "ipc", "pipe"] as const;
    this.child = fork(file, [WORKER_ARGUMENT], { serialization: "advanced", stdio: [...stdio], execArgv: [] });
    this.child.on("message", (message: FromWorker) => this.receive(message));
    // The process may be about to end; its end is handled below.
    this.child.on("error", () => undefined);
    this.died = new Promise((resolve) => {
      this.child.once("exit", (code, signal) => {
        clearInterval(this.watch);
        const reason = this.reason ?? new WorkerDied(`a worker process ended (${signal ?? code ?? "unknown"})`);
        this.reason = reason;
        for (const { reject, hasBegun } of this.pending.values()) {
          reject(reason instanceof WorkerDied ? new WorkerDied(reason.message, hasBegun) : reason);
        }
        this.pending.clear();
        resolve();
      });
    });
    const beats = this.child.stdio[BEAT_DESCRIPTOR] as Readable | null;
    beats?.on("data", () => {
      this.lastBeat = performance.now();
      this.hasBegun = true;
    });
    beats?.on("error", () => undefined);
    this.watch = setInterval(() => this.look(), 500);
    this.watch.unref();
    lowerPriority(this.child.pid, priority);
  }

  static async start(options: WorkerOptions = {}): Promise<WorkerProcess> {
    const { workerFile } = await import("./worker-main.ts");
    return new WorkerProcess(workerFile, options);
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  get isAlive(): boolean {
    return this.reason === undefined;
  }

  /**
   * @param options.timeout Milliseconds after which the process is killed.
   * @throws {WorkFailed} and the process continues.
   * @throws {WorkerDied} @throws {WorkerTimeout} and the process ends.
   */
  async ask<Request extends WorkerRequest>(
    request: Request,
    options: { readonly timeout?: number; readonly onProgress?: (value: number) => void } = {},
  ): Promise<WorkerReplies[Request["kind"]]> {
    if (this.reason !== undefined) throw this.reason;
    const id = this.nextId++;
    const message: ToWorker = { id, request };
    const { timeout, onProgress } = options;
    const late = (): void => this.kill(new WorkerTimeout(`it took longer than ${timeout ?? 0} ms`));
    const timer = timeout === undefined ? undefined : setTimeout(late, timeout);
    try {
      return await new Promise((resolve, reject) => {
        this.pending.set(id, { resolve, reject, onProgress, hasBegun: false });
        this.child.send(message, (error) => {
          if (error !== null) this.kill(new WorkerDied(`a worker process cannot be reached: ${error.message}`));
        });
      });
    } finally {
      clearTimeout(timer);
      this.pending.delete(id);
    }
  }

  /** Ends the process; pending requests are rejected with the reason. */
  kill(reason: Error = new WorkerDied("the worker process was ended")): void {
    this.reason ??= reason;
    this.child.kill("SIGKILL");
  }

  private look(): void {
    // The first heartbeat comes when the process has started, which takes long on a busy machine.
    const silence = this.hasBegun ? this.silence : START;
    if (performance.now() - this.lastBeat < silence) return;
    this.kill(new WorkerDied(`a worker process gave no sign of life for ${silence} ms`));
  }

  private receive(message: FromWorker): void {
    const pending = this.pending.get(message.id);
    if (message.type === "begun") {
      if (pending !== undefined) pending.hasBegun = true;
    } else if (message.type === "progress") pending?.onProgress?.(message.value);
    else if (message.type === "done") pending?.resolve(message.reply as never);
    else pending?.reject(new WorkFailed(message.cause === "input", message.message));
  }
}

function lowerPriority(pid: number | undefined, priority: number): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, priority);
  } catch {
    // It has ended, or the system does not allow it.
  }
}
