import { inputFile, inputName } from "../inputs.ts";
import { statSync } from "node:fs";
import { peerCommands, PeerProcess } from "../peer-process.ts";
import type { Operation } from "../peers/protocol.ts";
import { ratio } from "../report.ts";
import { targets } from "../targets.ts";
import { runRace } from "./race-suite.ts";
import type { SuiteOptions } from "./suite.ts";

/** Crates: 100,000 prims with every field read, 50 MB of meshes opened and read, the structure file written. */
export async function crate(options: SuiteOptions): Promise<void> {
  const { quick, inputs } = options;
  const wants = (name: string): boolean => inputs.length === 0 || inputs.includes(name);
  const scale = quick ? 0.1 : 1;
  const repeats = quick ? 4 : 8;
  const race = async (kind: string, size: number, operation: Operation, peers: readonly string[], target?: number) =>
    runRace(options, { suite: "crate", operation, input: { kind, size: size * scale }, peers, repeats, target });

  const readers = ["ours crate", "usd-core", "three crate"];
  if (wants("crowd")) await race("crowd crate", 66e6, "touch", readers, targets.crate.fields);
  if (wants("meshes")) {
    await race("meshes crate", 205e6, "open", readers);
    await race("meshes crate", 205e6, "touch", readers, targets.crate.arrays);
  }
  if (wants("structure")) {
    await race("structure", 39e6, "write", ["ours crate", "usd-core"], targets.crate.write);
    await writeMemory(options, 39e6 * scale);
  }
}

/** How far writing lets a fresh process grow that has opened the text. */
async function writeMemory({ built, report }: SuiteOptions, size: number): Promise<void> {
  const entry = { kind: "structure", size };
  const input = inputName(entry);
  const file = inputFile(entry);
  const bytes = statSync(file).size;
  for (const name of ["ours crate", "usd-core"]) {
    const command = peerCommands(built)[name];
    if (command === undefined) continue;
    const process = await PeerProcess.start(command);
    try {
      await process.ask({ op: "load", file }, 60_000);
      const { peak = Infinity, written = 0 } = await process.ask({ op: "memory", touch: false, write: true }, 180_000);
      const goal = name === "ours crate" ? targets.crate.writeMemory : undefined;
      report({
        suite: "crate",
        input,
        what: `${name}, memory of writing`,
        measured: `${ratio(peak / bytes)} of the text, ${ratio(peak / written)} of the crate`,
        target: goal === undefined ? undefined : `≤ ${goal}×`,
        met: goal === undefined ? undefined : peak / bytes <= goal,
        figures: { bytes, written, peak },
      });
    } finally {
      process.close();
    }
  }
}
