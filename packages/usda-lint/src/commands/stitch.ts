import type { Command } from "@usdkit/command/cli/command";
import { EXIT_ERROR } from "@usdkit/command/process/exit-codes";
import { readLayer } from "../run/read-layer.ts";
import { checkTerminal, layerFormat, writeLayer, type LayerOutput } from "./write-layer.ts";

export interface StitchArguments {
  layers?: string[];
  output?: string;
  color?: boolean;
}

const NAME = "usda stitch";

export const stitch: Command<StitchArguments> = {
  command: "stitch <layers..>",
  describe: "Stitch layers to one, the strongest first: prims, properties, joined time samples (usdstitch)",
  builder: {
    layers: { describe: "Layers of any encoding; where several have a value, that of the first stays" },
    output: { type: "string", alias: "o", describe: "Write to a file; the format is that of its extension" },
  },
  examples: [["$0 stitch frame.1.usd frame.2.usd -o frames.usdc", "the time samples of both in one layer"]],
  async handler({ layers: names = [], output, color }, context) {
    const to: LayerOutput = { output, format: layerFormat(output) };
    checkTerminal(context, to);
    const read = await Promise.all(names.map((name) => readLayer(context, name, { command: NAME, color })));
    const layers = read.flatMap((each) => (each === undefined ? [] : [each.layer]));
    if (layers.length < names.length) {
      context.exitCode = EXIT_ERROR;
      return;
    }
    const { stitchLayers } = await import("@usdkit/usd");
    await writeLayer(context, stitchLayers(layers), to);
  },
};
