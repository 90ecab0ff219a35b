import { ApiFailure } from "./api-failure.ts";
import type { CheckedScene, SceneProfile } from "../operations/check-scene.ts";
import type { Service } from "./service.ts";

/**
 * Reads the scene of a request.
 *
 * @throws {ApiFailure} whose message names line and column.
 */
export async function readScene(
  usdContent: string,
  profile: SceneProfile,
  { scenes, settings }: Pick<Service, "scenes" | "settings">,
): Promise<CheckedScene> {
  try {
    return await scenes.read(usdContent, profile, settings);
  } catch (error) {
    if (error instanceof Error && error.name === "SceneProblem")
      throw new ApiFailure("invalid-parameters", error.message);
    throw error;
  }
}
