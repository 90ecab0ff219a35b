import type { OutputStream } from "./streams.ts";

/** Number of lines per write. */
const BATCH = 500;

/** Writes lines as they come: any number of them is never in memory together. */
export async function writeLines(output: OutputStream, lines: Iterable<string>): Promise<void> {
  let batch: string[] = [];
  for (const line of lines) {
    batch.push(line);
    if (batch.length < BATCH) continue;
    await output.write(`${batch.join("\n")}\n`);
    batch = [];
  }
  if (batch.length > 0) await output.write(`${batch.join("\n")}\n`);
}
