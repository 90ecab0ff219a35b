/** The state of conversions: which are done, and what came of them. */
import { areAsStamped } from "@usdkit/batch/state/file-stamp";
import { RunState } from "@usdkit/batch/state/run-state";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { codeVersion } from "../check/code-version.ts";
import type { ConversionOutcome, ConversionResult, ConversionSettings, ConversionTask } from "./convert-task.ts";

/** Outcomes by input, settings and version. Without a state there are none. */
export class ConversionRecord implements Disposable {
  readonly #state: RunState | undefined;
  readonly #settings: string;

  private constructor(state: RunState | undefined, settings: string) {
    this.#state = state;
    this.#settings = settings;
  }

  /** @throws {IoError} if the file of the state cannot be opened */
  static async open(
    context: CommandContext,
    file: string | undefined,
    settings: ConversionSettings,
  ): Promise<ConversionRecord> {
    if (file === undefined) return new ConversionRecord(undefined, "");
    const state = RunState.open(resolvePath(context, file), file);
    return new ConversionRecord(state, JSON.stringify([await codeVersion(), settings]));
  }

  /** What could not be written, if anything. */
  get problem(): string | undefined {
    return this.#state?.problem;
  }

  /** Returns what came of a file in an earlier run, if all that it read and wrote is as it was. */
  find(task: ConversionTask): ConversionOutcome | undefined {
    const key = this.#keyOf(task);
    const text = key === undefined ? undefined : this.#state?.get(key);
    if (text === undefined) return undefined;
    const { outcome, inputs, outputs } = JSON.parse(text) as ConversionResult;
    return areAsStamped(outputs) && areAsStamped(inputs) ? outcome : undefined;
  }

  /** Keeps what came of a file. Failures are not kept: another run tries again. */
  keep(task: ConversionTask, result: ConversionResult): void {
    const key = result.outcome.status === "converted" ? this.#keyOf(task) : undefined;
    if (key !== undefined) this.#state?.add(key, JSON.stringify(result));
  }

  [Symbol.dispose](): void {
    this.#state?.close();
  }

  #keyOf({ input, bytes, output }: ConversionTask): string | undefined {
    if (this.#state === undefined || bytes !== undefined) return undefined;
    const text = JSON.stringify(["files", this.#settings, input, output]);
    return process.getBuiltinModule("node:crypto").hash("sha256", text);
  }
}
