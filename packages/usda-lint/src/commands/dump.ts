import { dumpLayer, dumpSha256, type Layer } from "@usdkit/layer";
import { parseUsda } from "@usdkit/usda";
import { fs, path } from "@usdkit/command/builtins";
import type { Command } from "@usdkit/command/cli/command";
import { complain, describeIoError, IoError, UsageError } from "@usdkit/command/cli/errors";
import {
  decodePath,
  nameOf,
  readInput,
  readStandardInput,
  STANDARD_INPUT,
  withSlashes,
  type InputFile,
} from "@usdkit/command/files/input";
import { escapeJson } from "@usdkit/command/terminal/escape-terminal";
import { isTerminal, standardOutput } from "@usdkit/command/terminal/output";

export interface DumpArguments {
  files?: string[];
  filesFrom?: string;
  root?: string;
  digest?: boolean;
}

export const dump: Command<DumpArguments> = {
  command: "dump [files..]",
  describe: "Print what files hold, as JSON Lines: one line a file, also for those that do not parse",
  builder: {
    files: { describe: "Files, or - for standard input" },
    "files-from": { type: "string", describe: "Read more names from a file, one a line; - for standard input" },
    root: { type: "string", describe: "Names in the list start here, and the output names files from here" },
    digest: { type: "boolean", describe: "Print the SHA-256 of what would be printed" },
  },
  examples: [["$0 dump scene.usda | jq .dump", "the content of one file"]],
  handler,
};

async function handler(args: DumpArguments): Promise<void> {
  const files = args.files ?? [];
  if (files.length === 0 && args.filesFrom === undefined) throw new UsageError("Which files?");
  if (args.filesFrom === STANDARD_INPUT && files.includes(STANDARD_INPUT)) {
    throw new UsageError("Standard input is the list of files or a file, not both");
  }
  const inputs = files.map((file) => inputOf(file, args.root));
  if (args.filesFrom !== undefined) inputs.push(...(await readList(args.filesFrom, args.root)));

  const render = args.digest === true ? dumpSha256 : dumpLayer;
  const key = args.digest === true ? "dumpSha256" : "dump";
  const show = isTerminal(1) ? escapeJson : (text: string) => text;

  for (const input of inputs) {
    const line = await dumpFile(input, (source) => {
      const { layer, diagnostics, ok } = parseUsda(source);
      return ok ? { content: content(layer) } : { error: diagnostics[0] };
    });
    await standardOutput.write(show(line));
  }

  function content(layer: Layer): string {
    const text = render(layer);
    return `"${key}":${args.digest === true ? JSON.stringify(text) : text}`;
  }
}

interface Place {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** One line of output. Whatever happens to one file, the next is read. */
async function dumpFile(
  input: InputFile,
  read: (source: Uint8Array) => { content?: string; error?: Place | undefined },
): Promise<string> {
  const file = JSON.stringify(input.name);
  let source: Uint8Array;
  try {
    source = await readInput(input);
  } catch (error) {
    return refusal(file, failure(input, `cannot be read: ${describeIoError(error)}`));
  }
  try {
    const result = read(source);
    if (result.content !== undefined) return `{"file":${file},"accept":true,${result.content}}\n`;
    return refusal(file, result.error);
  } catch (error) {
    return refusal(file, failure(input, `cannot be dumped: ${describeIoError(error)}`));
  }
}

function refusal(
  file: string,
  error: { line: number | null; column: number | null; message: string } | undefined,
): string {
  const { line = null, column = null, message = "refused" } = error ?? {};
  return `{"file":${file},"accept":false,"error":${JSON.stringify({ line, column, message })}}\n`;
}

/** Something other than the text: its line says so without a place, and the exit code will. */
function failure({ name }: InputFile, problem: string): { line: null; column: null; message: string } {
  complain("usda dump", `${name}: ${problem}`);
  return { line: null, column: null, message: problem };
}

/** A file given as an argument starts at the working folder, wherever `root` is. */
function inputOf(file: string, root: string | undefined): InputFile {
  if (file === STANDARD_INPUT) return { name: "<stdin>", location: STANDARD_INPUT };
  return { name: root === undefined ? withSlashes(file) : nameOf(file, root), location: file };
}

async function readList(list: string, root: string | undefined): Promise<InputFile[]> {
  let bytes: Buffer;
  try {
    bytes = list === STANDARD_INPUT ? Buffer.from(await readStandardInput()) : fs.readFileSync(list);
  } catch (error) {
    throw new IoError(`${list}: ${describeIoError(error)}`);
  }
  return splitLines(bytes).map((line) => {
    const text = line.toString();
    // A name that is not UTF-8 is opened by its bytes.
    if (!Buffer.from(text).equals(line)) {
      const folder = Buffer.from(`${path.resolve(root ?? ".")}/`);
      return { name: decodePath(line), location: line[0] === 0x2f ? line : Buffer.concat([folder, line]) };
    }
    const file = path.resolve(root ?? ".", text);
    return { name: root === undefined ? withSlashes(text) : nameOf(file, root), location: file };
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
