/** Publishes many stages: in shards, from lists, with a state, until a time. */
import type * as Publish from "@usdkit/publish";
import { counted } from "@usdkit/base";
import { fileList } from "@usdkit/batch/options/file-list";
import type { BatchArguments } from "@usdkit/batch/options/batch-options";
import { parseShard, takeShard, type Shard } from "@usdkit/batch/options/shard";
import { EXIT_UNFINISHED, parseDeadline } from "@usdkit/batch/options/deadline";
import { UsageError } from "@usdkit/command/cli/errors";
import { resolvePath } from "@usdkit/command/context/command-context";
import { decodePath, nameOf } from "@usdkit/command/files/input";
import { buffer, fs, path } from "@usdkit/command/process/builtins";
import type { Context } from "../context/context.ts";
import { makeFolder } from "../outputs/output-place.ts";
import { EXIT_REFUSED, EXIT_USAGE, exitCodeOf } from "../run/exit-codes.ts";
import { explainFailure } from "../run/explain.ts";
import { publishRoot, type PublishSettings } from "./publish-root.ts";
import { PublishState, type PublishTask } from "./publish-state.ts";

/** Which stages, and where their scenes go. */
export interface PublishMany extends Readonly<Record<keyof BatchArguments, string | undefined>> {
  readonly roots: readonly string[];
  /** A folder. */
  readonly output: string | undefined;
}

/** The record of what was uploaded, next to the scenes. */
const RECORD = "usdkit-publish.json";

/**
 * Publishes stages one after the other. What is wrong with one is reported with its name, and the others go on; refused credentials end the
 * run.
 *
 * @throws {UsageError | IoError} for arguments that are wrong, and lists that cannot be read
 */
export async function publishMany(
  context: Context,
  api: typeof Publish,
  { roots, output: folder, filesFrom, shard: part, state: file, maxTime }: PublishMany,
  settings: Omit<PublishSettings, "record">,
): Promise<void> {
  const { client, command, report, signal, state: stage } = context;
  if (folder === undefined) throw new UsageError("Several stages become a folder of scenes: name it with -o");
  const shard = part === undefined ? undefined : parseShard(part);
  const deadline = parseDeadline(maxTime);
  if (!settings.isDry) makeFolder(resolvePath(command, folder));
  const one = { ...settings, record: recordOf(folder, shard) };
  const { choices, variant, searchPath = [], session } = settings;
  const key = JSON.stringify([client.baseUrl, choices, variant ?? [], searchPath, session ?? null]);
  using state = new PublishState(command, file, { settings: key, searchPaths: searchPath });
  const seen = new Map<string, string>();
  let done = 0;
  for await (const { item } of takeShard(tasksOf(context, roots, filesFrom, folder), shard)) {
    if (signal.aborted) signal.throwIfAborted();
    if (deadline?.isOver === true) {
      command.exitCode = EXIT_UNFINISHED;
      report.note(`spatial publish: --max-time is over after ${counted(done, "stage")}, and stages are left`);
      return;
    }
    const problem = (text: string): void => {
      report.note(`spatial publish: ${item.root}: ${text}`);
      command.exitCode ??= EXIT_USAGE;
    };
    const other = seen.get(item.output);
    seen.set(item.output, item.root);
    if (item.isText !== true) problem("its name is not UTF-8");
    else if (other !== undefined) problem(`its scene would replace that of ${other}`);
    else if (!state.isDone(item)) {
      try {
        const keep = await state.begin(item);
        fs.mkdirSync(path.dirname(resolvePath(command, item.output)), { recursive: true });
        const { value, text } = await publishRoot(context, api, item, one);
        if (!settings.isDry) keep();
        await report.result({ root: item.root, ...value }, text);
      } catch (error) {
        const code = exitCodeOf(error, stage.stage);
        if (signal.aborted || settings.over.aborted || code === EXIT_REFUSED) throw error;
        command.exitCode ??= code;
        const isNamed = error instanceof Error && error.message.startsWith(`${item.root}: `);
        const name = isNamed ? "spatial publish" : `spatial publish: ${item.root}`;
        report.note(explainFailure(error, name, stage, client.baseUrl));
      }
    }
    done++;
  }
  if (state.problem !== undefined) {
    report.note(`spatial publish: ${state.problem}`);
    command.exitCode ??= EXIT_USAGE;
  }
}

interface NamedTask extends PublishTask {
  /** Whether the name is UTF-8. */
  readonly isText: boolean;
}

async function* tasksOf(
  { command }: Context,
  roots: readonly string[],
  filesFrom: string | undefined,
  folder: string,
): AsyncGenerator<NamedTask> {
  const task = (root: string, isText = true): NamedTask => {
    const name = nameOf(resolvePath(command, root), command.cwd).replace(/\.[^./]*$/u, ".usda");
    // Outside of the working folder there is no place for the folders.
    const inside = name.startsWith("../") || path.isAbsolute(name) ? path.posix.basename(name) : name;
    return { root, output: path.join(folder, inside), isText };
  };
  for (const root of roots) yield task(root);
  if (filesFrom === undefined) return;
  for await (const bytes of fileList(filesFrom, command)) {
    const isText = buffer.isUtf8(bytes);
    yield task(isText ? bytes.toString() : decodePath(bytes), isText);
  }
}

/** Shards write at the same time: each has a record of its own, so that none loses what another one has uploaded. */
function recordOf(folder: string, shard: Shard | undefined): string {
  const suffix = shard === undefined ? "" : `-${shard.index}-of-${shard.count}`;
  return path.join(folder, RECORD.replace(".json", `${suffix}.json`));
}
