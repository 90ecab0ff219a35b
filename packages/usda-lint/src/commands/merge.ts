import { makeLayer, type Layer } from "@usdkit/layer";
import type { Command } from "@usdkit/command/cli/command";
import { describeIoError, IoError, UsageError } from "@usdkit/command/cli/errors";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { EXIT_FINDINGS } from "@usdkit/command/process/exit-codes";
import { STANDARD_INPUT } from "@usdkit/command/files/input";
import { writeAtomically } from "@usdkit/command/files/write-atomically";
import { escapeLines, escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import { isBinaryLayer } from "@usdkit/base";
import { namedLayer } from "../files/named-layer.ts";
import { readInput } from "@usdkit/command/files/input";
import { readLayer } from "../run/read-layer.ts";

export interface MergeArguments {
  files?: string[];
  output?: string;
  color?: boolean;
}

const NAME = "usda merge";

export const merge: Command<MergeArguments> = {
  command: "merge <files..>",
  describe: "Merge two changed versions of a file by their content: prims, properties, values, metadata",
  builder: {
    files: { describe: "The common base, our version and their version, of any encoding" },
    output: { type: "string", alias: "o", describe: "Write to a file instead of standard output" },
  },
  examples: [
    [
      "$0 merge base.usda ours.usda theirs.usda -o merged.usda",
      "exit code 0: merged; 1: conflicts; 2: nothing is written",
    ],
    [
      "git config merge.usda.driver 'usda merge %O %A %B -o %A'",
      'for git merge, with "*.usda merge=usda" in .gitattributes',
    ],
  ],
  handler,
};

async function handler({ files = [], output, color }: MergeArguments, context: CommandContext): Promise<void> {
  if (files.length !== 3) {
    throw new UsageError(`Expected three files, found ${files.length}: usda merge BASE OURS THEIRS`);
  }
  if (files.filter((file) => file === STANDARD_INPUT).length > 1) {
    throw new UsageError("Only one file can be standard input");
  }
  const sides: (Side | undefined)[] = [];
  // All are read, so that the errors of all are shown.
  for (const [index, file] of files.entries()) sides.push(await read(context, file, { isBase: index === 0, color }));
  const [base, ours, theirs] = sides.map((side) => side?.layer);
  if (base === undefined || ours === undefined || theirs === undefined) return;
  if (sides[1]?.isPackage === true || /\.usdz$/iu.test(output ?? "")) rejectPackage(files[1], sides[1], output);
  const { mergeLayers, MergeError } = await import("@usdkit/usda");
  let merged: ReturnType<typeof mergeLayers>;
  try {
    merged = mergeLayers(base, ours, theirs);
  } catch (error) {
    if (!(error instanceof MergeError)) throw error;
    throw new IoError(`${files[1]}: cannot be merged: ${error.message}`);
  }
  const { conflicts } = merged;
  const content = writesText(output, ours)
    ? merged.text
    : await asCrate(merged.text, { name: output ?? files[1], isMerged: conflicts.length === 0 });
  if (output !== undefined) write(context, output, content);
  else await context.stdout.write(context.stdout.isTerminal ? escapeLines(new TextDecoder().decode(content)) : content);
  for (const { path, message } of conflicts) {
    context.stderr.write(`${NAME}: conflict at ${escapeTerminal(path)}: ${escapeTerminal(message)}\n`);
  }
  if (conflicts.length === 0) return;
  const where = output === undefined ? "the output" : escapeTerminal(output);
  context.stderr.write(
    `${NAME}: ${conflicts.length} ${conflicts.length === 1 ? "conflict" : "conflicts"}; ${where} has ours, and theirs in comments "# Merge conflict: …"\n`,
  );
  context.exitCode = EXIT_FINDINGS;
}

interface Side {
  readonly layer: Layer;
  readonly isPackage: boolean;
}

/** The result is a layer: a package would lose its other files, and is not replaced by a layer. */
function rejectPackage(ours: string, side: Side | undefined, output: string | undefined): never {
  if (side?.isPackage !== true) {
    throw new UsageError(`-o ${output}: the result is a layer; write a .usda or .usdc file, then run usda package`);
  }
  throw new IoError(
    `${ours}: is a package, and the result of a merge is a layer: run usda unpack on the versions, merge the layer that differs, then run usda package`,
  );
}

/** A base that is empty is that of a file that both sides added. */
async function read(
  context: CommandContext,
  file: string,
  { isBase, color }: { readonly isBase: boolean; readonly color: boolean | undefined },
): Promise<Side | undefined> {
  if (isBase && file !== STANDARD_INPUT) {
    if (file === "/dev/null" || (await isEmpty(context, file))) return { layer: makeLayer({}), isPackage: false };
  }
  return await readLayer(context, file, { command: NAME, color });
}

async function isEmpty(context: CommandContext, file: string): Promise<boolean> {
  const { input, inner } = await namedLayer(context, file);
  if (inner.length > 0) return false;
  try {
    return (await readInput(input, context.stdin)).length === 0;
  } catch {
    // That is reported if the layer is read.
    return false;
  }
}

/** A name that ends in `.usda` or `.usdc` decides about the encoding, another (`.usd`, the file of a merge driver) has that of ours. */
function writesText(output: string | undefined, { source }: Layer): boolean {
  const ending = output?.toLowerCase().match(/\.usd[ac]$/u)?.[0];
  if (ending !== undefined) return ending === ".usda";
  return source !== undefined && source.length > 0 && !isBinaryLayer(source);
}

/** The merged text as a crate, which has no comments for conflicts. */
async function asCrate(text: Uint8Array, { name, isMerged }: { name: string; isMerged: boolean }): Promise<Uint8Array> {
  if (!isMerged) {
    throw new IoError(
      `${name}: is binary, and both sides changed the same: write the three files as text with usda cat FILE -o FILE.usda, and merge these`,
    );
  }
  const [{ parseUsda }, { writeUsdc }] = await Promise.all([import("@usdkit/usda"), import("@usdkit/usdc")]);
  return writeUsdc(parseUsda(text).layer);
}

function write(context: CommandContext, output: string, content: Uint8Array): void {
  try {
    writeAtomically(resolvePath(context, output), content);
  } catch (error) {
    throw new IoError(`${output}: ${describeIoError(error)}`);
  }
}
