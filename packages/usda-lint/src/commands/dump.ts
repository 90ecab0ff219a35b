import type { LazyBytes } from "@usdkit/base";
import { dumpLayer, dumpSha256, type Layer } from "@usdkit/layer";
import { LFS_MESSAGE, lfsObjectId } from "../files/lfs-pointer.ts";
import { path } from "@usdkit/command/process/builtins";
import type { Command } from "@usdkit/command/cli/command";
import { describeIoError, IoError, UsageError } from "@usdkit/command/cli/errors";
import { reportProblem, resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import {
  decodePath,
  nameOf,
  readStream,
  STANDARD_INPUT,
  withSlashes,
  type InputFile,
} from "@usdkit/command/files/input";
import { escapeJson } from "@usdkit/command/terminal/escape-terminal";
import { readWhole } from "@usdkit/command/files/read-whole";
import { openInput } from "../files/open-input.ts";
import { namedLayer } from "../files/named-layer.ts";
import { openSource, type SourceProblem } from "../files/open-source.ts";

export interface DumpArguments {
  files?: string[];
  filesFrom?: string;
  root?: string;
  digest?: boolean;
}

export const dump: Command<DumpArguments> = {
  command: "dump [files..]",
  describe: "Print the content of files as JSON Lines: one line for each file, also for those that do not parse",
  builder: {
    files: { describe: "Files, or - for standard input" },
    "files-from": {
      type: "string",
      describe: "Read more file names from a file, one on each line; - for standard input",
    },
    root: { type: "string", describe: "Folder that names in the list and in the output are relative to" },
    digest: { type: "boolean", describe: "Print the SHA-256 of the content instead" },
  },
  examples: [["$0 dump scene.usda | jq .dump", "the content of one file"]],
  handler,
};

async function handler(args: DumpArguments, context: CommandContext): Promise<void> {
  const files = args.files ?? [];
  if (files.length === 0 && args.filesFrom === undefined) throw new UsageError('Missing argument "files"');
  if (args.filesFrom === STANDARD_INPUT && files.includes(STANDARD_INPUT)) {
    throw new UsageError("Standard input cannot be both a file and the list of files");
  }
  const inputs: DumpInput[] = [];
  for (const file of files) inputs.push(await inputOf(context, file, args.root));
  if (args.filesFrom !== undefined) inputs.push(...(await readList(context, args.filesFrom, args.root)));

  const render = args.digest === true ? dumpSha256 : dumpLayer;
  const key = args.digest === true ? "dumpSha256" : "dump";
  const show = context.stdout.isTerminal ? escapeJson : (text: string) => text;

  for (const input of inputs) {
    const line = await dumpFile(context, input, async (source) => {
      if (source instanceof Uint8Array && lfsObjectId(source) !== undefined)
        return { error: { line: 1, column: 1, message: LFS_MESSAGE } };
      const { layer, problem, ok } = await openSource(source, { inner: input.inner });
      return ok ? { content: content(layer) } : { error: problem };
    });
    await context.stdout.write(show(line));
  }

  function content(layer: Layer): string {
    const text = render(layer);
    return `"${key}":${args.digest === true ? JSON.stringify(text) : text}`;
  }
}

/** A file, and the paths through packages to the layer in it. */
interface DumpInput extends InputFile {
  readonly inner?: readonly string[];
}

/** Returns the line of a file, also if it cannot be read. */
async function dumpFile(
  context: CommandContext,
  input: InputFile,
  read: (source: Uint8Array | LazyBytes) => Promise<{ content?: string; error?: SourceProblem | undefined }>,
): Promise<string> {
  const file = JSON.stringify(input.name);
  let source: Uint8Array | LazyBytes;
  try {
    source = await openInput(input, context.stdin);
  } catch (error) {
    return rejection(file, failure(context, input, `cannot be read: ${describeIoError(error)}`));
  }
  try {
    const result = await read(source);
    if (result.content !== undefined) return `{"file":${file},"accept":true,${result.content}}\n`;
    return rejection(file, result.error);
  } catch (error) {
    return rejection(file, failure(context, input, `cannot be dumped: ${describeIoError(error)}`));
  }
}

/** In a binary file the place is the byte; line and column are null. */
function rejection(file: string, error: SourceProblem | undefined): string {
  const { line = null, column = null, offset, message = "rejected" } = error ?? {};
  const place = line === null && offset !== undefined ? { line, column, offset, message } : { line, column, message };
  return `{"file":${file},"accept":false,"error":${JSON.stringify(place)}}\n`;
}

/** A problem that is not in the text: it has no line, and sets the exit code. */
function failure(
  context: CommandContext,
  { name }: InputFile,
  problem: string,
): { line: null; column: null; message: string } {
  reportProblem(context, "usda dump", `${name}: ${problem}`);
  return { line: null, column: null, message: problem };
}

/** A file given as an argument is relative to the working folder, wherever `root` is. */
async function inputOf(context: CommandContext, file: string, root: string | undefined): Promise<DumpInput> {
  const { input, inner } = await namedLayer(context, file);
  const { name, location } = input;
  if (location === STANDARD_INPUT) return { name, location };
  const shown = root === undefined ? withSlashes(file) : nameOf(resolvePath(context, file), resolvePath(context, root));
  return { name: shown, location, inner };
}

async function readList(context: CommandContext, list: string, root: string | undefined): Promise<InputFile[]> {
  const base = resolvePath(context, root ?? ".");
  let bytes: Buffer;
  try {
    bytes = Buffer.from(
      await (list === STANDARD_INPUT ? readStream(context.stdin) : readWhole(resolvePath(context, list))),
    );
  } catch (error) {
    throw new IoError(`${list}: ${describeIoError(error)}`);
  }
  return splitLines(bytes).map((line) => {
    const text = line.toString();
    // A name that is not UTF-8 is opened by its bytes.
    if (!Buffer.from(text).equals(line)) {
      const folder = Buffer.from(`${base}/`);
      return { name: decodePath(line), location: line[0] === 0x2f ? line : Buffer.concat([folder, line]) };
    }
    const file = path.resolve(base, text);
    return { name: root === undefined ? withSlashes(text) : nameOf(file, base), location: file };
  });
}

/** Lines that are not empty, without their ends. */
function splitLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(10, start);
    const next = found < 0 ? bytes.length : found;
    const end = next > start && bytes[next - 1] === 13 ? next - 1 : next;
    if (end > start) lines.push(bytes.subarray(start, end));
    start = next + 1;
  }
  return lines;
}
