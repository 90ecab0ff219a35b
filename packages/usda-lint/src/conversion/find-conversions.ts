/** Finds the files that are converted, and where the results go. */
import { NamedSpool } from "@usdkit/batch/spool/named-spool";
import type * as Convert from "@usdkit/convert";
import { UsageError } from "@usdkit/command/cli/errors";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { readStream, STANDARD_INPUT, withSlashes, type InputFile } from "@usdkit/command/files/input";
import { fs, path } from "@usdkit/command/process/builtins";
import { findInputs } from "../files/find-inputs.ts";
import { listedInputs } from "@usdkit/batch/lists/listed-inputs";
import type { ConversionTask } from "./convert-task.ts";

/** A file that is converted. */
export interface Conversion extends ConversionTask {
  /** For messages. */
  readonly name: string;
}

/** The conversions of a call, on disk if there are several. */
export interface Conversions extends Disposable {
  readonly size: number;
  readonly all: () => Iterable<Conversion>;
}

/** The arguments that decide it. */
export interface ConversionPaths {
  readonly inputs: readonly string[];
  /** A list of more files; `-` is standard input. */
  readonly filesFrom?: string | undefined;
  readonly output: string;
  /** Extension of the results in a folder. */
  readonly to: string | undefined;
  /** Whether files of the format of the results are converted too. */
  readonly isAdapted: boolean;
}

/**
 * Returns the conversions of a call.
 *
 * @param onProblem called for what cannot be read, and for files whose results would have the same name
 * @throws UsageError if the output does not fit the inputs
 */
export async function findConversions(
  convert: typeof Convert,
  context: CommandContext,
  { inputs, filesFrom, output, to, isAdapted }: ConversionPaths,
  onProblem: (name: string, problem: string) => void,
): Promise<Conversions> {
  const extension = to === undefined ? undefined : targetExtension(convert, to);
  const place = resolvePath(context, output);
  const [first] = inputs;
  const isToFolder = extension !== undefined && (convert.formatOfName(output) === undefined || isFolder(place));
  if (inputs.length === 1 && filesFrom === undefined && !isToFolder && !isFolder(resolvePath(context, first))) {
    const only = await oneConversion(convert, context, { name: first, output, extension });
    return { size: 1, all: () => [only], [Symbol.dispose]: () => {} };
  }
  if (extension === undefined) {
    const why =
      inputs.length !== 1 || filesFrom !== undefined ? "several files become" : `${first} is a folder, which becomes`;
    throw new UsageError(`${why} a folder of files: add --to with their format, as in -o usd --to usdz`);
  }
  if (!isToFolder) throw new UsageError(`-o expects a folder for several files, found "${output}"`);
  return await manyConversions(convert, context, { inputs, filesFrom, place, extension, isAdapted }, onProblem);
}

async function oneConversion(
  convert: typeof Convert,
  context: CommandContext,
  {
    name,
    output,
    extension,
  }: { readonly name: string; readonly output: string; readonly extension?: string | undefined },
): Promise<Conversion> {
  if (convert.formatOfName(output) === undefined) {
    throw new UsageError(`Unknown format of "${output}": expected ${extensionsOf(convert).join(", ")}`);
  }
  if (extension !== undefined && path.extname(output).toLowerCase() !== extension) {
    throw new UsageError(`"${output}" is not ${extension}, which --to asks for`);
  }
  const place = resolvePath(context, output);
  if (name === STANDARD_INPUT) {
    const input = withSlashes(path.join(context.cwd, STANDARD_INPUT));
    return { name: "<stdin>", input, bytes: await readStream(context.stdin), output: place };
  }
  const input = resolvePath(context, name);
  if (input === place) throw new UsageError(`"${output}" is the input`);
  return { name, input: withSlashes(input), output: place };
}

interface ManyPaths extends Pick<ConversionPaths, "inputs" | "filesFrom"> {
  /** Absolute. */
  readonly place: string;
  readonly extension: string;
  readonly isAdapted: boolean;
}

async function manyConversions(
  convert: typeof Convert,
  context: CommandContext,
  { inputs, filesFrom, place, extension, isAdapted }: ManyPaths,
  onProblem: (name: string, problem: string) => void,
): Promise<Conversions> {
  const { cwd } = context;
  const target = convert.formatOfName(extension);
  const found = new NamedSpool();
  const add = ({ name, location }: InputFile, base: string | undefined): void => {
    if (typeof location !== "string") {
      onProblem(name, "its name is not UTF-8");
      return;
    }
    // What was converted before is in the same folder.
    if (convert.formatOfName(location) === target && base !== undefined && !isAdapted) return;
    const relative = base === undefined ? path.basename(location) : path.relative(base, location);
    const output = path.join(
      place,
      `${relative.slice(0, relative.length - path.extname(relative).length)}${extension}`,
    );
    const conversion: Conversion = { name, input: withSlashes(location), output };
    const known = found.add(output, JSON.stringify(conversion));
    if (known === undefined) return;
    const other = conversionOf(known);
    if (other.input !== conversion.input) onProblem(name, `its result would replace that of ${other.name}`);
  };
  for (const pattern of inputs) {
    const named = resolvePath(context, pattern);
    const base = isFolder(named) ? named : undefined;
    const options = { cwd, gitignore: false, extensions: extensionsOf(convert), onProblem };
    for await (const input of findInputs([pattern], options)) add(input, base);
  }
  if (filesFrom !== undefined) {
    // Files of a list keep their folders, as far as these are in the working folder.
    for await (const input of listedInputs(filesFrom, context))
      add(input, input.name.startsWith("../") ? undefined : cwd);
  }
  return {
    size: found.size,
    *all() {
      for (const each of found.records()) yield conversionOf(each);
    },
    [Symbol.dispose]: () => found.close(),
  };
}

function conversionOf(record: string): Conversion {
  return JSON.parse(record) as Conversion;
}

/** Returns an extension that results may have, with the dot. */
function targetExtension(convert: typeof Convert, to: string): string {
  const extension = `.${to.replace(/^\./u, "").toLowerCase()}`;
  if (convert.formatOfName(extension) !== undefined) return extension;
  throw new UsageError(`--to expects ${extensionsOf(convert).join(", ")}, found "${to}"`);
}

function extensionsOf({ formats }: typeof Convert): string[] {
  return formats.flatMap(({ extensions }) => extensions);
}

function isFolder(location: string): boolean {
  return fs.statSync(location, { throwIfNoEntry: false })?.isDirectory() === true;
}
