/** What a run says on standard error besides its reports. */
import { reportProblem, type CommandContext } from "@usdkit/command/context/command-context";
import { escapeLines } from "@usdkit/command/terminal/escape-terminal";
import { Progress } from "./progress.ts";

const COMMAND = "usda-lint";
/** Problems that the report of a shard lists. */
const MAX_PROBLEMS = 1000;

/** Notes, problems and the progress of a run. */
export class RunMessages {
  readonly #context: CommandContext;
  readonly #progress: Progress | undefined;
  readonly #problems: string[] = [];

  constructor(context: CommandContext) {
    const { env, stderr } = context;
    this.#context = context;
    this.#progress = stderr.isTerminal && (env["CI"] ?? "") === "" ? new Progress(stderr) : undefined;
  }

  /** The first problems. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  /** As {@link Progress.tick}. */
  tick(files: number, total?: number, label?: string): void {
    this.#progress?.tick(files, total, label);
  }

  /** Before anything else is written to the terminal. */
  clear(): void {
    this.#progress?.clear();
  }

  note(text: string): void {
    this.clear();
    this.#context.stderr.write(`${COMMAND}: ${escapeLines(text)}\n`);
  }

  /** Reports a problem: the run ends with exit code 2. */
  fail(text: string): void {
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push(text);
    this.clear();
    reportProblem(this.#context, COMMAND, text);
  }
}
