import { statSync } from "node:fs";
import { inputFile, inputName } from "../inputs.ts";
import { peerCommands, PeerProcess } from "../peer-process.ts";
import type { Reply } from "../peers/protocol.ts";
import { ratio } from "../report.ts";
import { targets } from "../targets.ts";
import { layerInputs } from "./open.ts";
import { noPython } from "./race-suite.ts";
import type { SuiteOptions } from "./suite.ts";

/**
 * How far opening lets a fresh process grow, relative to the input; the least of a few. The input is not counted.
 * Quick runs use the same sizes: a process grows by about 3 MB in any case, which would dominate a small input.
 */
export async function memory(options: SuiteOptions): Promise<void> {
  const { built, report, quick } = options;
  const commands = peerCommands({ built, before: undefined });
  for (const entry of layerInputs(options, 1, !quick)) {
    const input = inputName(entry);
    const file = inputFile(entry);
    const size = statSync(file).size;
    for (const name of ["ours", "usd-core", "three"]) {
      const command = commands[name];
      if (command === undefined) {
        report({ suite: "memory", input, what: name, measured: `skipped: ${noPython}` });
        continue;
      }
      for (const touch of name === "ours" ? [false, true] : [false]) {
        const goal = name === "ours" && !touch ? targets.memory[entry.kind] : undefined;
        const what = touch ? `${name}, every value read` : name;
        try {
          const replies: Reply[] = [];
          for (let i = 0; i < (quick ? 1 : 2); i++) {
            const process = await PeerProcess.start(command);
            try {
              await process.ask({ op: "load", file }, 60_000);
              replies.push(await process.ask({ op: "memory", touch }, 180_000));
            } finally {
              process.close();
            }
          }
          const peak = Math.min(...replies.map((reply) => reply.peak ?? Infinity)) / size;
          const kept = Math.min(...replies.map((reply) => reply.kept ?? Infinity)) / size;
          report({
            suite: "memory",
            input,
            what,
            measured: `peak ${ratio(peak)} of the input, kept ${ratio(kept)}`,
            target: goal === undefined ? undefined : `≤ ${goal}×`,
            met: goal === undefined ? undefined : peak <= goal,
            figures: { size, peak, kept },
          });
        } catch (error) {
          const message = error instanceof Error ? error.message : String(error);
          report({ suite: "memory", input, what, measured: message, crashed: name === "ours" });
        }
      }
    }
  }
}
