/** What a format of files is to a conversion: something that makes a scene of a file, or files of a scene. */
import type { LazyBytes } from "@usdkit/base";
import type { Resolver } from "@usdkit/usd";
import type { Losses } from "../errors/losses.ts";
import type { SceneModel } from "../model/scene.ts";
import type { ConvertOptions } from "./convert-options.ts";

/** A file that is read. */
export interface FormatInput {
  /** Its identifier in the resolver. */
  readonly file: string;
  readonly bytes: () => Uint8Array;
  /** The bytes, read when they are needed if the resolver has them so. */
  readonly source: Uint8Array | LazyBytes;
  /** Finds the files that it names. */
  readonly resolver: Resolver;
  readonly losses: Losses;
  readonly options: ConvertOptions;
}

/** A file that is written. */
export interface FormatOutput {
  /** Without folders: `chair.usdz`. */
  readonly fileName: string;
  readonly losses: Losses;
  readonly options: ConvertOptions;
}

/** Bytes of a file: those after the bytes before, or those at a place. */
export type FilePart = Uint8Array | { readonly offset: number; readonly bytes: Uint8Array };

/** A file of the output. */
export interface OutputFile {
  /** Relative to the folder of the output, with `/`. */
  readonly path: string;
  /** Its bytes, which follow each other, or have a place in the file. */
  readonly parts: Iterable<FilePart>;
}

/**
 * Returns the bytes of a file of the output, for programs that do not write parts.
 *
 * @example
 * for (const file of files) await writeFile(file.path, fileBytes(file));
 */
export function fileBytes({ parts }: OutputFile): Uint8Array<ArrayBuffer> {
  let [next, size] = [0, 0];
  const placed = Array.from(parts, (part) => {
    const { offset, bytes } = part instanceof Uint8Array ? { offset: next, bytes: part } : part;
    next = offset + bytes.length;
    size = Math.max(size, next);
    return { offset, bytes };
  });
  const file = new Uint8Array(size);
  for (const { offset, bytes } of placed) file.set(bytes, offset);
  return file;
}

/** Reads and writes the files of a format. */
export interface Format {
  /**
   * Returns the scene of a file.
   *
   * @throws ConvertError if it cannot be read
   */
  readonly read?: (input: FormatInput) => Promise<SceneModel>;
  /**
   * Returns the files of a scene, the one that names the others last.
   *
   * @throws ConvertError if the scene cannot be written
   */
  readonly write?: (scene: SceneModel, output: FormatOutput) => Promise<readonly OutputFile[]>;
}

/** A format in the registry: enough to choose it. Its module is loaded when it is used. */
export interface FormatEntry {
  /** For messages: `glTF`. */
  readonly name: string;
  /** In lower case, with the dot. */
  readonly extensions: readonly string[];
  /** Whether a file of another name is one, by its first bytes. */
  readonly matches: (bytes: Uint8Array) => boolean;
  readonly load: () => Promise<Format>;
}
