import { openPackage } from "@usdkit/usdz";
import { existsSync } from "node:fs";
import { path } from "@usdkit/command/process/builtins";
import type { Command } from "@usdkit/command/cli/command";
import { describeIoError, IoError, UsageError } from "@usdkit/command/cli/errors";
import { resolvePath } from "@usdkit/command/context/command-context";
import { readWhole } from "@usdkit/command/files/read-whole";
import { writeAtomically } from "@usdkit/command/files/write-atomically";

export interface UnpackArguments {
  file: string;
  output?: string;
}

export const unpack: Command<UnpackArguments> = {
  command: "unpack <file>",
  describe: "Write the files of a package (.usdz) to a folder",
  builder: {
    file: { describe: "A package" },
    output: { type: "string", alias: "o", describe: "The folder; files in it are not replaced" },
  },
  handler: async ({ file, output }, context) => {
    if (output === undefined) throw new UsageError("Missing output folder: -o DIR");
    let bytes: Uint8Array;
    try {
      bytes = readWhole(resolvePath(context, file));
    } catch (error) {
      throw new IoError(`${file}: ${describeIoError(error)}`);
    }
    // All is checked before anything is written: names that lead outside, overlaps, checksums.
    const { files, diagnostics } = openPackage(bytes, { checkSums: true });
    const [problem] = diagnostics.filter(({ code }) => code !== "USDZ_ROOT");
    if (problem !== undefined) throw new IoError(`${file}: byte ${problem.offset}: ${problem.message}`);
    const folder = resolvePath(context, output);
    const targets = files.map((each) => ({ ...each, target: path.join(folder, each.path) }));
    const taken = targets.find(({ target }) => existsSync(target));
    if (taken !== undefined) throw new IoError(`${path.join(output, taken.path)} exists already`);
    for (const { target, data, path: name } of targets) {
      try {
        writeAtomically(target, data);
      } catch (error) {
        throw new IoError(`${path.join(output, name)}: ${describeIoError(error)}`);
      }
    }
  },
};
