/** Output of a command: results on standard output, everything else on standard error. */
import { escapeJson, escapeLines } from "@usdkit/command/terminal/escape-terminal";
import type { CommandContext } from "@usdkit/command/context/command-context";
import { progressLine, type Progress } from "./progress-line.ts";

/** Milliseconds between updates of a progress line. */
const PACE = 100;

/** The received record, with the parsed fields typed. */
function whole(value: object): object {
  const raw: unknown = Reflect.get(value, "raw");
  return typeof raw === "object" && raw !== null && !Array.isArray(raw) ? { ...raw, ...value } : value;
}

export class Report {
  readonly #json: boolean;
  readonly #stdout: CommandContext["stdout"];
  readonly #stderr: CommandContext["stderr"];
  readonly #isLive: boolean;
  #isShown = false;
  #hasResult = false;
  #last = Number.NEGATIVE_INFINITY;

  constructor(json: boolean, { stdout, stderr, env }: CommandContext) {
    this.#json = json;
    this.#stdout = stdout;
    this.#stderr = stderr;
    // A terminal without escape sequences would show every update of the line.
    this.#isLive = env["TERM"] !== "dumb" && stderr.isTerminal;
  }

  /** Prints a permanent line. Text of files and of the service is escaped. */
  note(text: string): void {
    this.#clear();
    this.#stderr.write(`${escapeLines(text)}\n`);
  }

  /** Shows progress in a line that is redrawn; only on a terminal. */
  progress(progress: Progress): void {
    if (!this.#isLive) return;
    const now = performance.now();
    if (now - this.#last < PACE) return;
    this.#last = now;
    this.#isShown = true;
    this.#stderr.write(`\r\x1b[2K${progressLine(progress, this.#stderr.columns)}`);
  }

  /** Prints the result: `value` as JSON with `--json`, otherwise `text`. */
  async result(value: object, text: string): Promise<void> {
    this.#clear();
    this.#hasResult = true;
    if (this.#json) await this.#stdout.write(`${escapeJson(JSON.stringify(whole(value)))}\n`);
    else if (text !== "") await this.#stdout.write(`${this.#stdout.isTerminal ? escapeLines(text) : text}\n`);
  }

  /** Prints a failure as JSON in place of a result; nothing if a result was printed. */
  async failure(value: object): Promise<void> {
    this.#clear();
    if (!this.#json || this.#hasResult) return;
    await this.#stdout.write(`${escapeJson(JSON.stringify({ error: value }))}\n`);
  }

  /** Prints the service's record of an operation without a result: as JSON for users, as a failure for programs. */
  async record(record: unknown, failure: object): Promise<void> {
    if (this.#json) await this.failure({ ...failure, record });
    else await this.result({}, escapeJson(JSON.stringify(record)));
  }

  #clear(): void {
    if (!this.#isShown) return;
    this.#isShown = false;
    this.#stderr.write("\r\x1b[2K");
  }
}
