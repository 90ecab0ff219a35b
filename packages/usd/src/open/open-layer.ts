/** Layers of any encoding, by their first bytes. */
import { bytesOf, type LazyBytes } from "@usdkit/base";
import { readMaterialX } from "#materialx";
import type { Layer } from "@usdkit/layer";
import { makeLayer } from "@usdkit/layer";
import type { ParseOptions } from "@usdkit/usda";
import { parseUsda } from "@usdkit/usda";
import { isCrate, readUsdc, type CrateDiagnostic } from "@usdkit/usdc";
import { isPackage, openPackage, type OpenedPackage } from "@usdkit/usdz";

/** How a layer is written: text, crate, or as a MaterialX document, which is read and not written. */
export type LayerEncoding = "usda" | "usdc" | "mtlx";

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
  /** Problems. Of a lazy crate those of arrays and time samples are added when they are looked at. */
  readonly diagnostics: readonly LayerDiagnostic[];
  /** No diagnostics so far. */
  readonly ok: boolean;
  /** The encoding of the layer itself, also in a package. */
  readonly encoding: LayerEncoding;
  /** The bytes of the layer itself: of a layer in a package a view on it. Of a lazy crate all are read whenever this is looked at. */
  readonly bytes: Uint8Array;
  /** Offset of the first byte of the layer in the file that was opened; not 0 in a package. */
  readonly start: number;
  /** Paths through packages to the layer, the outermost first. */
  readonly inner: readonly string[];
  /** The packages of these paths, opened; absent for a layer in no package. */
  readonly packages?: readonly OpenedPackage[];
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
/** Bytes that tell the encodings apart. */
const HEAD_SIZE = 8;
/** Bytes in which the root element of a MaterialX document is looked for. */
const XML_HEAD_SIZE = 4096;
/** Problems of a crate. */
const MAX_DIAGNOSTICS = 100;

/**
 * Opens a layer of any encoding, detected by its first bytes: a crate, a package, otherwise text. Bad input never throws: it
 * gives diagnostics. Specs and values are read from `bytes` lazily, so these must not change. Of the lazy bytes of a crate,
 * also in a package, the arrays are read when they are looked at; a text is read whole.
 *
 * ```ts
 * const { layer, ok, diagnostics } = openLayer(await readFile("chair.usdz"));
 * const inside = openLayer(bytes, { inner: ["geometry/chair.usdc"] });
 * ```
 *
 * @throws ByteReadError if lazy bytes cannot be read: here, and where a value is looked at
 */
export function openLayer(bytes: Uint8Array | LazyBytes, options: OpenLayerOptions = {}): OpenedLayer {
  const packed = findInPackage(bytes, options.inner);
  const { source, problem } = packed;
  if (problem !== undefined) return failed(packed, problem);
  if (isCrate(bytesOf(source, 0, HEAD_SIZE))) return openCrate(packed, options);
  if (isMaterialX(bytesOf(source, 0, XML_HEAD_SIZE))) return openMaterialX(packed);
  return openText(packed, options);
}

/** Whether bytes begin a MaterialX document: XML with a `materialx` element. */
function isMaterialX(head: Uint8Array): boolean {
  const text = new TextDecoder("latin1").decode(head);
  return /^(?:\u00ef\u00bb\u00bf)?\s*</u.test(text) && text.includes("<materialx");
}

function openMaterialX({ bytes, start, path }: PackedLayer): OpenedLayer {
  const read = readMaterialX(new TextDecoder().decode(bytes));
  const opened = { encoding: "mtlx", bytes, start, inner: path } as const;
  if (!("message" in read)) return { ...opened, layer: read, diagnostics: [], ok: true };
  const diagnostics = [{ code: "MATERIALX", ...read, offset: start }];
  return { ...opened, layer: makeLayer({}), diagnostics, ok: false };
}

