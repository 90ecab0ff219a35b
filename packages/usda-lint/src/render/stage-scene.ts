/** Stages for `usda render`. */
import type * as Raster from "@usdkit/raster";
import type { PreparedStage } from "@usdkit/raster";
import type { Layer } from "@usdkit/layer";
import type { Stage } from "@usdkit/usd";
import { isServiceScene } from "@usdkit/service-scene";
import { UsageError } from "@usdkit/command/cli/errors";
import type { CommandContext } from "@usdkit/command/context/command-context";
import { STANDARD_INPUT } from "@usdkit/command/files/input";
import { openStage, selectionsOf, type CompositionArguments } from "../composition/stage-options.ts";
import { searchPathsOf } from "../files/root-files.ts";

export interface StageArguments extends CompositionArguments {
  as?: "service" | "usd";
  purpose?: string;
  complexity?: Complexity;
}

type Complexity = "low" | "medium" | "high" | "veryhigh";

/** How many times meshes are subdivided, as the reference's programs do. */
export const complexities: Readonly<Record<Complexity, number>> = { low: 0, medium: 1, high: 2, veryhigh: 3 };

const PURPOSES: ReadonlySet<string> = new Set(["default", "render", "proxy", "guide"]);
/** Problems that are printed; of the others the number. */
const SHOWN = 10;

/** Returns whether a file is drawn as a stage: as the arguments say, or if it is no scene of the service. */
export function isDrawnAsStage(layer: Layer, { as }: StageArguments): boolean {
  return as === undefined ? !isServiceScene(layer) : as === "usd";
}

/** Opens a stage, and prepares it to be drawn. */
export async function prepareStageScene(
  raster: typeof Raster,
  context: CommandContext,
  { file, layer }: { readonly file: string; readonly layer: Layer },
  args: StageArguments,
): Promise<{ stage: Stage; scene: PreparedStage }> {
  const purposes = purposesOf(args.purpose);
  const stage = file === STANDARD_INPUT ? await stageOf(layer, args) : await stageOfFile(context, file, args);
  const subdivisionLevel = complexities[args.complexity ?? "low"];
  return { stage, scene: raster.prepareStage(stage, { purposes, subdivisionLevel }) };
}

async function stageOfFile(context: CommandContext, file: string, args: StageArguments): Promise<Stage> {
  const searchPaths = searchPathsOf(context, args.searchPath);
  return (await openStage(context, file, { ...args, hasOwnSession: true }, searchPaths)).stage;
}

/** A layer from standard input has no folder that its asset paths could be relative to. */
async function stageOf(layer: Layer, { variant = [], session }: StageArguments): Promise<Stage> {
  if (session !== undefined) throw new UsageError("--session expects a file, not standard input");
  const { Stage } = await import("@usdkit/usd");
  const opened = {
    layer,
    ok: true,
    diagnostics: [],
    encoding: "usda",
    inner: [],
    bytes: new Uint8Array(),
    start: 0,
  } as const;
  return await Stage.open(STANDARD_INPUT, {
    resolver: {
      identify: (assetPath) => [assetPath],
      read: (identifier) => (identifier === STANDARD_INPUT ? new Uint8Array() : undefined),
      open: () => opened,
    },
    variants: selectionsOf(variant),
    hasOwnSession: true,
  });
}

function purposesOf(list: string | undefined): string[] | undefined {
  const purposes = list?.split(",").map((purpose) => purpose.trim());
  const unknown = purposes?.find((purpose) => !PURPOSES.has(purpose));
  if (unknown === undefined) return purposes;
  throw new UsageError(`--purpose expects ${[...PURPOSES].join(", ")}, with commas between them, found "${unknown}"`);
}

/** Returns what could not be composed, and what prims author that is not drawn as authored: a line each. */
export async function stageNotices(stage: Stage, scene: PreparedStage, time: number | undefined): Promise<string[]> {
  const composed = stage.problems.map(({ prim, error }) => `${prim}: ${error.message}`);
  const drawn = (await scene.problems(time)).map(
    ({ path, property, message }) => `${path}${property === "" ? "" : `.${property}`}: ${message}`,
  );
  const all = [...composed, ...drawn];
  const more = all.length - SHOWN;
  return more > 0 ? [...all.slice(0, SHOWN), `${more} more problems`] : all;
}
