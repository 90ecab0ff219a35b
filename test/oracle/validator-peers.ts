// The validators that rules about stages are compared with, as processes.

import { tmpdir } from "node:os";
import { join } from "node:path";
import { referencePython } from "./environment.ts";
import { LineWorker } from "./line-worker.ts";
import type { PeerAnswer, PeerName } from "./validator-pairs.ts";

/** Starts a validator. @param timeout milliseconds for a file */
export function openPeer(
  name: string,
  timeout: number,
): { readonly peer: PeerName; readonly worker: LineWorker<PeerAnswer> } {
  const env = { PXR_WORK_THREAD_LIMIT: "1" };
  // Paths without a folder are looked up in the working folder.
  const cwd = tmpdir();
  if (name === "usd") {
    const script = join(import.meta.dirname, "validate-with-usd.py");
    return { peer: name, worker: new LineWorker({ python: referencePython(), script, env, cwd, timeout }) };
  }
  const python = process.env["USDKIT_NVIDIA_PYTHON"];
  if (name !== "nvidia") throw new Error(`--peer is "usd" or "nvidia", found "${name}"`);
  if (python === undefined) throw new Error("set USDKIT_NVIDIA_PYTHON to a Python that has usd-validation-nvidia");
  const script = join(import.meta.dirname, "validate-with-nvidia.py");
  return { peer: name, worker: new LineWorker({ python, script, env, cwd, timeout }) };
}
