/** Starts threads of this program. */
import type { ResourceLimits, Worker } from "node:worker_threads";

/** The name of its own code among the assets of a single executable. */
const CODE_ASSET = "code";

/**
 * Starts a thread of a module.
 *
 * @param data Its `workerData`, by which the module knows that it is to serve.
 * @param resourceLimits Of its heap; default: those of Node.
 */
export function startWorker(url: string, data: unknown, resourceLimits: ResourceLimits = {}): Worker {
  const { Worker: Thread } = process.getBuiltinModule("node:worker_threads");
  const { isSea, getAsset } = process.getBuiltinModule("node:sea");
  // There, no file holds the code.
  if (isSea()) return new Thread(getAsset(CODE_ASSET, "utf8"), { eval: true, workerData: data, resourceLimits });
  return new Thread(new URL(url), { workerData: data, resourceLimits });
}
