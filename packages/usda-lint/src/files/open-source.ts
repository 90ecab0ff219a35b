/** Bytes of any encoding to a layer. What reads binary files is loaded for those alone. */
import type { Layer } from "@usdkit/layer";
import { parseUsda } from "@usdkit/usda";
import { isBinaryLayer } from "@usdkit/usd";

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

/**
 * Opens the layer in `source`.
 *
 * @param inner paths through packages to the layer; by default the first layer of a package
 */
export async function openSource(source: Uint8Array, inner: readonly string[] = []): Promise<OpenedSource> {
  if (inner.length === 0 && !isBinaryLayer(source)) {
    const { layer, diagnostics, ok } = parseUsda(source);
    return { layer, ok, problem: diagnostics[0], isBinary: false, inner: [] };
  }
  const { openLayer } = await import("@usdkit/usd");
  const opened = openLayer(source, { inner, checkArrays: true });
  const { layer, diagnostics, ok } = opened;
  return { layer, ok, problem: diagnostics[0], isBinary: true, inner: opened.inner };
}
