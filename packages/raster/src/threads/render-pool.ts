import { type Asset, AssetError } from "@usdkit/assets";
import { RenderError } from "../errors/render-error.ts";
import { counters } from "../bands/frame.ts";
import type { Frame } from "../bands/frame.ts";
import type { UnfinishedImage } from "../prepare/mipmaps.ts";
import { canShare, sharedBytes } from "../prepare/shared-arrays.ts";
import { cores } from "./cores.ts";
import type { Executor } from "./executor.ts";
import { yieldToEventLoop } from "./pause.ts";
import type { Reply, Request, SentLoadOptions } from "./protocol.ts";
import { FramePacker } from "./sent-frame.ts";
import { startWorker, type WebWorker, type WorkerHandle } from "./worker-handle.ts";

/** Bytes of a file that are copied between two pauses. */
const COPY_BYTES = 1 << 24;
/** Files that are decoded at the same time, at most. */
const MAX_LOADS = 4;

/** How a pool starts its threads. */
export interface RenderPoolOptions {
  /**
   * Makes a worker in a browser whose bundler moves modules: one of the module `@usdkit/raster/worker`, as a module worker whose
   * name is `@usdkit/raster worker`.
   */
  readonly createWorker?: (() => WebWorker) | undefined;
}

/** A worker, and the callback that waits for its reply. */
interface Member {
  readonly handle: WorkerHandle;
  settle: ((reply: Reply) => void) | undefined;
  isGone: boolean;
}

/**
 * Threads that render frames, kept from one frame to the next. They start when they are first needed, and do not keep the process
 * alive while idle. A pool serves any number of scenes, also at the same time.
 *
 * @example
 * await using pool = new RenderPool();
 * for (const scene of scenes) await render(scene, assets, { pool });
 */
export class RenderPool {
  readonly #idle: Member[] = [];
  readonly #all = new Set<Member>();
  readonly #options: RenderPoolOptions;
  readonly #packer = new FramePacker();
  /** Loads that wait for a running one to end. */
  readonly #waiting: (() => void)[] = [];
  #loads = 0;
  #isClosed = false;

  constructor(options: RenderPoolOptions = {}) {
    this.#options = options;
  }

  /** How many threads there are, idle ones included. */
  get size(): number {
    return this.#all.size;
  }

