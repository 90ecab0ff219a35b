/** A thread that checks texts. The pool starts the file of this module by its URL, so sources and bundles need no path. */
import type { MessagePort } from "node:worker_threads";
import type { Rule } from "@usdkit/validate";
import { checkSource } from "../check/check-source.ts";
import { toCheckOptions, type WireOptions } from "../check/wire-options.ts";
import { WORKER_MARK, type Reply, type Request } from "./protocol.ts";

/** The URL of this module. */
export const workerUrl: string = import.meta.url;

const { isMainThread, parentPort, ...threads } = process.getBuiltinModule("node:worker_threads");
if (!isMainThread && parentPort !== null && (threads.workerData as unknown) === WORKER_MARK) serve(parentPort);

function serve(port: MessagePort): void {
  const options = new Map<number, ReturnType<typeof loadOptions>>();
  let last: Promise<void> = Promise.resolve();
  port.on("message", (request: Request) => {
    if (request.kind === "options") {
      const loaded = loadOptions(request.options);
      // Reported by each `await`; there may be none yet.
      loaded.catch(() => {});
      options.set(request.id, loaded);
      return;
    }
    last = last.then(async () => {
      const reply = await answer(request, options.get(request.options));
      port.postMessage(reply, moved(request, reply));
    });
  });
}

async function answer(
  { source, fix, isMoved }: Extract<Request, { kind: "check" }>,
  options: ReturnType<typeof loadOptions> | undefined,
): Promise<Reply> {
  const back = isMoved ? source : undefined;
  try {
    return { checked: await checkSource(source, (await options) ?? {}, fix), source: back };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error), source: back };
  }
}

async function loadOptions(wire: WireOptions): Promise<ReturnType<typeof toCheckOptions>> {
  const customRules: Rule[] = [];
  for (const { file, override } of wire.customRuleSources) {
    const { loadConfig } = await import("../config/load-config.ts");
    const { config } = await loadConfig(file, process.cwd());
    const scope = override === null ? config : config.overrides?.[override];
    customRules.push(...(scope?.customRules ?? []));
  }
  return toCheckOptions(wire, customRules);
}

function moved({ isMoved, source }: Extract<Request, { kind: "check" }>, reply: Reply): ArrayBuffer[] {
  const buffers = new Set<ArrayBufferLike>();
  if (isMoved) buffers.add(source.buffer);
  if ("checked" in reply && reply.checked.fixed !== undefined && ownsBuffer(reply.checked.fixed)) {
    buffers.add(reply.checked.fixed.buffer);
  }
  return [...buffers].filter((buffer) => buffer instanceof ArrayBuffer);
}

/** Whether the bytes are a whole buffer: a small Buffer may be a part of a shared one. */
export function ownsBuffer(bytes: Uint8Array): boolean {
  return bytes.byteLength === bytes.buffer.byteLength;
}
