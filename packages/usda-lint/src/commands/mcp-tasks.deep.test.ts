// Campaign in CI: A hundred tasks of an agent, by the server and a client of the SDK, checked by usd-core

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { agentFiles } from "../test-support/agent-files.ts";
import type { Call, Task } from "../test-support/agent-task.ts";
import { agentTasks } from "../test-support/agent-tasks.ts";
import { TestFolder } from "../test-support/run-command.ts";

const python = process.env["USDKIT_PYTHON"] ?? "";
/** A median task. */
const MOST_BYTES = 6 * 1024;

/** Answers a question by usd-core. */
let ask: (task: Task) => Promise<unknown> = async () => Promise.resolve();
let endReference = (): void => undefined;

const folder = new TestFolder();
const client = new Client({ name: "tasks", version: "1" });
const bytesOfTasks: number[] = [];

beforeAll(async () => {
  const program = join(import.meta.dirname, "../bin/usda.ts");
  const args = [program, "mcp", "--root", folder.path, "--write"];
  startReference();
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
}, 600_000);
afterAll(async () => {
  await client.close();
  endReference();
  folder[Symbol.dispose]();
});

function restore(): void {
  for (const name of readdirSync(folder.path)) if (!(name in agentFiles)) rmSync(join(folder.path, name));
  for (const [name, text] of Object.entries(agentFiles)) writeFileSync(join(folder.path, name), text);
}

/** Runs a task, and returns its answer and how many bytes the results had. */
async function run({ run: steps }: Task): Promise<{ readonly answer: unknown; readonly bytes: number }> {
  let bytes = 0;
  const call: Call = async (name, args) => {
    const result = await client.callTool({ name, arguments: { ...args } });
    bytes += Buffer.byteLength(JSON.stringify(result));
    if (result.isError === true) throw new Error(`${name}: ${JSON.stringify(result.content)}`);
    return result.structuredContent as Readonly<Record<string, unknown>>;
  };
  return { answer: await steps(call), bytes };
}

function startReference(): void {
  if (python === "") return;
  const script = join(import.meta.dirname, "../test-support/agent-tasks.py");
  const child = spawn(python, [script], { stdio: ["pipe", "pipe", "inherit"] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  ask = async ({ question }) => {
    child.stdin.write(`${JSON.stringify({ ...question, file: join(folder.path, question.file) })}\n`);
    const { value, done } = await answers.next();
    if (done === true) throw new Error("usd-core ended");
    return JSON.parse(value) as unknown;
  };
  endReference = () => child.stdin.end();
}

/** Returns the lines of one text that the other lacks, by count. */
function differingLines(before: string, after: string): number {
  const counts = new Map<string, number>();
  for (const line of before.split("\n")) counts.set(line, (counts.get(line) ?? 0) + 1);
  for (const line of after.split("\n")) counts.set(line, (counts.get(line) ?? 0) - 1);
  return [...counts.values()].reduce((sum, count) => sum + Math.abs(count), 0);
}

const digest = (file: string): string =>
  createHash("sha256")
    .update(readFileSync(join(folder.path, file)))
    .digest("hex");

describe.skipIf(python === "")("tasks (skipped without USDKIT_PYTHON)", () => {
  test.each(agentTasks.map((task) => [task.name, task] as const))("%s", async (_name, task) => {
    restore();
    const before = new Map(Object.keys(agentFiles).map((name) => [name, digest(name)]));
    const { answer, bytes } = await run(task);
    bytesOfTasks.push(bytes);
    expect(await ask(task)).toEqual(task.expected ?? answer);
    const { writes = [], lines = 0 } = task;
    const changed = readdirSync(folder.path).filter((name) => digest(name) !== before.get(name));
    expect(writes).toEqual(expect.arrayContaining(changed));
    for (const name of changed) {
      const text = agentFiles[name];
      if (text === undefined) continue;
      const after = readFileSync(join(folder.path, name), "utf8");
      expect(differingLines(text, after)).toBeLessThanOrEqual(lines);
      for (const comment of text.match(/#.*/gu) ?? []) {
        if (!name.startsWith("lost")) expect(after).toContain(comment);
      }
    }
  });

  test("the median task needs at most 6 KB of results", () => {
    const sorted = bytesOfTasks.toSorted((a, b) => a - b);
    expect(sorted.length).toBe(agentTasks.length);
    expect(sorted[sorted.length >> 1]).toBeLessThanOrEqual(MOST_BYTES);
  });
});
