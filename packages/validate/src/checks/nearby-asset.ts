/** Where the file of an asset path may be, if it is not where the path leads. */
import type { StageLayer } from "@usdkit/usd";
import { replaceAssetPaths } from "@usdkit/usda";
import { isUrl } from "./composition-errors.ts";
import { layerFix } from "./stage-fixes.ts";
import type { Fix } from "../model/finding.ts";
import type { StageRuleContext } from "../rule/stage-rule.ts";

/** Folders of a path that are tried. */
const MAX_FOLDERS = 8;

/** A path of another machine, as Windows writes it: `C:\textures\wood.png`. */
const DRIVE = /^[a-z]:[/\\]/iu;

/**
 * Returns the path of the file that a path probably means; undefined if there is none. Tried are the path with `/` for `\`, and with fewer
 * of its first folders, relative to the layer: `./textures/wood.png` and `./wood.png` for `C:\work\textures\wood.png`.
 */
export function nearbyAsset(stage: StageRuleContext["stage"], path: string, layer: StageLayer): string | undefined {
  if ((isUrl(path) && !DRIVE.test(path)) || /[[\]<>]/u.test(path)) return undefined;
  const withSlashes = path.replaceAll("\\", "/");
  const exists = (asset: string): boolean => stage.findAsset(asset, layer) !== undefined;
  if (withSlashes !== path && !DRIVE.test(path) && exists(withSlashes)) return withSlashes;
  const names = withSlashes.split("/").filter((name) => name !== "" && name !== "." && name !== "..");
  if (DRIVE.test(path)) names.shift();
  for (let from = Math.max(0, names.length - MAX_FOLDERS); from < names.length; from++) {
    const asset = `./${names.slice(from).join("/")}`;
    if (asset !== path && exists(asset)) return asset;
  }
  return undefined;
}

/** Returns the fix that writes another path wherever a layer has one. */
export function assetPathFix(layer: StageLayer, path: string, better: string): () => readonly Fix[] {
  return layerFix(layer, { title: `Write \`@${better}@\`` }, (text) =>
    replaceAssetPaths(text, (each) => (each === path ? better : undefined)),
  );
}
