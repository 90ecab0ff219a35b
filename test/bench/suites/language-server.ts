/** The language server under edits of a large scene: change to diagnostics, completion, memory, start. */
import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type MessageConnection,
} from "vscode-jsonrpc/node";
import { payloadScene } from "../generate/payload-scene.ts";
import { structure } from "../generate/structure.ts";
import { milliseconds, ratio } from "../report.ts";
import { targets } from "../targets.ts";
import type { SuiteOptions } from "./suite.ts";

const suite = "language-server";
const URI = "file:///bench/scene.usda";

/**
 * Milliseconds without work after which the server has returned what it needed for a while only: it collects garbage after 1.5 s.
 * On a busy machine that takes longer; the last is the longest wait.
 */
const [PAUSE, LONGEST_PAUSE] = [2500, 30_000];

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

interface Published {
  readonly version?: number;
  readonly diagnostics: readonly unknown[];
}

/** Types hundreds of characters into scenes of 5 MB, and measures the percentiles of what an editor waits for. */
export async function languageServer({ quick, built, inputs, report }: SuiteOptions): Promise<void> {
  const makers = { payloads: payloadScene, structure };
  const edits = quick ? 60 : 300;
  const { start, first } = await measureStart(built);
  report({
    suite,
    input: "process",
    what: "start to the answer of initialize",
    measured: milliseconds(start),
    target: `≤ ${targets.languageServer.start} ms`,
    met: start <= targets.languageServer.start,
    figures: { start, first },
  });
  for (const [name, make] of Object.entries(makers)) {
    if (inputs.length > 0 && !inputs.some((part) => name.includes(part))) continue;
    const text = make(5_000_000).toString("latin1");
    const server = new Server(built);
    try {
      await server.initialize();
      await server.open("#usda 1.0\n");
      // The schemas are loaded with the first completion; they are no part of a document.
      await server.complete({ line: 1, character: 0 });
      await server.rests();
      const empty = server.memory();
      await server.replace(text);
      const [shown, completion] = [[], []] as number[][];
      const lines = text.split("\n");
      const begin = server.processorTime();
      for (let i = 0; i < edits; i++) {
        const at = lineToEdit(lines, i, edits);
        shown.push(await server.type(at, i % 2 === 0 ? "1" : ""));
        if (i % 10 === 0) completion.push(await server.complete(at));
      }
      const used = server.processorTime() - begin;
      const busy = (server.memory() - empty) / text.length;
      await server.rests();
      const memory = (server.memory() - empty) / text.length;
      const { median, p99, completion: most, memory: mostMemory } = targets.languageServer;
      const input = `${name} 5 MB`;
      const change = percentiles(shown);
      report({
        suite,
        input,
        what: `change to diagnostics of the parser and all rules, ${edits} edits`,
        measured: `median ${milliseconds(change.median)}, p99 ${milliseconds(change.p99)}, processor time ${milliseconds(used / edits)}`,
        target: `≤ ${median} ms, ≤ ${p99} ms`,
        met: change.median <= median && change.p99 <= p99,
        figures: { ...change, processorTimeEach: used / edits },
      });
      const completed = percentiles(completion);
      report({
        suite,
        input,
        what: "completion",
        measured: `median ${milliseconds(completed.median)}, worst ${milliseconds(completed.p99)}`,
        target: `≤ ${most} ms`,
        met: completed.median <= most,
        figures: { ...completed },
      });
      report({
        suite,
        input,
        what: "memory above an empty document, to the text",
        measured: `${ratio(memory)} after a pause`,
        target: `≤ ${mostMemory}×`,
        met: memory <= mostMemory,
        figures: { memory, busy },
      });
    } finally {
      server.close();
    }
  }
}

/** A line with a number in the body of a prim, each time another part of the scene. */
function lineToEdit(lines: readonly string[], index: number, count: number): { line: number; character: number } {
  let line = Math.floor(((index + 0.5) / count) * lines.length);
  while (!/=.*\d/.test(lines[line] ?? "") && line > 0) line--;
  const character =
    (/\d/.exec((lines[line] ?? "").replace(/^[^=]*=/, (head) => " ".repeat(head.length)))?.index ?? 0) + 1;
  return { line, character };
}

