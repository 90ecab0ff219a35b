import { Worker } from "node:worker_threads";
import type { CheckedScene, SceneLimits, SceneProfile } from "./check-scene.ts";
import { SceneProblem } from "./scene-problem.ts";
import type { SceneAnswer, SceneQuestion } from "./scene-thread.ts";

/** Base64 characters. A smaller scene takes a few milliseconds, less than a thread costs. */
const MAX_INLINE = 64 << 10;
/** Milliseconds after which an idle thread ends. */
const IDLE = 60_000;

interface Pending {
  readonly resolve: (scene: CheckedScene) => void;
  readonly reject: (error: Error) => void;
}

/** Reads scenes of requests: small ones directly, large ones in a thread, so that the event loop is not blocked. */
export class SceneReader {
  private readonly pending = new Map<number, Pending>();
  private starting: Promise<Worker> | undefined;
  private idle: NodeJS.Timeout | undefined;
  private nextId = 1;

  /**
   * Reads `usdContent`. The scene reader is loaded on first use.
   *
   * @throws {SceneProblem} if the service rejects it; the message names line and column.
   */
  async read(usdContent: string, profile: SceneProfile, limits: SceneLimits): Promise<CheckedScene> {
    const { maxSceneSize, maxResolution } = limits;
    if (usdContent.length > MAX_INLINE)
      return this.ask({ usdContent, profile, limits: { maxSceneSize, maxResolution } });
    const { readContent } = await import("./check-scene.ts");
    return readContent(usdContent, profile, limits);
  }

  /** Ends the thread; scenes being read are rejected. */
  async close(): Promise<void> {
    clearTimeout(this.idle);
    await (await this.starting)?.terminate();
  }

  private async ask(question: Omit<SceneQuestion, "id">): Promise<CheckedScene> {
    clearTimeout(this.idle);
    const id = this.nextId++;
    this.starting ??= this.start();
    const worker = await this.starting;
    try {
      return await new Promise((resolve, reject) => {
        this.pending.set(id, { resolve, reject });
        worker.ref();
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window
        worker.postMessage({ id, ...question } satisfies SceneQuestion);
      });
    } finally {
      this.pending.delete(id);
      if (this.pending.size === 0) this.rest(worker);
    }
  }

  private async start(): Promise<Worker> {
    const { SCENE_THREAD, sceneThreadFile } = await import("./scene-thread.ts");
    const worker = new Worker(sceneThreadFile, { workerData: SCENE_THREAD });
    worker.on("message", (answer: SceneAnswer) => {
      const pending = this.pending.get(answer.id);
      if (answer.kind === "scene") pending?.resolve(answer.scene);
      else if (answer.kind === "problem") pending?.reject(new SceneProblem(answer.message));
      else pending?.reject(new Error(answer.message));
    });
    const end = (error: Error): void => {
      this.starting = undefined;
      for (const { reject } of this.pending.values()) reject(error);
      this.pending.clear();
    };
    worker.on("error", end);
    worker.on("exit", () => end(new Error("the thread that reads scenes ended")));
    return worker;
  }

  private rest(worker: Worker): void {
    worker.unref();
    clearTimeout(this.idle);
    this.idle = setTimeout(() => void worker.terminate(), IDLE);
    this.idle.unref();
  }
}
