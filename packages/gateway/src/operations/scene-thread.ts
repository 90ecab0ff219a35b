/** The thread that reads large scenes, and the location of its module, so that a bundler moves both together. */
import { parentPort, workerData } from "node:worker_threads";
import type { CheckedScene, SceneLimits, SceneProfile } from "./check-scene.ts";
import { SceneProblem } from "./scene-problem.ts";

/** Marks a scene-reading thread. */
export const SCENE_THREAD = "spatial-gateway-scenes";

export const sceneThreadFile: string = import.meta.filename;

export interface SceneQuestion {
  readonly id: number;
  readonly usdContent: string;
  readonly profile: SceneProfile;
  readonly limits: SceneLimits;
}

export type SceneAnswer =
  | { readonly id: number; readonly kind: "scene"; readonly scene: CheckedScene }
  /** The service rejects the scene. */
  | { readonly id: number; readonly kind: "problem"; readonly message: string }
  | { readonly id: number; readonly kind: "failed"; readonly message: string };

if (workerData === SCENE_THREAD) parentPort?.on("message", (question: SceneQuestion) => void answer(question));

async function answer({ id, usdContent, profile, limits }: SceneQuestion): Promise<void> {
  const { readContent } = await import("./check-scene.ts");
  try {
    const scene = readContent(usdContent, profile, limits);
    // A copy, not a view of a pooled buffer.
    const bytes = new Uint8Array(scene.bytes);
    send({ id, kind: "scene", scene: { ...scene, bytes } }, [bytes.buffer]);
  } catch (error) {
    const kind = error instanceof SceneProblem ? "problem" : "failed";
    send({ id, kind, message: error instanceof Error ? error.message : String(error) });
  }
}

function send(message: SceneAnswer, transferred: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, [...transferred]);
}
