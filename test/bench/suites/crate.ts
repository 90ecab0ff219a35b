import { statSync } from "node:fs";
import { inputFile, inputName, type InputKind } from "../inputs.ts";
import { peerCommands, PeerProcess } from "../peer-process.ts";
import { ratio } from "../report.ts";
import { targets } from "../targets.ts";
import { runRace, type Race } from "./race-suite.ts";
import type { SuiteOptions } from "./suite.ts";

/**
 * Crates: 100,000 prims opened, and every field read; 50 MB of meshes opened, and all arrays read; the structure file written.
 * "From disk" is a file that is read in parts (`openFile`), with its content in the cache of the system.
 * three decodes every field of every spec when it opens a file, so its `open` counts as both.
 */
export async function crate(options: SuiteOptions): Promise<void> {
  const { quick, inputs } = options;
  const wants = (name: string): boolean => inputs.length === 0 || inputs.includes(name);
  const scale = quick ? 0.1 : 1;
  const repeats = quick ? 4 : 8;
  const race = async (kind: string, size: number, entry: Pick<Race, "operation"> & Partial<Race>) =>
    runRace(options, { suite: "crate", input: { kind, size: size * scale }, peers: readers, repeats, ...entry });

  const readers = ["ours crate", "usd-core", "usd-core copy", "three crate", "lightusd"];
  const fromDisk = { peers: ["ours crate from disk", "usd-core", "usd-core copy"] };
  if (wants("crowd")) {
    const { fields, fieldsThree, fieldsCopied } = targets.crate;
    await race("crowd crate", 66.7e6, { operation: "open" });
    await race("crowd crate", 66.7e6, { operation: "touch", target: fields, targets: { "three crate": fieldsThree } });
    await race("crowd crate", 66.7e6, { ...fromDisk, operation: "open" });
    const copied = { "usd-core copy": fieldsCopied };
    await race("crowd crate", 66.7e6, { ...fromDisk, operation: "touch", target: fields, targets: copied });
  }
  if (wants("meshes")) {
    // Some milliseconds: warm after more rounds than what takes long.
    const limit = quick ? undefined : targets.crate.openMeshes;
    await race("meshes crate", 205e6, { operation: "open", repeats: 30, limit });
    await race("meshes crate", 205e6, { operation: "touch", target: targets.crate.arrays });
    const diskLimit = quick ? undefined : targets.crate.openMeshesFromDisk;
    await race("meshes crate", 205e6, { ...fromDisk, operation: "open", repeats: 30, limit: diskLimit });
    const copied = { "usd-core copy": targets.crate.arrays };
    await race("meshes crate", 205e6, { ...fromDisk, operation: "touch", targets: copied });
  }
  if (wants("structure")) {
    const input: InputKind = { kind: "structure", size: 39e6 * scale };
    const peers = ["ours crate", "usd-core", "lightusd"];
    const { write } = targets.crate;
    await runRace(options, { suite: "crate", operation: "write", input, peers, repeats, target: write });
    await writeMemory(options, input);
  }
}

/**
 * The memory of writing a layer of which every value was read: of ours the most bytes that are in use above the layer,
 * garbage collected at every part; of all, how far a fresh process grows, garbage included.
 */
async function writeMemory({ built, report }: SuiteOptions, entry: InputKind): Promise<void> {
  const input = inputName(entry);
  const file = inputFile(entry);
  const bytes = statSync(file).size;
  for (const name of ["ours crate", "usd-core"]) {
    const command = peerCommands({ built, before: undefined })[name];
    if (command === undefined) continue;
    for (const isLive of name === "ours crate" ? [true, false] : [false]) {
      const process = await PeerProcess.start(command);
      try {
        await process.ask({ op: "load", file }, 60_000);
        const request = { op: "memory", touch: true, write: true, live: isLive };
        const { peak = Infinity, written = 0 } = await process.ask(request, 300_000);
        const goal = isLive ? targets.crate.writeMemory : undefined;
        report({
          suite: "crate",
          input,
          what: `${name}, ${isLive ? "memory in use" : "growth of the process"} while writing`,
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
}
