import type * as Publish from "@usdkit/publish";
import { batchOptions, type BatchArguments } from "@usdkit/batch/options/batch-options";
import { UsageError } from "@usdkit/command/cli/errors";
import type { Command } from "@usdkit/command/cli/command";
import { path } from "@usdkit/command/process/builtins";
import { keepOldSpaceSmall, keepYoungSpaceSmall } from "@usdkit/command/process/young-space";
import type { Context } from "../context/context.ts";
import { TimeLimit } from "../context/time-limit.ts";
import { STAGE, type StageArguments } from "../inputs/stage-file.ts";
import { makeFilePlace } from "../outputs/output-place.ts";
import { loadPublish } from "../run/load-publish.ts";
import { withClient } from "../run/with-client.ts";
import { WAITING, type WaitArguments } from "../settings/options.ts";

export interface PublishArguments extends WaitArguments, StageArguments, BatchArguments {
  roots?: string[];
  output?: string;
  camera?: string;
  resolution?: string;
  time?: string;
  purpose?: string;
  complexity?: string;
  uploads?: number;
  dryRun?: boolean;
}

/** The record of what was uploaded, next to the output. */
const RECORD = "usdkit-publish.json";
const COMPLEXITIES = ["low", "medium", "high", "veryhigh"];
/** The address whose record counts in a dry run without one. */
const NO_SERVICE = "http://localhost";

export const publish: Command<PublishArguments> = {
  command: "publish [roots..]",
  describe: "Publish a USD scene: upload its geometry once, and write a scene that names it (needs @usdkit/publish)",
  builder: {
    roots: {
      describe: "A .usd, .usda, .usdc or .usdz file; it is composed. Several become scenes in the folder OUTPUT",
    },
    output: {
      type: "string",
      alias: "o",
      describe: "File for the scene; default: ROOT-published.usda in this folder. For several stages, their folder",
    },
    ...batchOptions,
    camera: {
      type: "string",
      describe: "Path of the camera to use; default: that of the RenderSettings, or the first",
    },
    resolution: {
      type: "string",
      describe: "Width and height, 1280x720; default: that of the RenderSettings, or 960x540",
    },
    time: { type: "string", describe: "Time code; default: that at which the stage starts" },
    purpose: { type: "string", describe: "Purposes of prims, separated by commas; default: default,render" },
    complexity: { type: "string", describe: "Subdivision: low (the default), medium, high or veryhigh" },
    uploads: { type: "number", minimum: 1, describe: "Files that are uploaded at the same time; default: 8" },
    "dry-run": { type: "boolean", describe: "Print what would be uploaded, with sizes; send and write nothing" },
    ...STAGE,
    ...WAITING,
  },
  examples: [
    ["$0 publish shot.usd -o shot-service.usda", "usdkit-publish.json next to it remembers what was uploaded"],
    ["$0 publish shot.usd --dry-run", "the plan, with sizes"],
    [
      "$0 publish --files-from shots.txt -o scenes --shard 1/2 --state 1.state",
      "half of many stages; resumes after an interruption",
    ],
  ],
  handler: (args, command) => {
    const isDry = args.dryRun === true;
    const options = isDry ? { isOpen: true, fallbackUrl: NO_SERVICE } : {};
    return withClient({ command, name: "spatial publish", args }, (context) => run(context, args, isDry), options);
  },
};

async function run(context: Context, args: PublishArguments, isDry: boolean): Promise<void> {
  const { roots = [], output, filesFrom, shard, state, maxTime } = args;
  const isMany = roots.length !== 1 || [filesFrom, shard, state, maxTime].some((each) => each !== undefined);
  if (roots.length === 0 && filesFrom === undefined)
    throw new UsageError("Missing argument: the root layer of a stage");
  keepYoungSpaceSmall();
  keepOldSpaceSmall();
  const limit = new TimeLimit(args.timeout);
  const { variant, searchPath, session, uploads, interval } = args;
  const over = limit.signal("run the command again to continue");
  const settings = { variant, searchPath, session, uploads, interval, isDry, over, choices: choicesOf(args) };
  if (isMany) {
    const { publishMany } = await import("../publish/publish-many.ts");
    const many = { roots, output, filesFrom, shard, state, maxTime };
    await publishMany(context, await loadPublish(), many, settings);
    return;
  }
  const [root] = roots;
  const scene = output ?? `${path.basename(root).replace(/\.[^.]*$/u, "")}-published.usda`;
  if (!isDry) makeFilePlace(scene);
  const record = path.join(path.dirname(scene), RECORD);
  const api = await loadPublish();
  const { publishRoot } = await import("../publish/publish-root.ts");
  const { value, text } = await publishRoot(context, api, { root, output: scene }, { ...settings, record });
  await context.report.result(value, text);
}

function choicesOf({ camera, resolution, time, purpose, complexity }: PublishArguments): Publish.PublishOptions {
  const size = resolution === undefined ? undefined : /^([1-9]\d{0,8})x([1-9]\d{0,8})$/u.exec(resolution);
  if (size === null)
    throw new UsageError(`--resolution expects WIDTHxHEIGHT such as 1280x720, found ${JSON.stringify(resolution)}`);
  const code = time === undefined ? undefined : Number(time);
  if (code !== undefined && (time?.trim() === "" || !Number.isFinite(code))) {
    throw new UsageError(`--time expects a time code, found ${JSON.stringify(time)}`);
  }
  const level = COMPLEXITIES.indexOf(complexity ?? "low");
  if (level < 0)
    throw new UsageError(`--complexity expects ${COMPLEXITIES.join(", ")}, found ${JSON.stringify(complexity)}`);
  return {
    camera,
    resolution: size === undefined ? undefined : [Number(size[1]), Number(size[2])],
    time: code,
    purposes: purpose?.split(",").map((each) => each.trim()),
    subdivisionLevel: level,
  };
}
