import { bytesOf, type LazyBytes } from "@usdkit/base";
import type { Layer } from "@usdkit/layer";
import { LFS_HINT, LFS_MESSAGE, lfsObjectId } from "../files/lfs-pointer.ts";
import { describeIoError } from "@usdkit/command/cli/errors";
import { EXIT_ERROR } from "@usdkit/command/process/exit-codes";
import { reportProblem, type CommandContext } from "@usdkit/command/context/command-context";
import type { InputFile } from "@usdkit/command/files/input";
import { namedLayer } from "../files/named-layer.ts";
import { openInput } from "../files/open-input.ts";
import { openSource, type SourceProblem } from "../files/open-source.ts";

export interface ReadLayerOptions {
  /** For messages: `usda cat`. */
  readonly command: string;
  readonly color?: boolean | undefined;
  /** Whether every array of a crate is read to find damage. Default true; false for what does not show them. */
  readonly checksArrays?: boolean | undefined;
}

export interface ReadLayer {
  readonly layer: Layer;
  readonly input: InputFile;
  /** Whether a package was named, of which this is the first layer. */
  readonly isPackage: boolean;
}

/**
 * Returns the layer of a file of any encoding, or of a layer in a package (`FILE.usdz[inner/path.usdc]`); undefined after
 * its errors were reported on standard error.
 */
export async function readLayer(
  context: CommandContext,
  file: string,
  { command, color, checksArrays }: ReadLayerOptions,
): Promise<ReadLayer | undefined> {
  const { input, inner: named } = await namedLayer(context, file);
  let source: Uint8Array | LazyBytes;
  try {
    source = await openInput(input, context.stdin);
  } catch (error) {
    reportProblem(context, command, `${input.name}: ${describeIoError(error)}`);
    return undefined;
  }
  if (source instanceof Uint8Array && lfsObjectId(source) !== undefined) {
    reportProblem(context, command, `${input.name}: ${LFS_MESSAGE}. ${LFS_HINT}`);
    return undefined;
  }
  const { layer, ok, problem, isBinary, inner } = await openSource(source, { inner: named, checksArrays });
  if (ok) return { layer, input, isPackage: inner.length > named.length };
  if (isBinary && problem !== undefined) {
    reportProblem(context, command, `${input.name}: ${describeBinary(problem)}`);
    return undefined;
  }
  const { reportSyntaxErrors } = await import("../reporters/syntax-errors.ts");
  reportSyntaxErrors(context, { input, source: bytesOf(source), color });
  context.exitCode = EXIT_ERROR;
  return undefined;
}

/** The problem of a binary file, with its place and what helps. */
function describeBinary({ offset, line, column, message, hint }: SourceProblem): string {
  const place = line === null ? `byte ${offset ?? 0}` : `line ${line}, column ${column ?? 1}`;
  return `${place}: ${message}${hint === undefined ? "" : `; ${hint}`}`;
}
