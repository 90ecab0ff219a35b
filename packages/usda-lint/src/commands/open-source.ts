/** Bytes of any encoding to a layer. What reads binary files is loaded for those alone. */
import type { Layer } from "@usdkit/layer";
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
}

/** Whether the bytes begin as those of a crate (`PXR-USDC`) or of a package (`PK`). */
export function isBinary(source: Uint8Array): boolean {
  const text = String.fromCharCode(...source.subarray(0, 8));
  return text === "PXR-USDC" || text.startsWith("PK\u0003\u0004") || text.startsWith("PK\u0005\u0006");
}

/**
 * Opens the layer in `source`.
 *
 * @param inner paths through packages to the layer; by default the first layer of a package
 */
export async function openSource(source: Uint8Array, inner: readonly string[] = []): Promise<OpenedSource> {
  if (inner.length === 0 && !isBinary(source)) {
    const { layer, diagnostics, ok } = parseUsda(source);
    return { layer, ok, problem: diagnostics[0], isBinary: false };
  }
  const { openLayer } = await import("@usdkit/usd");
  const { layer, diagnostics, ok } = openLayer(source, { inner, checkArrays: true });
  return { layer, ok, problem: diagnostics[0], isBinary: true };
}
