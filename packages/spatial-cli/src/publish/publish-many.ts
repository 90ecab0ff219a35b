/** Publishes many stages: in shards, from lists, with a state, until a time. */
import type * as Publish from "@usdkit/publish";
import { counted } from "@usdkit/base";
import type { BatchArguments } from "@usdkit/batch/options/batch-options";
import { EXIT_UNFINISHED, parseDeadline, unfinishedText } from "@usdkit/batch/options/deadline";
import { listedInputs } from "@usdkit/batch/lists/listed-inputs";
import { ofShard, parseShard, sizeOfShard, type Shard } from "@usdkit/batch/options/shard";
import { NamedSpool } from "@usdkit/batch/spool/named-spool";
import { UsageError } from "@usdkit/command/cli/errors";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { nameOf } from "@usdkit/command/files/input";
import { fs, path } from "@usdkit/command/process/builtins";
import { progressNumbers } from "@usdkit/command/terminal/progress-bar";
import type { Context } from "../context/context.ts";
import { makeFolder } from "../outputs/output-place.ts";
import { EXIT_REFUSED, EXIT_USAGE, exitCodeOf } from "../run/exit-codes.ts";
import { describeFailure, explainFailure } from "../run/explain.ts";
import { publishRoot, type PublishSettings } from "./publish-root.ts";
import { PublishState, type PublishTask } from "./publish-state.ts";

/** Which stages, and where their scenes go. */
export interface PublishMany extends Readonly<Record<keyof BatchArguments, string | undefined>> {
  readonly roots: readonly string[];
  /** A folder; of one stage that the user named, the file of its scene. */
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
  many: PublishMany,
  settings: Omit<PublishSettings, "record">,
): Promise<void> {
  const { command, report } = context;
  const deadline = parseDeadline(many.maxTime);
  using run = await PublishRun.open(context, api, many, settings);
  const { tasks, shard } = run;
  const total = sizeOfShard(tasks.size, shard);
  const start = performance.now();
  let done = 0;
  const progress = (): string => progressNumbers(done, total, performance.now() - start);
  for (const record of ofShard(tasks.records(), shard)) {
    context.signal.throwIfAborted();
    if (deadline?.isOver === true) {
      command.exitCode = EXIT_UNFINISHED;
      report.note(`spatial publish: ${unfinishedText(counted(done, "file"), many.state !== undefined)}`);
      break;
    }
    await run.publish(JSON.parse(record) as PublishTask, progress);
    done++;
  }
  run.end();
}

/** A run over stages. */
class PublishRun implements Disposable {
  readonly tasks = new NamedSpool();
  readonly shard: Shard | undefined;
  readonly #context: Context;
  readonly #api: typeof Publish;
  readonly #settings: PublishSettings;
  readonly #state: PublishState;

  private constructor(
    context: Context,
    api: typeof Publish,
    { output, shard, state }: PublishMany,
    settings: Omit<PublishSettings, "record">,
  ) {
    const { choices, variant, searchPath = [], session } = settings;
    this.#context = context;
    this.#api = api;
    this.shard = shard === undefined ? undefined : parseShard(shard);
    this.#settings = { ...settings, record: recordOf(output ?? "", this.shard) };
    const key = JSON.stringify([context.client.baseUrl, choices, variant ?? [], searchPath, session ?? null]);
    this.#state = new PublishState(context.command, state, { settings: key, searchPaths: searchPath, session });
  }

  /** Lists the stages. */
  static async open(
    context: Context,
    api: typeof Publish,
    { roots, output, filesFrom, ...many }: PublishMany,
    settings: Omit<PublishSettings, "record">,
  ): Promise<PublishRun> {
    const { command } = context;
    const [first] = roots;
    const scene = roots.length === 1 && filesFrom === undefined ? sceneOf(command, first, output) : undefined;
    if (scene === undefined && output === undefined) {
      throw new UsageError("Several stages become a folder of scenes: name it with -o");
    }
    const folder = scene === undefined ? (output ?? "") : path.dirname(scene);
    if (!settings.isDry) makeFolder(resolvePath(command, folder));
    const run = new PublishRun(context, api, { roots, output: folder, filesFrom, ...many }, settings);
    for (const root of roots) run.#add({ root, output: scene ?? placeOf(command, root, folder) });
    if (filesFrom === undefined) return run;
    for await (const { name, location } of listedInputs(filesFrom, command)) {
      if (typeof location === "string") run.#add({ root: name, output: placeOf(command, name, folder) });
      else run.#problem(name, "its name is not UTF-8");
    }
    return run;
  }

