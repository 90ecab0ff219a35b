import type * as Publish from "@usdkit/publish";
import { counted } from "@usdkit/base";
import { describeIoError, IoError, UsageError } from "@usdkit/command/cli/errors";
import type { Command } from "@usdkit/command/cli/command";
import { writeAtomically } from "@usdkit/command/files/write-atomically";
import { fs, path } from "@usdkit/command/process/builtins";
import { refuseInvalid } from "@usdkit/render";
import type { Context } from "../context/context.ts";
import { TimeLimit } from "../context/time-limit.ts";
import { openStageFile, STAGE, type StageArguments } from "../inputs/stage-file.ts";
import { checkFilePlace } from "../outputs/output-place.ts";
import { loadPublish } from "../run/load-publish.ts";
import { withClient } from "../run/with-client.ts";
import { milliseconds, WAITING, type WaitArguments } from "../settings/options.ts";

export interface PublishArguments extends WaitArguments, StageArguments {
  root: string;
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
/** Prims that are named; the rest is counted. */
const MAX_NAMED = 200;
/** Errors that are printed. */
const MAX_ERRORS = 20;
const COMPLEXITIES = ["low", "medium", "high", "veryhigh"];
/** The address whose record counts in a dry run without one. */
const NO_SERVICE = "http://localhost";

export const publish: Command<PublishArguments> = {
  command: "publish <root>",
  describe: "Publish a USD scene: upload its geometry once, and write a scene that names it (needs @usdkit/publish)",
  builder: {
    root: { describe: "A .usd, .usda, .usdc or .usdz file; it is composed" },
    output: { type: "string", alias: "o", describe: "File for the scene; default: ROOT-published.usda in this folder" },
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
    uploads: { type: "number", describe: "Files that are uploaded at the same time; default: 8" },
    "dry-run": { type: "boolean", describe: "Print what would be uploaded, with sizes; send and write nothing" },
    ...STAGE,
    ...WAITING,
  },
  examples: [
    ["$0 publish shot.usd -o shot-service.usda", "usdkit-publish.json next to it remembers what was uploaded"],
    ["$0 publish shot.usd --dry-run", "the plan, with sizes"],
  ],
  handler: (args, command) => {
    const isDry = args.dryRun === true;
    const options = isDry ? { isOpen: true, fallbackUrl: NO_SERVICE } : {};
    return withClient({ command, name: "spatial publish", args }, (context) => run(context, args, isDry), options);
  },
};

async function run(context: Context, args: PublishArguments, isDry: boolean): Promise<void> {
  const { client, command, report } = context;
  const limit = new TimeLimit(args.timeout);
  const output = args.output ?? `${path.basename(args.root).replace(/\.[^.]*$/u, "")}-published.usda`;
  const choices = choicesOf(args);
  if (!isDry) checkFilePlace(output);
  const api = await loadPublish();
  const stage = await openStageFile(command, args.root, args);
  const store = recordStore(path.join(path.dirname(output), RECORD));
  const over = limit.signal("run the command again to continue");
  const options: Publish.PublishOptions = {
    ...choices,
    concurrency: args.uploads,
    interval: milliseconds(args.interval),
    signal: AbortSignal.any([context.signal, over]),
    onProgress: ({ phase, done, files, bytes }) => {
      report.progress({ what: `${phase} meshes (${done} of ${files})`, bytes });
    },
  };
  let published: Publish.PublishedStage;
  try {
    published = isDry
      ? await api.planPublish(stage, client.baseUrl, store, options)
      : await api.publishStage(stage, client, store, options);
  } catch (error) {
    throw describe(error, api, isDry);
  }
  const { meshes, dropped, camera, resolution } = published;
  for (const { path: prim, reason } of dropped.slice(0, MAX_NAMED)) report.note(`${prim}: ${reason}`);
  if (dropped.length > MAX_NAMED)
    report.note(`${counted(dropped.length - MAX_NAMED, "more loss", "more losses")}; --json lists all`);
  if (camera === undefined) report.note("The scene has no camera: the service needs one to render it");
  const result = { scene: output, meshes, dropped, camera: camera ?? null, resolution };
  if (isDry) {
    await report.result({ ...result, dryRun: true }, planText(meshes));
    return;
  }
  const bytes = new TextEncoder().encode(published.scene);
  refuseInvalid(bytes, { profile: "offline" }, {});
  try {
    writeAtomically(output, bytes);
  } catch (error) {
    throw new IoError(`${output}: ${describeIoError(error)}`);
  }
  const sent = meshes.filter(({ reused }) => !reused);
  report.note(
    `${counted(sent.length, "mesh", "meshes")} uploaded (${sizeText(sent)}), ${meshes.length - sent.length} reused`,
  );
  await report.result(result, output);
}

/** Returns the errors of meshes together; others as they are. */
function describe(error: unknown, { PublishError }: typeof Publish, isDry: boolean): unknown {
  if (!(error instanceof PublishError)) return error;
  if (error.errors.length === 0) return new UsageError(error.message);
  const different = new Map(error.errors.map((each) => [each.message, each]));
  const again = isDry ? "" : " Run the command again: it continues with what is missing.";
  return new AggregateError([...different.values()].slice(0, MAX_ERRORS), `${error.message}.${again}`);
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

function recordStore(file: string): Publish.RecordStore {
  return {
    load: () => {
      try {
        return Promise.resolve(fs.readFileSync(file, "utf8"));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return Promise.resolve(undefined);
        return Promise.reject(new IoError(`${file}: ${describeIoError(error)}`));
      }
    },
    save: (text) => {
      try {
        writeAtomically(file, text);
        return Promise.resolve();
      } catch (error) {
        return Promise.reject(new IoError(`${file}: ${describeIoError(error)}`));
      }
    },
  };
}

function planText(meshes: readonly Publish.PublishedMesh[]): string {
  const rows = meshes.map(
    ({ path: prim, bytes, reused }) => `${reused ? "reuse " : "upload"} ${String(bytes).padStart(12)} ${prim}`,
  );
  const sent = meshes.filter(({ reused }) => !reused);
  return [...rows, `${counted(sent.length, "file")} to upload, ${sizeText(sent)}`].join("\n");
}

function sizeText(meshes: readonly Publish.PublishedMesh[]): string {
  const bytes = meshes.reduce((sum, mesh) => sum + mesh.bytes, 0);
  return bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
