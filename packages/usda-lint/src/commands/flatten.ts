import type { Command } from "@usdkit/command/cli/command";
import { UsageError } from "@usdkit/command/cli/errors";
import { compositionOptions } from "../composition/composition-options.ts";
import { flattenLayerStack, flattenRoot } from "../composition/flatten-root.ts";
import type { CompositionArguments, StageExtent } from "../composition/stage-options.ts";
import { SEARCH_PATH_HELP, searchPathsOf } from "../files/search-paths.ts";
import { checkTerminal, layerFormat, writeLayer, type LayerOutput } from "../files/write-layer.ts";

export interface FlattenCommandArguments extends CompositionArguments, Pick<StageExtent, "mask" | "payloads"> {
  root: string;
  output?: string;
  layerStack?: boolean;
}

/** Options that decide what is composed across arcs, which a layer stack keeps. */
const acrossArcs = ["variant", "mask", "payloads"] as const;

export const flatten: Command<FlattenCommandArguments> = {
  command: "flatten <root>",
  describe: "Print the stage of a root layer as one layer: composed, without arcs, as usd-core flattens it",
  builder: {
    root: { describe: "The root layer" },
    output: { type: "string", alias: "o", describe: "Write to a file; the format is that of its extension" },
    mask: {
      type: "string",
      array: true,
      describe: "Path of a prim: only these prims, those above and those below them; repeatable",
    },
    payloads: { type: "boolean", describe: "Compose payloads (default); --no-payloads leaves them out" },
    "layer-stack": {
      type: "boolean",
      describe: "Merge only the root layer, its sublayers and the session layer, and keep arcs and variants",
    },
    ...compositionOptions,
    "search-path": { type: "string", array: true, describe: SEARCH_PATH_HELP },
  },
  examples: [
    ["$0 flatten shot.usda -o shot.usdc", "a shot as one crate"],
    ["$0 flatten shot.usda --layer-stack -o merged.usda", "a shot without its sublayers"],
    ["$0 flatten shot.usda --mask /World/Chair --variant '/World/Chair{look=red}'", "one prim, in red"],
  ],
  async handler(args, context) {
    const { output, layerStack } = args;
    const ignored = acrossArcs.find((name) => args[name] !== undefined);
    if (layerStack === true && ignored !== undefined) {
      const option = ignored === "payloads" ? "--no-payloads" : `--${ignored}`;
      throw new UsageError(`--layer-stack keeps all arcs and variants: leave out ${option}`);
    }
    const to: LayerOutput = { output, format: layerFormat(output), order: "reference" };
    checkTerminal(context, to);
    const searchPaths = searchPathsOf(context, args.searchPath);
    const flattenAll = layerStack === true ? flattenLayerStack : flattenRoot;
    const layer = await flattenAll(context, args.root, { ...args, command: "usda flatten", searchPaths });
    await writeLayer(context, layer, to);
  },
};
