/** Arguments that decide what a file is drawn as, shared by the commands that draw. */
import type { Options } from "@usdkit/command/cli/command";
import { UsageError } from "@usdkit/command/cli/errors";
import { compositionOptions } from "../composition/composition-options.ts";
import type { CompositionArguments } from "../composition/stage-options.ts";
import { SEARCH_PATH_HELP } from "../files/search-paths.ts";

/** What of stages is drawn. */
export interface StageDrawingArguments {
  purpose?: string;
  complexity?: Complexity;
}

export interface SceneArguments extends CompositionArguments, StageDrawingArguments {
  as?: "service" | "usd";
  assets?: string;
  look?: "full" | "plain";
}

export type Complexity = "low" | "medium" | "high" | "veryhigh";

/** How many times meshes are subdivided, as the reference's programs do. */
const complexities: Readonly<Record<Complexity, number>> = { low: 0, medium: 1, high: 2, veryhigh: 3 };

const PURPOSES: ReadonlySet<string> = new Set(["default", "render", "proxy", "guide"]);

/** The options of {@link StageDrawingArguments}. */
export const stageDrawingOptions: Readonly<Record<string, Options>> = {
  purpose: { type: "string", describe: "Purposes of prims that are drawn; default: default,render" },
  complexity: {
    type: "string",
    choices: Object.keys(complexities),
    describe: "Subdivide meshes with a subdivision scheme 0 (low, default), 1, 2 or 3 times",
  },
};

/** The options of {@link SceneArguments}. */
export const sceneOptions: Readonly<Record<string, Options>> = {
  assets: {
    type: "string",
    describe: "A folder of <mesh id>.glb, .ply, .spz, .sog or .splat files, or a JSON map of mesh ids to files",
  },
  as: {
    type: "string",
    choices: ["service", "usd"],
    describe: "Read the file as the service does, or as USD; default: by its content",
  },
  ...stageDrawingOptions,
  ...compositionOptions,
  "search-path": { type: "string", array: true, describe: SEARCH_PATH_HELP },
  look: {
    type: "string",
    choices: ["full", "plain"],
    describe: "Materials under an environment with shadows (default), or base colors under three lights",
  },
};

/** Returns how stages are drawn. @throws {UsageError} for a purpose that is none */
export function stageDrawing({ purpose, complexity = "low" }: StageDrawingArguments): {
  readonly purposes: readonly string[] | undefined;
  readonly subdivisionLevel: number;
} {
  const purposes = purpose?.split(",").map((each) => each.trim());
  const unknown = purposes?.find((each) => !PURPOSES.has(each));
  if (unknown !== undefined) {
    throw new UsageError(`--purpose expects ${[...PURPOSES].join(", ")}, with commas between them, found "${unknown}"`);
  }
  return { purposes, subdivisionLevel: complexities[complexity] };
}
