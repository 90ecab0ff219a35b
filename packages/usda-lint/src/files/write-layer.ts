/** Layers as files of any encoding, or on standard output. */
import type { Layer } from "@usdkit/layer";
import { printUsdaBytes, type PrintOptions } from "@usdkit/usda";
import { path } from "@usdkit/command/process/builtins";
import { describeIoError, IoError, UsageError } from "@usdkit/command/cli/errors";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { writeAllAtomically } from "@usdkit/command/files/write-atomically";
import { escapeLines } from "@usdkit/command/terminal/escape-terminal";

export type LayerFormat = "usda" | "usdc" | "usdz";

export interface LayerOutput {
  /** A file; standard output if absent. */
  readonly output: string | undefined;
  readonly format: LayerFormat;
  readonly usdcVersion?: string | undefined;
  /** The order of properties in text. */
  readonly order?: PrintOptions["order"];
}

/** The format of a file by its name; `.usd` is a crate, as the reference writes it. */
const formats: Readonly<Record<string, LayerFormat>> = {
  ".usda": "usda",
  ".usdc": "usdc",
  ".usd": "usdc",
  ".usdz": "usdz",
};

/** Returns the format of an output: text without a file, otherwise by the extension of the file. */
export function layerFormat(output: string | undefined): LayerFormat {
  if (output === undefined) return "usda";
  const format = formats[path.extname(output).toLowerCase()];
  if (format === undefined) {
    throw new UsageError(`Unknown format of "${output}": expected .usda, .usdc, .usd or .usdz, or --format`);
  }
  return format;
}

/** @throws UsageError for a binary layer that would be printed to a terminal */
export function checkTerminal({ stdout }: CommandContext, { output, format }: LayerOutput): void {
  if (output === undefined && format !== "usda" && stdout.isTerminal) {
    throw new UsageError("A binary file cannot be printed to a terminal: add -o FILE");
  }
}

/** Writes a layer to a file or to standard output. */
export async function writeLayer(context: CommandContext, layer: Layer, to: LayerOutput): Promise<void> {
  const { stdout } = context;
  if (to.output !== undefined) return writeLayers(context, [{ layer, output: to.output, options: to }]);
  const bytes = await encode(layer, to);
  // A terminal must not interpret what is in the text.
  await stdout.write(stdout.isTerminal ? escapeLines(new TextDecoder().decode(bytes)) : bytes);
}

/** A layer and the file that it becomes. */
export interface LayerFile {
  readonly layer: Layer;
  /** The name of the file; its extension is the format, if no options have one. */
  readonly output: string;
  readonly options?: LayerOutput | undefined;
}

/** Writes layers to files: all, or none if one of them cannot be encoded or written. */
export async function writeLayers(context: CommandContext, files: readonly LayerFile[]): Promise<void> {
  const parts = await Promise.all(
    files.map(async ({ layer, output, options }) => {
      const bytes = await encode(layer, options ?? { output, format: layerFormat(output) });
      return { file: resolvePath(context, output), parts: [bytes] };
    }),
  );
  try {
    await writeAllAtomically(parts);
  } catch (error) {
    throw new IoError(`${files[0]?.output ?? ""}: ${describeIoError(error)}`);
  }
}

async function encode(
  layer: Layer,
  { format, usdcVersion, output = "layer", order }: LayerOutput,
): Promise<Uint8Array> {
  if (format === "usda") return printUsdaBytes(layer, { order });
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
  return writePackage([{ path: `${path.basename(output, path.extname(output))}.usdc`, data: crate }]);
}
