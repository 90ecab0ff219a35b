import { imageReader } from "@usdkit/assets";
import { usdcParts } from "@usdkit/usdc";
import type { Layer } from "@usdkit/layer";
import type { QuickLookOptions } from "../quick-look/quick-look-options.ts";
import { quickLookScene } from "../quick-look/quick-look-scene.ts";
import type { SceneModel } from "../model/scene.ts";
import { usdzParts } from "./pack-usdz.ts";
import { imageFiles } from "../textures/image-files.ts";
import { writeLayer } from "../write-usd/layer.ts";
import { ConvertError } from "../errors/convert-error.ts";
import type { Format, FormatInput, FormatOutput, OutputFile } from "./format.ts";
import { extensionOf } from "./extension.ts";

/** Sides of textures that Apple's viewer takes on every device. */
const MAX_TEXTURE_SIZE = 2048;

/** What is seen of animations, relative to their size: samples for 1e-5 are three times as many. */
const SEEN = 1e-4;

/** OpenUSD, in each encoding; `.usd` is a crate. */
export const usd: Format = { read, write };

async function read({ file, resolver, losses, options }: FormatInput): Promise<SceneModel> {
  const { composition } = options;
  const { Stage, StageError, unmatchedSelections } = await import("@usdkit/usd");
  const { readStage } = await import("../read-usd/read-stage.ts");
  try {
    const stage = await Stage.open(file, { ...composition, resolver });
    for (const { selection, problem } of unmatchedSelections(stage, composition?.variants ?? {})) {
      losses.add(selection, problem);
    }
    return await readStage(stage, losses, {
      openVariant: (selections) => {
        const variants = { ...composition?.variants };
        for (const [prim, sets] of Object.entries(selections)) variants[prim] = { ...variants[prim], ...sets };
        return Stage.open(file, { ...composition, variants, resolver });
      },
      ...options,
      isAnimated: options.isAnimated ?? options.quickLook !== undefined,
    });
  } catch (error) {
    throw error instanceof StageError ? new ConvertError("", error.message, { cause: error }) : error;
  }
}

async function write(scene: SceneModel, output: FormatOutput): Promise<readonly OutputFile[]> {
  const { fileName, losses, options } = output;
  const extension = extensionOf(fileName);
  if (options.quickLook !== undefined) return await writeQuickLook(scene, output, options.quickLook);
  const stem = fileName.slice(0, fileName.length - extension.length);
  // Files of several layers in one folder must not replace each other.
  const folder = extension === ".usdz" ? "textures" : `${stem}_textures`;
  const { asciiNames } = options;
  const files = await imageFiles(scene, losses, { decode: imageReader(options), asciiNames, folder });
  const layer = writeLayer({ scene, files, losses }, { name: stem, ...options });
  if (extension === ".usdz") return [{ path: fileName, parts: usdzParts(layer, files, `${packedName(stem)}.usdc`) }];
  const textures = files.map(({ path, bytes }): OutputFile => ({ path, parts: [bytes] }));
  return [...textures, { path: fileName, parts: extension === ".usda" ? [await textOf(layer)] : usdcParts(layer) }];
}

/** One crate, then textures that the viewer takes. */
async function writeQuickLook(
  scene: SceneModel,
  { fileName, losses, options }: FormatOutput,
  quickLook: QuickLookOptions,
): Promise<readonly OutputFile[]> {
  if (extensionOf(fileName) !== ".usdz")
    throw new ConvertError("", "AR Quick Look takes packages: the output is a .usdz");
  const { anchor = "horizontal", maxTextureSize: maxSide = MAX_TEXTURE_SIZE } = quickLook;
  const shown = quickLookScene(scene, losses, quickLook);
  const stem = fileName.slice(0, -".usdz".length);
  const files = await imageFiles(shown, losses, { decode: imageReader(options), asciiNames: true, maxSide });
  const layer = writeLayer(
    { scene: shown, files, losses },
    {
      name: stem,
      ...options,
      asciiNames: true,
      materialX: false,
      animation: "samples",
      anchor,
      curveTolerance: SEEN,
      transformPrecision: "float",
      omitsFallbacks: true,
    },
  );
  return [{ path: fileName, parts: usdzParts(layer, files, `${packedName(stem)}.usdc`) }];
}

async function textOf(layer: Layer): Promise<Uint8Array> {
  // With the parser it is more code than the rest of a conversion.
  const { printUsdaBytes } = await import("@usdkit/usda");
  return printUsdaBytes(layer);
}

/** Names in packages are those that every reader of ZIP takes. */
function packedName(stem: string): string {
  return /^[\w-]+$/u.test(stem) ? stem : "scene";
}
