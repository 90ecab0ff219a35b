/** Arguments that decide how files are converted. */
import { UsageError } from "@usdkit/command/cli/errors";
import type { CommandContext } from "@usdkit/command/context/command-context";
import { searchPathsOf } from "../files/root-files.ts";
import type { ConversionSettings } from "./convert-task.ts";

export interface ConversionArguments {
  materialx?: boolean;
  splines?: boolean;
  fps?: number;
  scene?: string;
  asciiNames?: boolean;
  searchPath?: string[];
}

/** @throws UsageError for a value that is none */
export function conversionSettings(
  context: CommandContext,
  { materialx, splines, fps, scene, asciiNames, searchPath }: ConversionArguments,
): ConversionSettings {
  if (fps !== undefined && !(fps > 0 && Number.isFinite(fps))) {
    throw new UsageError(`--fps expects a number above 0, found ${fps}`);
  }
  return {
    materialX: materialx,
    animation: splines === true ? "splines" : undefined,
    timeCodesPerSecond: fps,
    scene: scene !== undefined && /^\d+$/u.test(scene) ? Number(scene) : scene,
    asciiNames,
    searchPaths: searchPathsOf(context, searchPath),
  };
}
