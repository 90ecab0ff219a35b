/** Brings the index of a library up to date. */
import type * as Raster from "@usdkit/raster";
import { counted } from "@usdkit/base";
import { reportProblem, resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { fs, path } from "@usdkit/command/process/builtins";
import { EXIT_INTERRUPTED } from "@usdkit/command/process/exit-codes";
import { escapeLines } from "@usdkit/command/terminal/escape-terminal";
import { ProgressBar } from "@usdkit/command/terminal/progress-bar";
import { draftLibrary } from "@usdkit/library/database/open-library";
import { asFileProblem } from "@usdkit/library/database/sqlite";
import { updateLibrary, type UpdateResult } from "@usdkit/library/update/update-library";
import { CONFIG_NAMES } from "@usdkit/lint-config/find-config";
import { ConfigLookup } from "@usdkit/lint-config/config-lookup";
import { codeVersion } from "../check/code-version.ts";
import { Preparer } from "../check/prepare.ts";
import { searchPathsOf } from "../files/search-paths.ts";
import { loadPeer } from "../render/load-peer.ts";
import { drawThumbnails, type ThumbnailCounts } from "./draw-thumbnails.ts";
import type { IndexArguments } from "./index-arguments.ts";
import { LibraryThreads } from "./library-threads.ts";

const COMMAND = "usda index";
/** What SQLite keeps next to a database. */
const COMPANIONS = ["", "-journal", "-wal", "-shm"];

/**
 * @param output The database.
 * @throws {IoError} if the database cannot be used
 */
export async function runIndex(args: IndexArguments, output: string, context: CommandContext): Promise<void> {
  const started = performance.now();
  const folder = resolvePath(context, args.folder);
  const file = resolvePath(context, output);
  if (args.thumbnails === true) await loadPeer<typeof Raster>("@usdkit/raster");
  const fail = (problem: string): void => {
    progress.clear();
    reportProblem(context, COMMAND, problem);
  };
  const progress = new ProgressBar(context.stderr, "indexing");
  const { configs, preparer } = checksOf(args, context, folder, fail);
  const composes = args.bounds !== false;
  const searchPaths = searchPathsOf(context, args.searchPath);
  let isStopped = false;
  const stopListening = context.onInterrupt(() => {
    isStopped = true;
  });
  try {
    using draft = draftLibrary(file, folder);
    const total = Number(draft.database.prepare("SELECT count(*) AS files FROM files").get()?.["files"]);
    let result: UpdateResult;
    {
      // They end before others draw.
      await using work = new LibraryThreads({
        jobs: args.jobs,
        composes,
        searchPaths,
        configs,
        preparer,
        onProblem: (problem) => fail(problem),
      });
      result = await updateLibrary(draft, {
        folder,
        work,
        isOwn: ownFiles(file),
        checks: await checksKey(args, configs, folder),
        isConfiguration: (each) => CONFIG_NAMES.includes(path.posix.basename(each)),
        searchPaths,
        composes,
        onProblem: (each, problem) => fail(`${path.join(args.folder, each)}: ${problem}`),
        onProgress: (files) => progress.update(files, Math.max(files, total)),
        isStopped: () => isStopped,
      });
    }
    const thumbnails =
      args.thumbnails === true && !isStopped
        ? await drawThumbnails(draft.database, { folder, args, context, progress, isStopped: () => isStopped })
        : undefined;
    progress.clear();
    if (isStopped) {
      context.stderr.write(
        `${COMMAND}: interrupted; ${draft.isNew ? "nothing was written" : "the index is as it was"}\n`,
      );
      context.exitCode = EXIT_INTERRUPTED;
      return;
    }
    draft.finish();
    await context.stdout.write(summary(args, result, thumbnails, performance.now() - started));
  } catch (error) {
    throw asFileProblem(error, output);
  } finally {
    progress.clear();
    stopListening();
  }
}

function checksOf(
  args: IndexArguments,
  context: CommandContext,
  folder: string,
  onProblem: (problem: string) => void,
): { readonly configs: ConfigLookup; readonly preparer: Preparer } {
  const { cwd } = context;
  const named = args.config === undefined ? undefined : resolvePath(context, args.config);
  const flags = { profile: args.profile, rules: {} };
  const configs = new ConfigLookup(args.noConfig === true ? false : named, flags, cwd, { roots: [cwd, folder] });
  return { configs, preparer: new Preparer({ cwd, writesBaseline: false, onProblem }) };
}

/** Returns a text that differs if files may have other findings than before. Configurations in the library are compared as its files. */
async function checksKey(args: IndexArguments, configs: ConfigLookup, folder: string): Promise<string> {
  try {
    await configs.find(path.join(folder, "layer.usda"));
  } catch {
    // Reported with the first file.
  }
  const { hash } = process.getBuiltinModule("node:crypto");
  const contents = configs.files.map((file) => [
    file,
    fs.existsSync(file) ? hash("sha256", fs.readFileSync(file)) : null,
  ]);
  const { profile = null, noConfig = false } = args;
  return hash("sha256", JSON.stringify([await codeVersion(), profile, noConfig, contents]));
}

/** The database, what SQLite keeps next to it, and what an earlier run left. */
function ownFiles(file: string): (each: string) => boolean {
  const own = new Set(COMPANIONS.map((suffix) => file + suffix));
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.`);
  return (each) => own.has(each) || (each.startsWith(temporary) && each.includes(".tmp"));
}

function summary(
  { json }: IndexArguments,
  result: UpdateResult,
  thumbnails: ThumbnailCounts | undefined,
  milliseconds: number,
): string {
  const seconds = Number((milliseconds / 1000).toFixed(2));
  if (json === true) return `${JSON.stringify({ ...result, ...(thumbnails && { thumbnails }), seconds })}\n`;
  const { files, added, changed, removed, problems } = result;
  const parts = [
    `${counted(files, "file")} in ${seconds.toFixed(1)} s: ${added} added, ${changed} changed, ${removed} removed`,
    ...(thumbnails === undefined ? [] : [`${counted(thumbnails.drawn, "thumbnail")} drawn`]),
    ...(problems === 0 ? [] : [`${problems} could not be read`]),
  ];
  return `${escapeLines(parts.join("; "))}\n`;
}
