/** A thread that checks or formats texts, or composes root layers. The pool starts the file of this module by its URL, so sources and bundles need no path. */
import type { MessagePort } from "node:worker_threads";
import { checkSource } from "../check/check-source.ts";
import { loadCheckOptions } from "../check/load-options.ts";
import type { RootComposer } from "../composed/root-composer.ts";
import type { ComposerSettings, RootTask } from "../composed/root-outcome.ts";
import { formatSource } from "./format-source.ts";
import { WORKER_MARK, type Outcome, type Reply, type Request, type Work } from "./protocol.ts";

/** The URL of this module. */
export const workerUrl: string = import.meta.url;

const { isMainThread, parentPort, ...threads } = process.getBuiltinModule("node:worker_threads");
if (!isMainThread && parentPort !== null && (threads.workerData as unknown) === WORKER_MARK) serve(parentPort);

function serve(port: MessagePort): void {
  const options = new Map<number, ReturnType<typeof loadCheckOptions>>();
  let composer: Promise<RootComposer> | undefined;
  let last: Promise<void> = Promise.resolve();
  port.on("message", (request: Request) => {
    if (request.kind === "options") {
      const loaded = loadCheckOptions(request.options);
      // Reported by each `await`; there may be none yet.
      loaded.catch(() => {});
      options.set(request.id, loaded);
      return;
    }
    if (request.kind === "stages") {
      composer = request.settings && newComposer(request.settings);
      return;
    }
    last = last.then(async () => {
      const { source, work, isMoved } = request;
      const outcome = await answered(async () => {
        if (work.kind === "compose") return composeRoot(work.root, composer);
        if (source === undefined) throw new Error("a worker was given no text");
        return doWork(source, work, work.kind === "check" ? options.get(work.options) : undefined);
      });
      const reply: Reply = { ...outcome, source: isMoved ? source : undefined };
      port.postMessage(reply, moved(reply));
    });
  });
}

async function answered(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

async function doWork(
  source: Uint8Array,
  work: Exclude<Work, { kind: "compose" }>,
  options: ReturnType<typeof loadCheckOptions> | undefined,
): Promise<Outcome> {
  if (work.kind === "format") return { formatted: formatSource(source) };
  return { checked: await checkSource(source, (await options) ?? {}, work.fix, work.known) };
}

/** A thread that composes nothing does not load composition. */
async function newComposer(settings: ComposerSettings): Promise<RootComposer> {
  const { RootComposer: Composer } = await import("../composed/root-composer.ts");
  return new Composer(settings);
}

async function composeRoot(root: RootTask, composer: Promise<RootComposer> | undefined): Promise<Outcome> {
  if (composer === undefined) throw new Error("a worker was not told how to compose");
  return { root: await (await composer).compose(root) };
}

/** The buffers that go back without a copy. */
function moved(reply: Reply): ArrayBuffer[] {
  const buffers = new Set<ArrayBufferLike>();
  if (reply.source !== undefined) buffers.add(reply.source.buffer);
  const text = textOf(reply);
  if (text !== undefined && ownsBuffer(text)) buffers.add(text.buffer);
  return [...buffers].filter((buffer) => buffer instanceof ArrayBuffer);
}

/** The new text in a reply. */
function textOf(reply: Reply): Uint8Array | undefined {
  if ("checked" in reply) return reply.checked.fixed;
  return "formatted" in reply && reply.formatted.kind === "changed" ? reply.formatted.text : undefined;
}

/** Whether the bytes are a whole buffer: a small Buffer may be a part of a shared one. */
export function ownsBuffer(bytes: Uint8Array): boolean {
  return bytes.byteLength === bytes.buffer.byteLength;
}
