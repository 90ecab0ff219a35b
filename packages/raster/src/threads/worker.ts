/**
 * A thread that makes frames. It is started from the address of this very module, so it is found in the sources, in the built
 * package and in a bundle alike. Browsers that load the package through a bundler start this module as a module worker of
 * their own; see `RenderPoolOptions.createWorker`.
 */
import { ThreadMemory } from "../bands/thread-memory.ts";
import { counters } from "../bands/frame.ts";
import type { Frame } from "../bands/frame.ts";
import { fillMipmaps } from "../prepare/mipmaps.ts";
import { work } from "./kernels.ts";
import { WORKER_MARK, type Reply, type Request, type SentLoadOptions } from "./protocol.ts";
import { unpackFrame } from "./sent-frame.ts";
import { shareAsset } from "./share-asset.ts";

/** Bytes that a thread may keep between frames. */
const KEPT_BYTES = 64 << 20;

/** Where this module is. */
export const workerUrl: string = import.meta.url;

/** What a worker of the web sees of itself. */
interface WebScope {
  readonly name?: unknown;
  addEventListener(type: "message", listener: (event: { readonly data: Request }) => void): void;
  postMessage(reply: Reply, moved: readonly never[]): void;
}

start();

function start(): void {
  const threads = globalThis.process?.getBuiltinModule?.("node:worker_threads");
  if (threads !== undefined) {
    const { isMainThread, parentPort } = threads;
    if (isMainThread || parentPort === null || (threads.workerData as unknown) !== WORKER_MARK) return;
    const handle = replier((reply) => parentPort.postMessage(reply, []));
    parentPort.on("message", handle);
    return;
  }
  const scope = globalThis as unknown as WebScope;
  if (scope.name !== WORKER_MARK || typeof scope.postMessage !== "function") return;
  const handle = replier((reply) => scope.postMessage(reply, []));
  scope.addEventListener("message", ({ data }) => handle(data));
}

function replier(send: (reply: Reply) => void): (request: Request) => void {
  let frame: Frame | undefined;
  let memory = new ThreadMemory();
  return (request) => {
    if (request.kind === "load") {
      void load(request.bytes, request.options).catch(failure).then(send);
      return;
    }
    if (request.kind === "mipmaps") {
      for (const image of request.images) fillMipmaps(image);
      send({ kind: "done" });
      return;
    }
    if (request.kind === "look") {
      frame = frame && { ...frame, look: request.look };
      return;
    }
    if (request.kind !== "run") {
      frame = request.kind === "frame" ? unpackFrame(request.sent) : undefined;
      if (memory.bytes > KEPT_BYTES) memory = new ThreadMemory();
      return;
    }
    try {
      if (frame === undefined) throw new Error("no frame was given");
      for (const _ of work(request.steps, { frame, lists: request.lists, memory })) {
        if (Atomics.load(frame.counters, counters.abort) !== 0) break;
      }
      send({ kind: "done" });
    } catch (error) {
      send(failure(error));
    }
  };
}

/** Decodes a file. The loaders are only in threads that need them: they take longer to load than all else. */
async function load(shared: Uint8Array, options: SentLoadOptions): Promise<Reply> {
  const { AssetError, loadAsset } = await import("@usdkit/assets");
  try {
    // `slice` copies to memory that is not shared: decoders accept no other.
    return { kind: "loaded", asset: shareAsset(await loadAsset(shared.slice(), options)) };
  } catch (error) {
    if (!(error instanceof AssetError)) return failure(error);
    const { problem, reason, offset, where } = error;
    return { kind: "rejected", error: { problem, reason, offset, where } };
  }
}

function failure(error: unknown): Reply {
  return { kind: "failed", error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
