import type { ClipTemplateOptions } from "@usdkit/usd";
import type { Command } from "@usdkit/command/cli/command";
import { IoError, UsageError } from "@usdkit/command/cli/errors";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { withSlashes } from "@usdkit/command/files/input";
import { path } from "@usdkit/command/process/builtins";
import { EXIT_ERROR } from "@usdkit/command/process/exit-codes";
import { escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import { readLayer, type ReadLayer } from "../run/read-layer.ts";
import { checkTerminal, layerFormat, writeLayer, writeLayers, type LayerOutput } from "../files/write-layer.ts";

export interface StitchArguments {
  layers?: string[];
  output?: string;
  clipPath?: string;
  clipSet?: string;
  startTimeCode?: number;
  endTimeCode?: number;
  interpolateMissing?: boolean;
  template?: string;
  stride?: number;
  activeOffset?: number;
  color?: boolean;
}

const NAME = "usda stitch";

/** Options that have an effect on clips alone. */
const ofClips = [
  ["clipSet", "--clip-set"],
  ["startTimeCode", "--start-time-code"],
  ["endTimeCode", "--end-time-code"],
  ["interpolateMissing", "--interpolate-missing"],
  ["template", "--template"],
] as const;

export const stitch: Command<StitchArguments> = {
  command: "stitch <layers..>",
  describe:
    "Stitch layers to one, the strongest first: prims, properties, joined time samples (usdstitch); with --clip-path to value clips (usdstitchclips)",
  builder: {
    layers: { describe: "Layers of any encoding; where several have a value, that of the first stays" },
    output: { type: "string", alias: "o", describe: "Write to a file; the format is that of its extension" },
    "clip-path": {
      type: "string",
      describe:
        "Make value clips of this prim: samples stay in the layers, and the output refers to them; writes NAME.topology and NAME.manifest next to it",
    },
    "clip-set": { type: "string", describe: "Name of the set of clips; default: default" },
    "start-time-code": { type: "number", describe: "First time of the output; default: the first of the clips" },
    "end-time-code": { type: "number", describe: "Last time of the output; default: the last of the clips" },
    "interpolate-missing": { type: "boolean", describe: "Interpolate values that a clip lacks from its neighbors" },
    template: { type: "string", describe: "Name the clips by a template, ./frame.###.usd, instead of a list" },
    stride: { type: "number", describe: "Time codes from one clip of the template to the next; default: 1" },
    "active-offset": { type: "number", describe: "Time codes by which clips of the template are active later" },
  },
  examples: [
    ["$0 stitch frame.1.usd frame.2.usd -o frames.usdc", "the time samples of both in one layer"],
    ["$0 stitch smoke.*.usdc --clip-path /Smoke -o smoke.usda", "smoke.usda plays the files as value clips"],
  ],
  async handler(args, context) {
    const { layers: names = [], output, color, clipPath } = args;
    checkArguments(args);
    const to: LayerOutput = { output, format: layerFormat(output) };
    checkTerminal(context, to);
    const read = await Promise.all(names.map((name) => readLayer(context, name, { command: NAME, color })));
    const found = read.filter((each) => each !== undefined);
    if (found.length < names.length) {
      context.exitCode = EXIT_ERROR;
      return;
    }
    if (clipPath !== undefined && output !== undefined) {
      return writeClips(context, found, { ...args, clipPath, output });
    }
    const { stitchLayers } = await import("@usdkit/usd");
    await writeLayer(context, stitchLayers(found.map(({ layer }) => layer)), to);
  },
};

function checkArguments(args: StitchArguments): void {
  const { output, clipPath, template, stride, activeOffset } = args;
  if (template === undefined && (stride ?? activeOffset) !== undefined) {
    throw new UsageError("--stride and --active-offset need --template");
  }
  if (clipPath === undefined) {
    const [unused] = ofClips.filter(([key]) => args[key] !== undefined);
    if (unused !== undefined) throw new UsageError(`${unused[1]} needs --clip-path`);
    return;
  }
  if (output === undefined)
    throw new UsageError("--clip-path needs -o FILE: the topology and the manifest go next to it");
  if (layerFormat(output) === "usdz")
    throw new UsageError("Value clips are several files: expected .usda, .usdc or .usd");
}

async function writeClips(
  context: CommandContext,
  read: readonly ReadLayer[],
  args: StitchArguments & { readonly clipPath: string; readonly output: string },
): Promise<void> {
  const { stitchClips, StitchClipsError } = await import("@usdkit/usd");
  const { output, clipPath, clipSet, startTimeCode, endTimeCode, interpolateMissing } = args;
  const ending = path.extname(output);
  const named = (part: string): string => `${output.slice(0, -ending.length)}.${part}${ending}`;
  const besideOutput = (name: string): string => `./${path.basename(name)}`;
  const [topologyFile, manifestFile] = [named("topology"), named("manifest")];
  const outputs = [output, topologyFile, manifestFile];
  const clips = read.map(({ layer, input }) => ({ layer, assetPath: pathFrom(context, output, input.name) }));
  for (const { input } of read) {
    const isOutput = outputs.some((file) => resolvePath(context, file) === resolvePath(context, input.name));
    if (isOutput) throw new UsageError(`${input.name} is a clip, and would be overwritten: choose another -o`);
  }
  try {
    const { result, topology, manifest } = stitchClips(clips, {
      clipPath,
      clipSet,
      startTimeCode,
      endTimeCode,
      topologyPath: besideOutput(topologyFile),
      manifestPath: besideOutput(manifestFile),
      interpolateMissingClipValues: interpolateMissing,
      template: args.template === undefined ? undefined : templateOf(args.template, args),
    });
    await writeLayers(context, [
      { layer: topology, output: topologyFile },
      { layer: manifest, output: manifestFile },
      { layer: result, output },
    ]);
  } catch (error) {
    if (error instanceof StitchClipsError) throw new IoError(error.message);
    throw error;
  }
  for (const file of outputs) await context.stdout.write(`${escapeTerminal(file)}\n`);
}

function templateOf(
  assetPath: string,
  { startTimeCode, endTimeCode, stride = 1, activeOffset }: StitchArguments,
): ClipTemplateOptions {
  if (startTimeCode === undefined || endTimeCode === undefined) {
    throw new UsageError(
      "--template needs --start-time-code and --end-time-code: the times of its first and last clip",
    );
  }
  return { assetPath, startTimeCode, endTimeCode, stride, activeOffset };
}

/** Returns the path of a clip from the folder of the output, so that the files can be moved together. */
function pathFrom(context: CommandContext, output: string, clip: string): string {
  const relative = withSlashes(path.relative(path.dirname(resolvePath(context, output)), resolvePath(context, clip)));
  return relative.startsWith("../") ? relative : `./${relative}`;
}