  #add(task: PublishTask): void {
    const known = this.tasks.add(task.output, JSON.stringify(task));
    if (known === undefined) return;
    const other = JSON.parse(known) as PublishTask;
    const { command } = this.#context;
    if (resolvePath(command, other.root) === resolvePath(command, task.root)) return;
    this.#problem(task.root, `its scene would replace that of ${other.root}`);
  }

  #problem(root: string, problem: string): void {
    this.#context.report.note(`spatial publish: ${root}: ${problem}`);
    this.#context.command.exitCode ??= EXIT_USAGE;
  }

  /**
   * Publishes a stage, unless an earlier run has.
   *
   * @throws {Error} that ends the run: it was interrupted, its time is over, or credentials were refused
   */
  async publish(task: PublishTask, progress: () => string): Promise<void> {
    const { client, command, report, signal, state: stage } = this.#context;
    const { root, output } = task;
    if (this.#state.isDone(task)) {
      await report.result({ root, status: "current", scene: output }, "");
      return;
    }
    try {
      const keep = await this.#state.begin(task);
      if (!this.#settings.isDry) fs.mkdirSync(path.dirname(resolvePath(command, output)), { recursive: true });
      const { value, text } = await publishRoot(this.#context, this.#api, task, { ...this.#settings, progress });
      if (!this.#settings.isDry) keep();
      await report.result({ root, status: this.#settings.isDry ? "planned" : "published", ...value }, text);
    } catch (error) {
      const code = exitCodeOf(error, stage.stage);
      if (signal.aborted || this.#settings.over.aborted || code === EXIT_REFUSED) throw error;
      command.exitCode ??= code;
      const isNamed = error instanceof Error && error.message.startsWith(`${root}: `);
      const name = isNamed ? "spatial publish" : `spatial publish: ${root}`;
      report.note(explainFailure(error, name, stage, client.baseUrl));
      await report.result({ root, status: "failed", scene: null, error: describeFailure(error, code, stage) }, "");
    }
  }

  /** Reports what is wrong with the state: after files that are left, as a run without its state would be repeated for ever. */
  end(): void {
    const { problem } = this.#state;
    if (problem === undefined) return;
    this.#context.report.note(`spatial publish: ${problem}`);
    this.#context.command.exitCode = EXIT_USAGE;
  }

  [Symbol.dispose](): void {
    this.tasks.close();
    this.#state[Symbol.dispose]();
  }
}

/** Returns the file of the scene of one stage; undefined if the output is a folder. */
function sceneOf(command: CommandContext, root: string, output: string | undefined): string | undefined {
  if (output === undefined) return `${path.basename(root).replace(/\.[^.]*$/u, "")}-published.usda`;
  const isFolder = fs.statSync(resolvePath(command, output), { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder || !/\.usda?$/iu.test(output) ? undefined : output;
}

/** Returns the file of a scene in a folder. Stages outside of the working folder have no folders there. */
function placeOf(command: CommandContext, root: string, folder: string): string {
  const name = nameOf(resolvePath(command, root), command.cwd).replace(/\.[^./]*$/u, ".usda");
  const inside = name.startsWith("../") || path.isAbsolute(name) ? path.posix.basename(name) : name;
  return path.join(folder, inside);
}

/** Shards write at the same time: each has a record of its own, so that none loses what another one has uploaded. */
function recordOf(folder: string, shard: Shard | undefined): string {
  const suffix = shard === undefined ? "" : `-${shard.index}-of-${shard.count}`;
  return path.join(folder, RECORD.replace(".json", `${suffix}.json`));
}
