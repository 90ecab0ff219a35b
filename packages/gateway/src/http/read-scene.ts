import { ApiFailure } from "../failure/api-failure.ts";
import type { CheckedScene } from "../operations/check-scene.ts";
import type { Settings } from "../settings/settings.ts";

/**
 * The scene of a request. What reads scenes is loaded with the first one, or soon after the start.
 *
 * @throws {ApiFailure} whose message names line and column.
 */
export async function readScene(
  usdContent: string,
  profile: "offline" | "realtime" | "patch",
  settings: Settings,
): Promise<CheckedScene> {
  const { readContent, SceneProblem } = await import("../operations/check-scene.ts");
  try {
    return readContent(usdContent, profile, settings);
  } catch (error) {
    if (error instanceof SceneProblem) throw new ApiFailure("invalid-parameters", error.message);
    throw error;
  }
}
