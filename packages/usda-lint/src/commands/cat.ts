import type { Layer } from "@usdkit/layer";
import { printUsdaBytes } from "@usdkit/usda";
import { path } from "@usdkit/command/process/builtins";
import type { Command } from "@usdkit/command/cli/command";
import { describeIoError, IoError, UsageError } from "@usdkit/command/cli/errors";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { writeAtomically } from "@usdkit/command/files/write-atomically";
import { escapeLines } from "@usdkit/command/terminal/escape-terminal";
import { readLayer } from "./read-layer.ts";

type Format = "usda" | "usdc" | "usdz";

export interface CatArguments {
  files: string[];
  output?: string;
  format?: Format;
  usdcVersion?: string;
  color?: boolean;
}

/** The format of a file by its name; `.usd` is a crate, as the reference writes it. */
const formats: Readonly<Record<string, Format>> = { ".usda": "usda", ".usdc": "usdc", ".usd": "usdc", ".usdz": "usdz" };

export const cat: Command<CatArguments> = {
  command: "cat <files..>",
  describe: "Print files of any encoding as canonical text, or convert one: content without comments and layout",
  builder: {
    files: { describe: "Files, layers in packages as in a.usdz[b.usdc], or - for standard input" },
    output: { type: "string", alias: "o", describe: "Write to a file; the format is that of its extension" },
    format: { type: "string", choices: ["usda", "usdc", "usdz"], describe: "Format, whatever the name of the output" },
    "usdc-version": {
      type: "string",
      describe: "Version of a crate, 0.4 to 0.16; default: the lowest for the content, at least 0.8",
    },
  },
  examples: [
    ["$0 cat scene.usdc", "a crate as text"],
    ["$0 cat scene.usda -o scene.usdc", "text as a crate"],
  ],
  handler,
};

async function handler(args: CatArguments, context: CommandContext): Promise<void> {
  const { files, output, color, usdcVersion } = args;
  const format = args.format ?? (output === undefined ? "usda" : formatOf(output));
  if (usdcVersion !== undefined && format === "usda") throw new UsageError("--usdc-version is for crates");
  if (files.length > 1 && (output !== undefined || format !== "usda")) {
    throw new UsageError(`Expected one file to convert, found ${files.length}`);
  }
  const { stdout } = context;
  if (output === undefined && format !== "usda" && stdout.isTerminal) {
    throw new UsageError("A binary file cannot be printed to a terminal: add -o FILE");
  }
  for (const file of files) {
    const read = await readLayer(context, file, { command: "usda cat", color });
    if (read === undefined) continue;
    const bytes = await encode(read.layer, { format, usdcVersion, name: output ?? "layer" });
    if (output !== undefined) write(output, resolvePath(context, output), bytes);
    // A terminal must not interpret what is in the text.
    else await stdout.write(stdout.isTerminal ? escapeLines(new TextDecoder().decode(bytes)) : bytes);
  }
}

/** @param name For messages. */
function write(name: string, file: string, bytes: Uint8Array): void {
  try {
    writeAtomically(file, bytes);
  } catch (error) {
    throw new IoError(`${name}: ${describeIoError(error)}`);
  }
}

function formatOf(output: string): Format {
  const format = formats[path.extname(output).toLowerCase()];
  if (format === undefined) {
    throw new UsageError(`Unknown format of "${output}": expected .usda, .usdc, .usd or .usdz, or --format`);
  }
  return format;
}

interface Encoding {
  readonly format: Format;
  readonly usdcVersion: string | undefined;
  /** Of the output: the layer in a package has its name. */
  readonly name: string;
}

async function encode(layer: Layer, { format, usdcVersion, name }: Encoding): Promise<Uint8Array> {
  if (format === "usda") return printUsdaBytes(layer);
  const { UsdcWriteError, writeUsdc } = await import("@usdkit/usdc");
  let crate: Uint8Array;
  try {
    crate = writeUsdc(layer, { version: usdcVersion });
  } catch (error) {
    if (error instanceof UsdcWriteError) throw new IoError(error.message);
    throw error;
  }
  if (format === "usdc") return crate;
  const { writePackage } = await import("@usdkit/usdz");
  return writePackage([{ path: `${path.basename(name, path.extname(name))}.usdc`, data: crate }]);
}
