/** Options of the loaders, and the context they share. */
import { ByteBudget } from "../limits/byte-budget.ts";
import { defaultAssetLimits, type AssetLimits } from "../limits/asset-limits.ts";
import type { CreateDracoDecoder } from "./draco-decoder.ts";
import { BasisTranscoder } from "../images/basis-transcoder.ts";
import type { CreateBasisTranscoder } from "../images/create-basis-transcoder.ts";
import type { ImageContext } from "../images/image-context.ts";
import type { ImageDecoder } from "../images/image-decoder.ts";

/** A supported file format: `splat` has records of 32 bytes, `sog` is PlayCanvas's splats in WebP images. */
export type AssetFormat = "glb" | "ply" | "spz" | "splat" | "sog";

/** Options of `loadAsset`. */
export interface LoadOptions {
  /** Missing limits use their defaults. */
  readonly limits?: Partial<AssetLimits> | undefined;
  /** Replaces the platform's decoder: sharp in Node, `createImageBitmap` in browsers. */
  readonly decodeImage?: ImageDecoder | undefined;
  /**
   * Makes the decoder of Draco: `createDecoderModule` of draco3dgltf, with the place of its WebAssembly (`locateFile`). Node has a
   * default; a browser needs this for Draco meshes.
   */
  readonly createDracoDecoder?: CreateDracoDecoder | undefined;
  /**
   * Makes the transcoder of KTX2 textures: `init` of ktx2-encoder's `BrowserBasisEncoder`, or a module of Basis Universal. Node has
   * a default; a browser needs this for KTX2.
   */
  readonly createBasisTranscoder?: CreateBasisTranscoder | undefined;
  /** Which textures of a GLB are decoded: `all` (the default), or those of base colors, which is what the plain look draws. */
  readonly maps?: "all" | "baseColor" | undefined;
  /** Name of the material variant of a GLB (`KHR_materials_variants`); files without it keep their own materials. */
  readonly materialVariant?: string | undefined;
  /** The format of the file; by default it is recognized by its content. */
  readonly format?: AssetFormat | undefined;
}

/** Resolved options, and the used memory budget. */
export interface LoadContext extends ImageContext {
  readonly createDracoDecoder: CreateDracoDecoder | undefined;
  readonly maps: "all" | "baseColor";
  readonly materialVariant: string | undefined;
}

export function makeContext(options: LoadOptions): LoadContext {
  const { limits, decodeImage, createDracoDecoder, createBasisTranscoder, maps = "all", materialVariant } = options;
  const all: AssetLimits = { ...defaultAssetLimits, ...limits };
  return {
    limits: all,
    budget: new ByteBudget(all.decodedBytes),
    decodeImage,
    createDracoDecoder,
    basisTranscoder: new BasisTranscoder(createBasisTranscoder),
    maps,
    materialVariant,
  };
}
