import type * as Raster from "@usdkit/raster";
import { counted } from "@usdkit/base";
import { batchOptions, type BatchArguments } from "@usdkit/batch/options/batch-options";
import { isOfShard, parseShard } from "@usdkit/batch/options/shard";
import { RunState } from "@usdkit/batch/state/run-state";
import { EXIT_UNFINISHED, parseDeadline, unfinishedText } from "@usdkit/batch/options/deadline";
import type { Command } from "@usdkit/command/cli/command";
import { describeIoError, UsageError } from "@usdkit/command/cli/errors";
import { reportProblem, resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { writeAtomically } from "@usdkit/command/files/write-atomically";
import { fs, path } from "@usdkit/command/process/builtins";
import { EXIT_INTERRUPTED } from "@usdkit/command/process/exit-codes";
import { escapeJson, escapeLines } from "@usdkit/command/terminal/escape-terminal";
import { ProgressBar } from "@usdkit/command/terminal/progress-bar";
import { PicturePool } from "../pictures/draw-pictures.ts";
import type { PictureOutcome, PictureTask } from "../pictures/draw-picture.ts";
import { findPictured } from "../pictures/find-pictured.ts";
import { PictureRecords } from "../pictures/picture-records.ts";
import { pictureOptions, pictureSettings, type PictureArguments } from "../pictures/picture-arguments.ts";
import { loadPeer } from "../render/load-peer.ts";

export interface ThumbnailsArguments extends PictureArguments, BatchArguments {
  paths?: string[];
  output?: string;
  format?: "webp" | "png" | "jpg";
  jobs?: number;
  cache?: boolean;
  json?: boolean;
}

/** In the folder of the pictures: what they were drawn from. */
const RECORDS = ".usda-thumbnails";

export const thumbnails: Command<ThumbnailsArguments> = {
  command: "thumbnails [paths..]",
  describe: "Draw a picture of each USD, glTF and splat file of a folder (needs @usdkit/raster)",
  builder: {
    paths: { describe: "Folders, files or globs" },
    output: {
      type: "string",
      alias: "o",
      describe: "Folder of the pictures: FOLDER/a/b.usdz becomes OUTPUT/a/b.usdz.webp",
    },
    ...pictureOptions,
    ...batchOptions,
    format: { type: "string", choices: ["webp", "png", "jpg"], describe: "Format of the pictures; default: webp" },
    jobs: { type: "number", describe: "Number of threads; default: one for each processor, at most 8" },
    cache: {
      type: "boolean",
      describe: "Keep pictures of which no file that they depend on has changed (default); --no-cache draws all again",
    },
    json: { type: "boolean", describe: "Print a line of JSON for each file" },
    "no-config": { type: "boolean", describe: "As of the other commands: this one never uses a configuration file" },
  },
  examples: [
    ["$0 thumbnails models -o thumbs", "models/chair.usdz becomes thumbs/chair.usdz.webp; again: only what changed"],
    ['$0 thumbnails models -o thumbs --size 512x512 --background "#ffffff"', "larger, on white"],
  ],
  handler,
};

async function handler(args: ThumbnailsArguments, context: CommandContext): Promise<void> {
  const { output, format = "webp", jobs } = args;
  if (output === undefined) throw new UsageError("Missing output folder: -o thumbs");
  if (jobs !== undefined && !(Number.isInteger(jobs) && jobs >= 1)) {
    throw new UsageError(`--jobs expects a whole number from 1, found ${jobs}`);
  }
  const { paths = [], filesFrom } = args;
  if (paths.length === 0 && filesFrom === undefined) throw new UsageError('Missing argument "paths"');
  const shard = args.shard === undefined ? undefined : parseShard(args.shard);
  const deadline = parseDeadline(args.maxTime);
  const settings = pictureSettings(context, args, format === "jpg" ? "jpeg" : format);
  // Its absence is reported once, not for each file.
  await loadPeer<typeof Raster>("@usdkit/raster");
  const onProblem = (name: string, problem: string): void => {
    reportProblem(context, "usda thumbnails", `${name}: ${problem}`);
  };
  let hasProblem = false;
  const found = await findPictured(
    context,
    paths,
    (name, problem) => {
      hasProblem = true;
      onProblem(name, problem);
    },
    filesFrom,
  );
  if (found.length === 0 && !hasProblem) {
    context.stderr.write("usda thumbnails: there are no USD, glTF or splat files to draw\n");
  }
  const folder = resolvePath(context, output);
  const state = args.state === undefined ? undefined : RunState.open(resolvePath(context, args.state), args.state);
  const places = { location: path.join(folder, RECORDS), state, cwd: context.cwd };
  const records = await PictureRecords.open(places, context.env, settings);
  const pool = new PicturePool(settings, jobs);
  let isInterrupted = false;
  const stopListening = context.onInterrupt(() => {
    isInterrupted = true;
    void pool[Symbol.asyncDispose]();
  });
  let progress = new ProgressBar(context.stderr, "reading");
  const counts = { drawn: 0, current: 0, empty: 0, failed: 0 };
  const started = performance.now();
  try {
    const onRead = (read: number): void => progress.update(read, found.length);
    const all = args.all === true ? found : await pool.withoutParts(found, { records, deadline, onRead });
    progress.clear();
    progress = new ProgressBar(context.stderr, "drawing");
    const files = all?.filter((_, position) => isOfShard(position, shard)) ?? [];
    const begun: (Place & { readonly name: string })[] = [];
    const tasks = async function* (): AsyncGenerator<PictureTask> {
      for (const { name, location, relative } of files) {
        const picture = path.join(folder, `${relative}.${format}`);
        const known = args.cache === false ? undefined : await records.find(location, picture);
        begun.push({ name, records, location, picture, wasEmpty: known?.reason });
        yield { file: location, known: known?.inputs ?? null };
      }
    };
    let done = 0;
    for await (const outcome of pool.draw(tasks(), deadline)) {
      const place = begun.shift();
      if (isInterrupted || place === undefined) break;
      const { name, picture } = place;
      const status = keep(outcome, place);
      counts[status.kind]++;
      if (status.kind === "failed") {
        progress.clear();
        onProblem(name, status.reason);
      }
      if (args.json === true) await context.stdout.write(row(context, name, picture, status));
      progress.update(++done, files.length);
    }
    if ((all === undefined || done < files.length) && !isInterrupted) {
      context.exitCode = EXIT_UNFINISHED;
      const text = unfinishedText(counted(done, "file"), args.state !== undefined || args.cache !== false);
      progress.clear();
      context.stderr.write(`usda thumbnails: ${text}\n`);
    }
  } finally {
    progress.clear();
    stopListening();
    const problem = await records.close();
    // After the exit code for files that are left: a run that could not write its state would be repeated for ever.
    if (state?.problem !== undefined) reportProblem(context, "usda thumbnails", state.problem);
    state?.close();
    if (problem !== undefined) reportProblem(context, "usda thumbnails", problem);
    await pool[Symbol.asyncDispose]();
  }
  if (isInterrupted) context.exitCode = EXIT_INTERRUPTED;
  if (args.json !== true) await context.stdout.write(summary(counts, performance.now() - started));
}

type Status = { readonly kind: "drawn" | "current" } | { readonly kind: "empty" | "failed"; readonly reason: string };

interface Place {
  readonly records: PictureRecords;
  readonly location: string;
  readonly picture: string;
  /** Why there is no picture of the file as it was. */
  readonly wasEmpty: string | null | undefined;
}

/** Writes a picture and what it depends on. */
function keep(outcome: PictureOutcome, { records, location, picture, wasEmpty }: Place): Status {
  switch (outcome.status) {
    case "current":
      return typeof wasEmpty === "string" ? { kind: "empty", reason: wasEmpty } : { kind: "current" };
    case "failed":
      records.forget(location);
      return { kind: "failed", reason: outcome.reason };
    case "empty":
      // The picture of what there was before.
      fs.rmSync(picture, { force: true });
      records.keep(location, { inputs: outcome.inputs, picture: null, reason: outcome.reason });
      return { kind: "empty", reason: outcome.reason };
    case "drawn": {
      const { content, inputs } = outcome;
      if (content.kind !== "file") throw new Error("expected a file");
      try {
        writeAtomically(picture, content.bytes);
      } catch (error) {
        records.forget(location);
        return { kind: "failed", reason: `${picture} cannot be written: ${describeIoError(error)}` };
      }
      records.keep(location, { inputs, picture: content.bytes, reason: null });
      return { kind: "drawn" };
    }
  }
}

function row(context: CommandContext, name: string, picture: string, status: Status): string {
  const shown = status.kind === "drawn" || status.kind === "current" ? path.relative(context.cwd, picture) : null;
  const line = {
    file: name,
    picture: shown?.replaceAll(path.sep, "/") ?? null,
    status: status.kind,
    ...("reason" in status && { reason: status.reason }),
  };
  return `${escapeJson(JSON.stringify(line))}\n`;
}

function summary(
  { drawn, current, empty, failed }: Readonly<Record<Status["kind"], number>>,
  milliseconds: number,
): string {
  const seconds = milliseconds / 1000;
  const rate = drawn === 0 ? "" : `, ${(drawn / seconds).toFixed(1)} a second`;
  const parts = [
    `${counted(drawn, "picture")} drawn in ${seconds.toFixed(1)} s${rate}`,
    ...(current > 0 ? [`${current} unchanged`] : []),
    ...(empty > 0 ? [`${counted(empty, "file")} with nothing to draw (--json names them)`] : []),
    ...(failed > 0 ? [`${counted(failed, "file")} failed`] : []),
  ];
  return `${escapeLines(parts.join("; "))}\n`;
}
