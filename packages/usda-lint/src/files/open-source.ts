/** Bytes of any encoding to a layer. What reads binary files is loaded for those alone. */
import type { Layer } from "@usdkit/layer";
import { isBinaryLayer, type LazyBytes } from "@usdkit/base";
import { parseUsda } from "@usdkit/usda";

/** A problem of a layer: in text with line and column, in a binary file with the byte. */
export interface SourceProblem {
  readonly line: number | null;
  readonly column: number | null;
  readonly offset?: number;
  readonly message: string;
  readonly hint?: string | undefined;
}

/** A layer, or why there is none. */
export interface OpenedSource {
  readonly layer: Layer;
  readonly ok: boolean;
  readonly problem: SourceProblem | undefined;
  /** Whether the file is a crate or a package. */
  readonly isBinary: boolean;
  /** Paths through packages to the layer; empty for a file that is a layer itself. */
  readonly inner: readonly string[];
}

/** How {@link openSource} opens. */
export interface OpenSourceOptions {
  /** Paths through packages to the layer; by default the first layer of a package. */
  readonly inner?: readonly string[] | undefined;
  /** Whether every array of a crate is read to find damage. Default true. */
  readonly checksArrays?: boolean | undefined;
}

/**
 * Opens the layer in `source`.
 *
 * @throws ByteReadError if lazy bytes cannot be read: here, and where a value is looked at
 */
export async function openSource(
  source: Uint8Array | LazyBytes,
  { inner = [], checksArrays = true }: OpenSourceOptions = {},
): Promise<OpenedSource> {
  if (inner.length === 0 && source instanceof Uint8Array && !isBinaryLayer(source)) {
    const { layer, diagnostics, ok } = parseUsda(source);
    return { layer, ok, problem: diagnostics[0], isBinary: false, inner: [] };
  }
  const { openLayer } = await import("@usdkit/usd");
  const opened = openLayer(source, { inner, checkArrays: checksArrays });
  const { layer, diagnostics, ok } = opened;
  return { layer, ok, problem: diagnostics[0], isBinary: true, inner: opened.inner };
}
