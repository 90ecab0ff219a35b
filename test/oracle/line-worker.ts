// A process that answers each line of JSON with one line of JSON. Some inputs make the reference crash: then the next
// request starts another process.

import type { ChildProcessByStdio } from "node:child_process";
import { spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { createInterface } from "node:readline";

const TIMEOUT = 30_000;

/** How a worker is started. */
export interface WorkerCommand {
  readonly python: string;
  /** Path of the script. */
  readonly script: string;
  /** Environment variables in addition to those of this process. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Working folder: files may be found in it. Default: that of this process. */
  readonly cwd?: string | undefined;
  /** Milliseconds after which the process is ended. Default: 30,000. */
  readonly timeout?: number | undefined;
}

/** Returned instead of an answer if the process crashed or took too long. */
export interface WorkerFailure {
  readonly failed: string;
}

type Child = ChildProcessByStdio<Writable, Readable, null>;

/** One process that handles one request at a time; others wait. */
export class LineWorker<T> {
  private readonly command: WorkerCommand;
  private child: Child | undefined;
  private answered: ((answer: T | WorkerFailure) => void) | undefined;
  /** Ends with the last request. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(command: WorkerCommand) {
    this.command = command;
  }

  async ask(request: object): Promise<T | WorkerFailure> {
    const answer = this.last.then(() => this.send(request));
    this.last = answer;
    return answer;
  }

  private async send(request: object): Promise<T | WorkerFailure> {
    const child = (this.child ??= this.start());
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        // The exit handler answers.
        child.kill("SIGKILL");
      }, this.command.timeout ?? TIMEOUT);
      this.answered = (answer) => {
        clearTimeout(timer);
        this.answered = undefined;
        resolve(answer);
      };
      child.stdin.write(`${JSON.stringify(request)}\n`);
    });
  }

  /** Ends the process; without this the program does not end. */
  close(): void {
    this.child?.stdin.end();
    this.child = undefined;
  }

  private start(): Child {
    const { python, script, env } = this.command;
    const child = spawn(python, [script], {
      stdio: ["pipe", "pipe", "ignore"],
      cwd: this.command.cwd,
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1", ...env },
    });
    createInterface({ input: child.stdout }).on("line", (line) => this.answered?.(JSON.parse(line) as T));
    child.stdin.on("error", () => undefined);
    child.on("error", (error) => this.answered?.({ failed: error.message }));
    child.on("exit", (code, signal) => {
      if (this.child === child) this.child = undefined;
      this.answered?.({ failed: `it ended with ${signal ?? `code ${code}`}` });
    });
    return child;
  }
}
