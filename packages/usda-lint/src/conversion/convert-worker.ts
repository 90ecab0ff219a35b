/** A thread that converts files. Others start the file of this module by its URL, so sources and bundles need no path. */
import type { MessagePort } from "node:worker_threads";
import type * as Convert from "@usdkit/convert";
import { loadPeer } from "../render/load-peer.ts";
import {
  convertTask,
  failed,
  type ConversionResult,
  type ConversionSettings,
  type ConversionTask,
} from "./convert-task.ts";

/** The URL of this module. */
export const convertWorkerUrl: string = import.meta.url;

/** Worker data of these threads: others may load the module as well. */
export interface ConvertWorkerData {
  readonly mark: "usda-convert";
  readonly settings: ConversionSettings;
}

const { isMainThread, parentPort, ...threads } = process.getBuiltinModule("node:worker_threads");
const data = threads.workerData as Partial<ConvertWorkerData> | null;
if (!isMainThread && parentPort !== null && data?.mark === "usda-convert" && data.settings !== undefined) {
  serve(parentPort, data.settings);
}

function serve(port: MessagePort, settings: ConversionSettings): void {
  port.on("message", (task: ConversionTask) => {
    void reply(task, settings).then((result) => port.postMessage(result, []));
  });
}

async function reply(task: ConversionTask, settings: ConversionSettings): Promise<ConversionResult> {
  try {
    return await convertTask(await loadPeer<typeof Convert>("@usdkit/convert"), task, settings);
  } catch (error) {
    return failed(error);
  }
}
