/** Bytes to layer. */
import { keepInstances, type LazyBytes } from "@usdkit/base";
import type { Comment, Layer, PseudoRootSpec } from "@usdkit/layer";
import { makeLayer } from "@usdkit/layer";
import { ByteSource } from "../bytes/byte-source.ts";
import type { CrateDiagnostic } from "../bytes/crate-diagnostic.ts";
import { CrateError } from "../bytes/crate-diagnostic.ts";
import { CrateModel } from "../layer/crate-model.ts";
import { makeRoot } from "../layer/views.ts";
import { readStructure } from "../structure/structure.ts";
import { versionText } from "../structure/version.ts";
import { ValueReader } from "../values/value-reader.ts";
import { checkModel } from "./check-model.ts";
import { makeInstances } from "./kept-classes.ts";

/** How {@link readUsdc} reads. */
export interface ReadUsdcOptions {
  /**
   * Whether compressed arrays are decompressed once to find damage in them. Off by default: a large file then opens without
   * its arrays being read, and an array whose compressed bytes are damaged has no value. Of lazy bytes every value is read.
   */
  readonly checkArrays?: boolean | undefined;
  /**
   * Called when a value that is looked at turns out to be damaged, and has no value therefore: a compressed array without
   * `checkArrays`, and of lazy bytes every array and all time samples.
   */
  readonly onDamage?: ((diagnostic: CrateDiagnostic) => void) | undefined;
}

/** What {@link readUsdc} returns. */
export interface ReadUsdcResult {
  /** The layer; if the file is damaged, what of it could be read. */
  readonly layer: Layer;
  /** What is damaged, at most 100 problems. */
  readonly diagnostics: readonly CrateDiagnostic[];
  /** No diagnostics. */
  readonly ok: boolean;
  /** The version in the header, `0.8.0`; "" if it could not be read. */
  readonly version: string;
}

/**
 * Reads a crate (`.usdc`, and `.usd` that begins with `PXR-USDC`), versions 0.0.1 to 0.16. Bad input never throws: it gives
 * diagnostics with the offset of the byte, and the part of the layer that could be read.
 *
 * The structure is decoded now, specs and values when they are looked at. Arrays of numbers are views on `bytes` if they are
 * aligned and not compressed, so `bytes` must not change. Of lazy bytes (`openFile` of `@usdkit/usd/files`) only the structure
 * and the small values between the arrays are read now, an array whenever it is looked at; its bytes are then its own. Memory: at most 256 bytes a byte of the file and 256 MiB for the
 * structure, usually far less; an array that is looked at has at most 1,020 elements a byte of its compressed form.
 *
 * ```ts
 * const { layer, diagnostics, ok } = readUsdc(await readFile("scene.usdc"));
 * layer.root.children[0]?.path; // "/World"
 * ```
 *
 * @throws ByteReadError if lazy bytes cannot be read: here, and where a value is looked at
 */
export function readUsdc(bytes: Uint8Array | LazyBytes, options: ReadUsdcOptions = {}): ReadUsdcResult {
  const diagnostics: CrateDiagnostic[] = [];
  let version = "";
  try {
    const source = new ByteSource(bytes);
    const structure = readStructure(source);
    version = versionText(structure.version);
    const onDamage = (error: CrateError): void => options.onDamage?.(error.toDiagnostic());
    const model = new CrateModel(structure, new ValueReader(source, structure, onDamage));
    checkModel(model, diagnostics, options.checkArrays ?? false);
    return { layer: new CrateLayer(makeRoot(model)), diagnostics, ok: diagnostics.length === 0, version };
  } catch (error) {
    if (!(error instanceof CrateError)) throw error;
    diagnostics.push(error.toDiagnostic());
    return { layer: makeLayer({}), diagnostics, ok: false, version };
  }
}

keepInstances(...makeInstances());

class CrateLayer implements Layer {
  readonly root: PseudoRootSpec;
  readonly version = "1.0";
  readonly comments: readonly Comment[] = [];

  constructor(root: PseudoRootSpec) {
    this.root = root;
  }
}
