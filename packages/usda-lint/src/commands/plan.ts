import type { Layer } from "@usdkit/layer";
import { parsePayloadAsset, readScene, type SceneForm } from "@usdkit/service-scene";
import type { Command } from "@usdkit/command/cli/command";
import { escapeJson } from "@usdkit/command/terminal/escape-terminal";
import { styleFor } from "@usdkit/command/terminal/style";
import { writeLines } from "@usdkit/command/terminal/write-lines";
import { STANDARD_INPUT } from "@usdkit/command/files/input";
import type { CommandContext } from "@usdkit/command/context/command-context";
import { composes } from "../composition/composes.ts";
import { compositionOptions } from "../composition/composition-options.ts";
import { flattenRoot } from "../composition/flatten-root.ts";
import type { CompositionArguments } from "../composition/stage-options.ts";
import { readLayer } from "../run/read-layer.ts";
import { SEARCH_PATH_HELP, searchPathsOf } from "../files/search-paths.ts";

export interface PlanArguments extends CompositionArguments {
  files: string[];
  json?: boolean;
  profile?: PlanProfile;
  color?: boolean;
}

/** Those of `usda-lint`, except `usda`: it is not about the service. */
type PlanProfile = "auto" | "offline" | "realtime" | "patch";

/** How the service reads a file under each profile; undefined: by its content. */
const FORMS: Readonly<Record<PlanProfile, SceneForm | undefined>> = {
  auto: undefined,
  offline: "scene",
  realtime: "scene",
  patch: "patch",
};

export const plan: Command<PlanArguments> = {
  command: "plan <files..>",
  describe: "Print what the rendering service will use: camera, resolution, items, and what it ignores",
  builder: {
    files: { describe: "Files, or - for standard input" },
    json: {
      type: "boolean",
      describe: "Print JSON, one line for each file; matrices are row-major, with the translation in elements 12 to 14",
    },
    profile: { type: "string", choices: Object.keys(FORMS), default: "auto", describe: "Use of the file" },
    ...compositionOptions,
    "search-path": { type: "string", array: true, describe: SEARCH_PATH_HELP },
  },
  examples: [
    ["$0 plan scene.usda", "what the service will draw, and with which camera"],
    ["$0 plan scene.usda --json", "the same for a program"],
  ],
  async handler(args, context) {
    const { files, json, profile = "auto", color } = args;
    const { stdout } = context;
    const style = styleFor(stdout, color, context.env);
    let isFirst = true;
    for (const file of files) {
      const read = await readLayer(context, file, { command: "usda plan", color });
      if (read === undefined) continue;
      const layer = file === STANDARD_INPUT ? read.layer : await composed(context, file, { args, layer: read.layer });
      const scene = readScene(layer, { form: FORMS[profile] });
      if (json === true) {
        const named = files.length > 1 ? { file: read.input.name, ...scene } : scene;
        await stdout.write(`${escapeJson(JSON.stringify(named))}\n`);
        continue;
      }
      if (!isFirst) await stdout.write("\n");
      isFirst = false;
      const { planText } = await import("../terminal/plan-text.ts");
      await writeLines(stdout, planText(scene, read.input.name, style));
    }
  },
};

/** Returns the layer that the service would read if the file were composed first; the layer itself, if it has no arcs. */
async function composed(
  context: CommandContext,
  file: string,
  { args, layer }: { readonly args: PlanArguments; readonly layer: Layer },
): Promise<Layer> {
  const isMesh = (assetPath: string): boolean => "scheme" in parsePayloadAsset(assetPath);
  if (args.session === undefined && args.variant === undefined && !composes(layer, isMesh)) return layer;
  const searchPaths = searchPathsOf(context, args.searchPath);
  return await flattenRoot(context, file, {
    ...args,
    command: "usda plan",
    searchPaths,
    options: { keepsPayload: isMesh },
  });
}