function percentiles(times: readonly number[]): { median: number; p99: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Infinity;
  return { median: at(0.5), p99: at(0.99) };
}

async function measureStart(built: boolean): Promise<{ start: number; first: number }> {
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const server = new Server(built);
    const begin = performance.now();
    await server.initialize();
    times.push(performance.now() - begin);
    server.close();
  }
  return { start: Math.min(...times.slice(1)), first: times[0] ?? Infinity };
}

class Server {
  readonly #process: ChildProcess;
  readonly #connection: MessageConnection;
  #version = 1;
  #waiting: ((published: Published) => void) | undefined;

  constructor(built: boolean) {
    const folder = join(import.meta.dirname, "../../../packages/language-server");
    const file = built ? "dist/bin/usda-language-server.js" : "src/bin/usda-language-server.ts";
    const child = spawn(process.execPath, [join(folder, file), "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
    this.#process = child;
    this.#connection = createMessageConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    this.#connection.onNotification("textDocument/publishDiagnostics", (published: Published) => {
      if ((published.version ?? 0) >= this.#version) this.#waiting?.(published);
    });
    this.#connection.listen();
  }

  async initialize(): Promise<void> {
    await this.#connection.sendRequest("initialize", { processId: null, rootUri: null, capabilities: {} });
    await this.#connection.sendNotification("initialized", {});
  }

  async open(text: string): Promise<void> {
    const next = this.#next();
    await this.#connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri: URI, languageId: "usda", version: this.#version, text },
    });
    await next;
  }

  async replace(text: string): Promise<void> {
    await this.#change([{ text }]);
    await this.settled();
  }

  /** Types a text (deletes a character if the text is empty); returns the milliseconds until its diagnostics. */
  async type({ line, character }: { line: number; character: number }, text: string): Promise<number> {
    const start = { line, character };
    return this.#change([
      { range: { start, end: { line, character: text === "" ? character + 1 : character } }, text },
    ]);
  }

  async #change(contentChanges: readonly unknown[]): Promise<number> {
    const begin = performance.now();
    this.#version++;
    const next = this.#next();
    await this.#connection.sendNotification("textDocument/didChange", {
      textDocument: { uri: URI, version: this.#version },
      contentChanges,
    });
    await next;
    return performance.now() - begin;
  }

  /** Milliseconds until nothing more is published: the rules have run. */
  async settled(): Promise<number> {
    const begin = performance.now();
    let last = begin;
    for (;;) {
      const quiet = new Promise<boolean>((resolve) => setTimeout(() => resolve(true), 1500));
      if (await Promise.race([this.#next().then(() => false), quiet])) return last - begin;
      last = performance.now();
    }
  }

  async complete(position: { line: number; character: number }): Promise<number> {
    const begin = performance.now();
    await this.#connection.sendRequest("textDocument/completion", { textDocument: { uri: URI }, position });
    return performance.now() - begin;
  }

  /** Resident bytes; of Linux alone. */
  memory(): number {
    const status = readFileSync(`/proc/${this.#process.pid}/status`, "utf8");
    return Number(/VmRSS:\s*(\d+)/.exec(status)?.[1] ?? Number.NaN) * 1024;
  }

  /** Milliseconds of processor time, of all threads; of Linux alone, in steps of 10. */
  processorTime(): number {
    const text = readFileSync(`/proc/${this.#process.pid}/stat`, "utf8");
    const [user = Number.NaN, system = Number.NaN] = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 13)
      .map(Number);
    return (user + system) * 10;
  }

  /** Waits until the process does nothing any more. */
  async rests(): Promise<void> {
    const end = performance.now() + LONGEST_PAUSE;
    let last = this.processorTime();
    // Twice, as a process that waits for a processor does nothing either.
    for (let pauses = 0; pauses < 2 && performance.now() < end;) {
      await pause(PAUSE);
      const now = this.processorTime();
      pauses = now - last <= 20 ? pauses + 1 : 0;
      last = now;
    }
  }

  #next(): Promise<Published> {
    return new Promise((resolve) => (this.#waiting = resolve));
  }

  close(): void {
    this.#connection.dispose();
    this.#process.kill();
  }
}
