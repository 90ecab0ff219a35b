import { Base64Error, decodeUsdContent } from "@usdkit/service-scene";
import { checkScene, rules, type Level } from "@usdkit/validate";
import { cameraMoveOf, cameraSpaceOf, type CameraMove, type CameraSpace } from "./camera-move.ts";
import { meshesOf, type NamedMesh } from "./find-assets.ts";
import { SceneProblem } from "./scene-problem.ts";

/** The profile that a scene or a patch is read with. */
export type SceneProfile = "offline" | "realtime" | "patch";

export interface SceneLimits {
  /** Bytes. */
  readonly maxSceneSize: number;
  /** Pixels. */
  readonly maxResolution: number;
}

/** The data of a scene that the service needs: plain data, transferable between threads. */
export interface CheckedScene {
  readonly bytes: Uint8Array;
  readonly resolution: readonly [number, number] | null;
  readonly meshes: readonly NamedMesh[];
  /** The camera that patches of a realtime scene move; null for other profiles too. */
  readonly camera: CameraSpace | null;
  /** The changes of a patch; null for a scene, and for a patch without camera attributes. */
  readonly move: CameraMove | null;
}

/** Rules for scenes that the service rejects; the linter reports ignored or differently rendered content. */
const levels: Readonly<Record<string, Level>> = Object.fromEntries(
  rules.map(({ meta }) => [meta.id, meta.effect === "rejected" ? "error" : "off"]),
);

const MAX_SHOWN = 3;
const MAX_MESSAGE_LENGTH = 400;

/**
 * Reads `usdContent`.
 *
 * @throws {SceneProblem} if the service rejects it (spec 2.8, 4.3).
 */
export function readContent(usdContent: string, profile: SceneProfile, limits: SceneLimits): CheckedScene {
  // Before anything of that size is allocated.
  const size = Math.floor((usdContent.length / 4) * 3);
  if (size - 2 > limits.maxSceneSize) {
    throw new SceneProblem(`usdContent: expected at most ${limits.maxSceneSize} bytes, found about ${size}`);
  }
  const bytes = decode(usdContent);
  const options = { profile, rules: levels, maxResolution: limits.maxResolution, plan: true };
  const { layer, findings, plan } = checkScene(bytes, options);
  const errors = findings.filter(({ severity }) => severity === "error");
  if (errors.length > 0) {
    const shown = errors.slice(0, MAX_SHOWN).map(({ start, message, rule }) => {
      return `line ${start.line}, column ${start.column}: ${message.slice(0, MAX_MESSAGE_LENGTH)} (${rule})`;
    });
    const more = errors.length > MAX_SHOWN ? `; and ${errors.length - MAX_SHOWN} more` : "";
    throw new SceneProblem(`usdContent: ${shown.join("; ")}${more}`);
  }
  if (plan === undefined) throw new TypeError(`No plan for the profile ${profile}`);
  return {
    bytes,
    resolution: plan.resolution,
    meshes: meshesOf(plan),
    camera: profile === "realtime" ? cameraSpaceOf(layer) : null,
    move: profile === "patch" ? cameraMoveOf(layer, plan) : null,
  };
}

function decode(usdContent: string): Uint8Array {
  try {
    return decodeUsdContent(usdContent);
  } catch (error) {
    if (error instanceof Base64Error) throw new SceneProblem(`usdContent: ${error.message}`, { cause: error });
    throw error;
  }
}
