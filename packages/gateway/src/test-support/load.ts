import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Load, LoadReport } from "./load-client.ts";

const CLIENT = join(import.meta.dirname, "load-client.ts");

/** Sends the same load from several processes, each with its own request ids, and sums up their results. */
export async function sendFromProcesses(processes: number, load: Load): Promise<LoadReport> {
  const run = promisify(execFile);
  const reports = await Promise.all(
    Array.from({ length: processes }, async (_, i) => {
      const text = JSON.stringify({ ...load, prefix: `${load.prefix}-${i}` });
      const { stdout } = await run(process.execPath, [CLIENT, text]);
      return JSON.parse(stdout) as LoadReport;
    }),
  );
  return {
    acceptances: sums(reports.map(({ acceptances }) => acceptances)),
    statuses: sums(reports.map(({ statuses }) => statuses)),
    seconds: Math.max(...reports.map(({ seconds }) => seconds)),
  };
}

function sums(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const [name, count] of counts.flatMap((each) => Object.entries(each))) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
