import { join } from "node:path";
import { installedEntry } from "../installed.ts";
import { hostileCases, type HostileCase } from "../generate/hostile.ts";
import { PeerProcess, type PeerCommand } from "../peer-process.ts";
import { milliseconds, ratio } from "../report.ts";
import { targets } from "../targets.ts";
import type { SuiteOptions } from "./suite.ts";

const suite = "linear";

/** Below this, timers and caches decide, not the parser. */
const tooShort = 5;

/** Doubles hostile inputs and compares the times; opens one file that is longer than any string may be. */
export async function linear(options: SuiteOptions): Promise<void> {
  const { inputs } = options;
  const chosen = hostileCases.filter(({ name }) => inputs.length === 0 || inputs.some((part) => name.includes(part)));
  for (const entry of chosen) await doubling(options, entry);
  if (!options.quick && (inputs.length === 0 || inputs.includes("700"))) await large(options, 700e6);
}

function command(built: boolean): PeerCommand {
  const worker = join(import.meta.dirname, "../peers/hostile-worker.ts");
  const args = ["--expose-gc", worker, built ? installedEntry("usda") : "source"];
  return { name: "ours", command: process.execPath, args };
}

async function doubling({ quick, built, report }: SuiteOptions, entry: HostileCase): Promise<void> {
  const length = quick && entry.length > 1e6 ? entry.length / 5 : entry.length;
  const input = `${entry.name} ${show(length)}`;
  let process: PeerProcess | undefined;
  try {
    process = await PeerProcess.start(command(built));
    const ask = async (n: number): Promise<number> => {
      const { wall } = (await process?.ask({ name: entry.name, length: n }, 60_000)) ?? {};
      return wall ?? Infinity;
    };
    await ask(Math.ceil(length / 10));
    let [single, double] = [Infinity, Infinity];
    for (let round = 0; round < (quick ? 2 : 4); round++) {
      single = Math.min(single, await ask(length));
      double = Math.min(double, await ask(length * 2));
    }
    const factor = double / single;
    report({
      suite,
      input,
      what: `twice as long (${entry.accepted ? "accepted" : "refused"})`,
      measured: `${ratio(factor)}: ${milliseconds(single)}, ${milliseconds(double)}`,
      target: `≤ ${targets.doubling}×`,
      met: double < tooShort || factor <= targets.doubling,
      figures: { single, double },
    });
    if (entry.name.startsWith("opening")) {
      report({
        suite,
        input,
        what: "a million refused",
        measured: milliseconds(double),
        target: `< ${targets.refusal} ms`,
        met: double < targets.refusal,
      });
    }
  } catch (error) {
    report({ suite, input, what: "twice as long", measured: String(error), crashed: true });
  } finally {
    process?.close();
  }
}

async function large({ built, report }: SuiteOptions, size: number): Promise<void> {
  const input = `meshes ${size / 1e6} MB`;
  let process: PeerProcess | undefined;
  try {
    process = await PeerProcess.start(command(built));
    const { wall = Infinity, peak = 0, kept = 0 } = await process.ask({ name: "meshes", length: size }, 180_000);
    const measured = `${milliseconds(wall)}, ${(size / wall / 1000).toFixed(0)} MB/s, peak ${ratio(peak / size)} of the input`;
    report({
      suite,
      input,
      what: "opens from a Buffer",
      measured,
      target: "opens",
      met: true,
      figures: { wall, peak, kept },
    });
  } catch (error) {
    report({ suite, input, what: "opens from a Buffer", measured: String(error), target: "opens", crashed: true });
  } finally {
    process?.close();
  }
}

function show(length: number): string {
  return length >= 1e6 ? `${length / 1e6}M` : `${length / 1000}k`;
}