  /** Ends all threads. Their running work is rejected. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#idle.length = 0;
    for (const next of this.#waiting.splice(0)) next();
    const members = [...this.#all];
    this.#all.clear();
    await Promise.all(members.map(({ handle }) => handle.terminate()));
    for (const member of members) this.#end(member, "the pool was closed");
  }

  /** Ends the threads, for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /**
   * Starts threads for work that will come: they load while the calling thread does something else.
   *
   * @internal
   */
  start(threads: number): void {
    if (this.#isClosed || !canShare) return;
    const members = Array.from({ length: Math.max(0, threads - this.#all.size) }, () => this.#take());
    for (const member of members) this.#give(member);
  }

  /**
   * Gives a frame to the given number of threads while `use` runs.
   *
   * @internal
   */
  async lend(
    frame: Frame,
    threads: number,
    signal: AbortSignal | undefined,
    use: (executor: Executor) => Promise<void>,
  ): Promise<void> {
    if (this.#isClosed) throw new RenderError("thread", "the pool is closed");
    if (!canShare) throw new RenderError("thread", "SharedArrayBuffer is not available: use one thread");
    const members = Array.from({ length: threads }, () => this.#take());
    const stop = (): void => void Atomics.store(frame.counters, counters.abort, 1);
    signal?.addEventListener("abort", stop);
    try {
      signal?.throwIfAborted();
      const sent = this.#packer.pack(frame);
      for (const { handle } of members) handle.post({ kind: "frame", sent });
      await use({
        threads,
        setLook(look) {
          for (const { handle } of members) handle.post({ kind: "look", look });
        },
        async run(steps, lists) {
          await askAll(members, { kind: "run", steps, lists }, stop);
          signal?.throwIfAborted();
        },
      });
    } finally {
      signal?.removeEventListener("abort", stop);
      for (const member of members) this.#give(member);
    }
  }

  /**
   * Returns what `loadAsset` returns, decoded in one of the threads: the calling thread's event loop goes on meanwhile. The arrays
   * are on shared memory.
   *
   * @param given Without functions, which cannot be sent to a thread.
   * @throws {AssetError} as `loadAsset` does; {RenderError} `thread` if the pool is closed or the thread ends.
   * @example
   * const asset = await pool.loadAsset(await readFile("room.ply"));
   */
  async loadAsset(bytes: Uint8Array, given: SentLoadOptions = {}): Promise<Asset> {
    if (!canShare) throw new RenderError("thread", "SharedArrayBuffer is not available: use loadAsset");
    return await this.#whenFree(async (member) => {
      const { limits, maps, format, materialVariant } = given;
      const options: SentLoadOptions = { limits, maps, format, materialVariant };
      const request: Request = { kind: "load", bytes: await shareBytes(bytes), options };
      const reply = await ask(member, request);
      if (reply.kind === "loaded") return reply.asset;
      if (reply.kind === "rejected") {
        const { problem, reason, offset, where } = reply.error;
        throw new AssetError(problem, reason, { offset, where });
      }
      throw failed(reply);
    });
  }

  /**
   * Makes the mipmaps of images on shared memory in one of the threads.
   *
   * @internal
   */
  async makeMipmaps(images: readonly UnfinishedImage[]): Promise<void> {
    await this.#whenFree(async (member) => {
      const reply = await ask(member, { kind: "mipmaps", images });
      if (reply.kind !== "done") throw failed(reply);
    });
  }

  /** Lends a thread for work other than frames: not more of them than there are cores. */
  async #whenFree<T>(use: (member: Member) => Promise<T>): Promise<T> {
    if (this.#loads >= Math.min(MAX_LOADS, cores())) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
    if (this.#isClosed) throw new RenderError("thread", "the pool is closed");
    this.#loads++;
    const member = this.#take();
    try {
      return await use(member);
    } finally {
      this.#give(member);
      this.#loads--;
      this.#waiting.shift()?.();
    }
  }

  #take(): Member {
    const idle = this.#idle.pop();
    if (idle !== undefined) {
      idle.handle.hold(true);
      return idle;
    }
    const member: Member = { handle: startWorker(this.#options.createWorker), settle: undefined, isGone: false };
    member.handle.listen(
      (reply) => {
        const { settle } = member;
        member.settle = undefined;
        settle?.(reply);
      },
      (reason) => this.#end(member, reason),
    );
    this.#all.add(member);
    return member;
  }

  #give(member: Member): void {
    if (member.isGone || this.#isClosed) return;
    member.handle.post({ kind: "end" });
    member.handle.hold(false);
    this.#idle.push(member);
  }

  #end(member: Member, reason: string): void {
    if (member.isGone) return;
    member.isGone = true;
    this.#all.delete(member);
    const place = this.#idle.indexOf(member);
    if (place >= 0) this.#idle.splice(place, 1);
    const { settle } = member;
    member.settle = undefined;
    settle?.({ kind: "failed", error: reason });
  }
}

function failed(reply: Reply): RenderError {
  return new RenderError("thread", `a thread failed: ${reply.kind === "failed" ? reply.error : reply.kind}`);
}

/** Copies in pieces, with pauses: files may be large. */
async function shareBytes(bytes: Uint8Array): Promise<Uint8Array> {
  const shared = sharedBytes(bytes.length);
  for (let from = 0; from < bytes.length; from += COPY_BYTES) {
    if (from > 0) await yieldToEventLoop();
    shared.set(bytes.subarray(from, from + COPY_BYTES), from);
  }
  return shared;
}

/** Sends a member a request and resolves with its reply. */
function ask(member: Member, request: Request, onReply?: (reply: Reply) => void): Promise<Reply> {
  return new Promise<Reply>((resolve) => {
    if (member.isGone) {
      resolve({ kind: "failed", error: "the worker has ended" });
      return;
    }
    member.settle = (reply) => {
      onReply?.(reply);
      resolve(reply);
    };
    member.handle.post(request);
  });
}

/** Sends all members a request and waits for all replies, so that no worker writes afterwards. */
async function askAll(members: readonly Member[], request: Request, stop: () => void): Promise<void> {
  // If one fails the image cannot be finished: the others stop.
  const stopOnFailure = (reply: Reply): void => {
    if (reply.kind === "failed") stop();
  };
  const replies = await Promise.all(members.map((member) => ask(member, request, stopOnFailure)));
  const failed = replies.find((reply) => reply.kind === "failed");
  if (failed !== undefined) throw new RenderError("thread", `a thread failed: ${failed.error}`);
}
