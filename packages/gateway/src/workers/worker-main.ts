/** The entry point of a worker process, and the location of its module, so that a bundler moves both together. */
import { Worker } from "node:worker_threads";
import {
  BEAT_DESCRIPTOR,
  BEAT_INTERVAL,
  WORKER_ARGUMENT,
  type FromWorker,
  type ToWorker,
  type WorkerReplies,
  type WorkerRequest,
} from "./protocol.ts";
import type { OpenScene } from "./draw.ts";

/** Minimum interval in milliseconds. Each report is a commit, which blocks the service; callers poll every two seconds. */
const PROGRESS_INTERVAL = 1000;

export const workerFile: string = import.meta.filename;

/** The input is invalid: the message is for the caller. */
function isInputError(error: unknown): boolean {
  return error instanceof Error && ["InputError", "AssetError", "RasterError", "RenderError"].includes(error.name);
}

if (process.argv[2] === WORKER_ARGUMENT && process.send !== undefined) serve();

function serve(): void {
  // The service has ended.
  process.on("disconnect", () => process.exit(0));
  // Ctrl-C reaches this process too; the service decides.
  process.on("SIGINT", () => undefined);
  startBeats();
  let turn = Promise.resolve();
  process.on("message", (message: ToWorker) => {
    turn = turn.then(() => answer(message));
  });
}

/** Sent from a separate thread: a worker that renders for minutes is alive, a stopped one is not. */
function startBeats(): void {
  const code = `const { writeSync } = require("node:fs");
    const beat = () => { try { writeSync(${BEAT_DESCRIPTOR}, "."); } catch {} };
    beat(); setInterval(beat, ${BEAT_INTERVAL});`;
  new Worker(code, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 } }).unref();
}

async function answer({ id, request }: ToWorker): Promise<void> {
  send({ id, type: "begun" });
  let last = performance.now();
  const onProgress = (value: number): void => {
    const now = performance.now();
    if (now - last < PROGRESS_INTERVAL) return;
    last = now;
    send({ id, type: "progress", value });
  };
  try {
    send({ id, type: "done", reply: await perform(request, onProgress) });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    send({ id, type: "failed", cause: isInputError(error) ? "input" : "internal", message: message.slice(0, 2000) });
  }
}

let scene: OpenScene | undefined;

async function perform(
  request: WorkerRequest,
  onProgress: (value: number) => void,
): Promise<WorkerReplies[WorkerRequest["kind"]]> {
  if (request.kind === "make") {
    const { makeFiles } = await import("../engines/make-files.ts");
    return makeFiles(request, onProgress);
  }
  const { drawImage, inspectFile, OpenScene } = await import("./draw.ts");
  switch (request.kind) {
    case "render":
      return drawImage(request, onProgress);
    case "inspect":
      return inspectFile(request.path);
    case "open-scene":
      scene = await OpenScene.open(request);
      return { opened: true };
    case "frame":
      if (scene === undefined) throw new Error("no scene was opened");
      return { jpeg: await scene.frame(request) };
  }
}

function send(message: FromWorker): void {
  process.send?.(message, undefined, {}, (error) => {
    // The service has ended; end this process as well.
    if (error !== null) process.exit(0);
  });
}
