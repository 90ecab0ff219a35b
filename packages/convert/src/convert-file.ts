/** Converts files of any format. */
import { bytesOf, type LazyBytes } from "@usdkit/base";
import type { Resolver } from "@usdkit/usd";
import { ConvertError } from "./errors/convert-error.ts";
import { Losses, type Loss } from "./errors/losses.ts";
import type { ConvertOptions } from "./formats/convert-options.ts";
import type { Format, FormatEntry, OutputFile } from "./formats/format.ts";
import { extensionOf } from "./formats/extension.ts";
import { formatOfName, formats } from "./formats/registry.ts";

/** How a file is converted. */
export interface ConvertFileOptions extends ConvertOptions {
  /** Finds the file, and the files that it names. */
  readonly resolver: Resolver;
}

/** A converted file. */
export interface ConvertedFile {
  /** What to write, the file that names the others last. */
  readonly files: readonly OutputFile[];
  /** What was lost, with its place in the input. */
  readonly losses: readonly Loss[];
}

/**
 * Converts a file to another format.
 *
 * @param input asset path for the resolver
 * @param output name of the result without folders; its extension is the format
 * @throws ConvertError if the file cannot be read, or its format cannot be converted to the other one
 * @example
 * const { files, losses } = await convertFile("chair.glb", "chair.usdz", { resolver: fileResolver() });
 * for (const file of files) await writeFile(file.path, fileBytes(file));
 */
export async function convertFile(
  input: string,
  output: string,
  { resolver, ...options }: ConvertFileOptions,
): Promise<ConvertedFile> {
  const to = formatOfName(output);
  if (to === undefined) throw unknownFormat("", extensionOf(output));
  const { file, bytes } = await findFile(input, resolver);
  const from = formatOfName(file) ?? formats.find(({ matches }) => matches(bytesOf(bytes)));
  if (from === undefined) throw unknownFormat("", extensionOf(file));
  const [reader, writer] = await Promise.all([from.load(), to === from ? from.load() : to.load()]);
  const { read, write } = directionOf({ from, to, reader, writer, isAdapted: options.quickLook !== undefined });
  const losses = new Losses();
  const scene = await read({ file, bytes: () => bytesOf(bytes), source: bytes, resolver, losses, options });
  return { files: await write(scene, { fileName: output, losses, options }), losses: losses.list() };
}

interface Direction {
  readonly from: FormatEntry;
  readonly to: FormatEntry;
  readonly reader: Format;
  readonly writer: Format;
  /** Whether files of the same format are converted as well. */
  readonly isAdapted: boolean;
}

function directionOf({ from, to, reader, writer, isAdapted }: Direction): Required<Format> {
  if (reader.read === undefined) throw new ConvertError("", `Files of ${from.name} are written, and not read`);
  if (writer.write === undefined) throw new ConvertError("", `Files of ${to.name} are read, and not written`);
  if (from === to && !(isAdapted && to.name === "USD")) {
    throw new ConvertError("", `The file is ${from.name}, and so is the output`);
  }
  return { read: reader.read, write: writer.write };
}

function unknownFormat(at: string, extension: string): ConvertError {
  const known = formats.flatMap(({ extensions }) => extensions).join(", ");
  return new ConvertError(at, `Unknown format "${extension}": expected ${known}`);
}

async function findFile(
  name: string,
  resolver: Resolver,
): Promise<{ readonly file: string; readonly bytes: Uint8Array | LazyBytes }> {
  for (const file of resolver.identify(name, undefined)) {
    const bytes = await resolver.read(file);
    if (bytes !== undefined) return { file, bytes };
  }
  throw new ConvertError("", "There is no such file");
}