/** A layer in a package, or a file that is none. */
export interface PackedLayer {
  /** The bytes of the layer, a view on those of the package; of a lazy package read whenever this is looked at. */
  readonly bytes: Uint8Array;
  /** The same bytes, read when they are needed if those of the package are. */
  readonly source: Uint8Array | LazyBytes;
  /** Offset of the first of them in the outermost package. */
  readonly start: number;
  /** Paths through packages to the layer, the outermost first. */
  readonly path: readonly string[];
  /** The packages of these paths, opened. */
  readonly packages: readonly OpenedPackage[];
  /** Why the layer could not be reached. */
  readonly problem?: { readonly code: string; readonly offset: number; readonly message: string };
}

/**
 * Finds the layer that `inner` names in a package and in packages in it; the first layer of a package without a name. Bytes
 * that are no package are the layer.
 */
export function findInPackage(bytes: Uint8Array | LazyBytes, inner: readonly string[] = []): PackedLayer {
  const path: string[] = [];
  const packages: OpenedPackage[] = [];
  let data = bytes;
  let start = 0;
  const failure = (problem: Omit<NonNullable<PackedLayer["problem"]>, "code">, code = "USDZ_ARCHIVE"): PackedLayer =>
    packedLayer({ source: data, start, path, packages }, { code, ...problem });
  for (let depth = 0; isPackage(bytesOf(data, 0, HEAD_SIZE)); depth++) {
    if (depth === MAX_NESTING) {
      return failure({ offset: start, message: `Packages nest deeper than ${MAX_NESTING}` });
    }
    const opened = openPackage(data);
    const wanted = inner[depth];
    const file = wanted === undefined ? opened.rootLayer : opened.file(wanted);
    if (file === undefined) {
      const [problem] = opened.diagnostics;
      const { code, offset, message } = problem ?? {
        code: "USDZ_NO_FILE",
        offset: 0,
        message: `The package has no file ${JSON.stringify(wanted)}`,
      };
      return failure({ offset: start + offset, message }, code);
    }
    path.push(file.path);
    packages.push(opened);
    data = file.source;
    start += file.offset;
  }
  if (inner.length > path.length) {
    const name = JSON.stringify(inner[path.length]);
    return failure({ offset: start, message: `Expected a package that contains ${name}, found a layer` });
  }
  return packedLayer({ source: data, start, path, packages });
}

function packedLayer(found: Omit<PackedLayer, "bytes" | "problem">, problem?: PackedLayer["problem"]): PackedLayer {
  return {
    ...found,
    ...(problem && { problem }),
    get bytes() {
      return bytesOf(found.source);
    },
  };
}

function openCrate({ source, start, path, packages }: PackedLayer, options: OpenLayerOptions): OpenedLayer {
  const found: LayerDiagnostic[] = [];
  const add = ({ code, message, offset, hint }: CrateDiagnostic): void => {
    const isNew = !found.some((each) => each.offset === start + offset && each.message === message);
    if (!isNew || found.length === MAX_DIAGNOSTICS) return;
    found.push({ code, message, line: null, column: null, offset: start + offset, hint });
  };
  // In memory, damage is what opening finds.
  const onDamage = source instanceof Uint8Array ? undefined : add;
  const { layer, diagnostics } = readUsdc(source, { checkArrays: options.checkArrays, onDamage });
  for (const diagnostic of diagnostics) add(diagnostic);
  return {
    layer,
    diagnostics: found,
    encoding: "usdc",
    start,
    inner: path,
    ...(packages.length > 0 && { packages }),
    get ok() {
      return found.length === 0;
    },
    get bytes() {
      return bytesOf(source);
    },
  };
}

function openText({ bytes, start, path, packages }: PackedLayer, options: OpenLayerOptions): OpenedLayer {
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
  const inPackages = packages.length > 0 && { packages };
  return { layer, diagnostics: found, ok, encoding: "usda", bytes, start, inner: path, ...inPackages };
}

/** A layer that could not be reached in a package. */
function failed({ source, start, path }: PackedLayer, problem: NonNullable<PackedLayer["problem"]>): OpenedLayer {
  const diagnostics = [{ ...problem, line: null, column: null }];
  const bytes = source instanceof Uint8Array ? source : new Uint8Array(0);
  return { layer: makeLayer({}), diagnostics, ok: false, encoding: "usdc", bytes, start, inner: path };
}
