// Runs the nested texts in a thread, whose stack is smaller.

import { parentPort, workerData } from "node:worker_threads";
import { examine } from "./examine.ts";
import { nestedTexts } from "./nested-texts.ts";

const { depth } = workerData as { depth: number };
const problems: string[] = [];
for (const [name, text] of Object.entries(nestedTexts)) {
  problems.push(...examine(new TextEncoder().encode(text(depth))).map((problem) => `${name}: ${problem}`));
}
// eslint-disable-next-line unicorn/require-post-message-target-origin -- a port of Node's has no origin
parentPort?.postMessage(problems);
