/** Layers of any encoding, by their first bytes. */
import type { Layer } from "@usdkit/layer";
import { makeLayer } from "@usdkit/layer";
import type { ParseOptions } from "@usdkit/usda";
import { parseUsda } from "@usdkit/usda";
import { isCrate, readUsdc } from "@usdkit/usdc";
import { isPackage, openPackage } from "@usdkit/usdz";

/** How a layer is written: text, crate. */
export type LayerEncoding = "usda" | "usdc";

/** A problem of a layer: in text with line and column, in binary files with the offset of the byte. */
export interface LayerDiagnostic {
  /** `USDA_…`, `USDC_…` or `USDZ_…`. */
  readonly code: string;
  /** One sentence: what is wrong and what was expected. */
  readonly message: string;
  /** Lines and columns count from 1; null in binary files. */
  readonly line: number | null;
  readonly column: number | null;
  /** Offset of the byte in the file that was opened. */
  readonly offset: number;
  /** The prim that the place belongs to, in text. */
  readonly primPath?: string | undefined;
  readonly hint?: string | undefined;
}

/** What {@link openLayer} returns. */
export interface OpenedLayer {
  /** The layer; if the file is damaged, what of it could be read. */
  readonly layer: Layer;
  readonly diagnostics: readonly LayerDiagnostic[];
  /** No diagnostics. */
  readonly ok: boolean;
  /** The encoding of the layer itself, also in a package. */
  readonly encoding: LayerEncoding;
  /** The bytes of the layer itself: of a layer in a package a view on it. */
  readonly bytes: Uint8Array;
  /** Paths through packages to the layer, the outermost first. */
  readonly inner: readonly string[];
}

/** How {@link openLayer} opens. */
export interface OpenLayerOptions {
  /** The layer to open in a package: a path, or several through nested packages. A package alone means its first layer. */
  readonly inner?: readonly string[] | undefined;
  /** Bounds of text. */
  readonly text?: ParseOptions | undefined;
  /** Whether compressed arrays of crates are decompressed once to find damage. */
  readonly checkArrays?: boolean | undefined;
}

/** Packages in packages in packages. */
const MAX_NESTING = 16;

/**
 * Opens a layer of any encoding, detected by its first bytes: a crate, a package, otherwise text. Bad input never throws: it
 * gives diagnostics. Specs and values are read from `bytes` lazily, so these must not change.
 *
 * ```ts
 * const { layer, ok, diagnostics } = openLayer(await readFile("chair.usdz"));
 * const inside = openLayer(bytes, { inner: ["geometry/chair.usdc"] });
 * ```
 */
export function openLayer(bytes: Uint8Array, options: OpenLayerOptions = {}): OpenedLayer {
  const { bytes: data, path, problem } = findInPackage(bytes, options.inner);
  if (problem !== undefined) return failed(data, path, problem);
  const start = data.byteOffset - bytes.byteOffset;
  return isCrate(data) ? openCrate(data, path, start, options) : openText(data, path, start, options);
}

/** A layer in a package, or a file that is none. */
export interface PackedLayer {
  /** The bytes of the layer, a view on those of the package. */
  readonly bytes: Uint8Array;
  /** Paths through packages to the layer, the outermost first. */
  readonly path: readonly string[];
  /** Why the layer could not be reached. */
  readonly problem?: { readonly code: string; readonly offset: number; readonly message: string };
}

/**
 * Finds the layer that `inner` names in a package and in packages in it; the first layer of a package without a name. Bytes
 * that are no package are the layer.
 */
export function findInPackage(bytes: Uint8Array, inner: readonly string[] = []): PackedLayer {
  const path: string[] = [];
  let data = bytes;
  const failure = (problem: Omit<NonNullable<PackedLayer["problem"]>, "code">, code = "USDZ_ARCHIVE"): PackedLayer => ({
    bytes: data,
    path,
    problem: { code, ...problem },
  });
  for (let depth = 0; isPackage(data); depth++) {
    const start = data.byteOffset - bytes.byteOffset;
    if (depth === MAX_NESTING) {
      return failure({ offset: start, message: `Packages nest deeper than ${MAX_NESTING}` });
    }
    const opened = openPackage(data);
    const wanted = inner[depth];
    const file = wanted === undefined ? opened.rootLayer : opened.file(wanted);
    if (file === undefined) {
      const [problem] = opened.diagnostics;
      const { code, offset, message } = problem ?? {
        code: "USDZ_ENTRY",
        offset: 0,
        message: `The package has no file ${JSON.stringify(wanted)}`,
      };
      return failure({ offset: start + offset, message }, code);
    }
    path.push(file.path);
    data = file.data;
  }
  if (inner.length > path.length) {
    const name = JSON.stringify(inner[path.length]);
    const offset = data.byteOffset - bytes.byteOffset;
    return failure({ offset, message: `Expected a package that contains ${name}, found a layer` });
  }
  return { bytes: data, path };
}

function openCrate(bytes: Uint8Array, inner: readonly string[], start: number, options: OpenLayerOptions): OpenedLayer {
  const { layer, diagnostics, ok } = readUsdc(bytes, { checkArrays: options.checkArrays });
  const found = diagnostics.map(({ code, message, offset, hint }) => ({
    code,
    message,
    line: null,
    column: null,
    offset: start + offset,
    hint,
  }));
  return { layer, diagnostics: found, ok, encoding: "usdc", bytes, inner };
}

function openText(bytes: Uint8Array, inner: readonly string[], start: number, options: OpenLayerOptions): OpenedLayer {
  const { layer, diagnostics, ok } = parseUsda(bytes, options.text);
  const found = diagnostics.map(({ code, message, line, column, range, primPath, hint }) => ({
    code,
    message,
    line,
    column,
    offset: start + range.start,
    primPath,
    hint,
  }));
  return { layer, diagnostics: found, ok, encoding: "usda", bytes, inner };
}

/** A layer that could not be reached in a package. */
function failed(
  bytes: Uint8Array,
  inner: readonly string[],
  problem: NonNullable<PackedLayer["problem"]>,
): OpenedLayer {
  const diagnostics = [{ ...problem, line: null, column: null }];
  return { layer: makeLayer({}), diagnostics, ok: false, encoding: "usdc", bytes, inner };
}
