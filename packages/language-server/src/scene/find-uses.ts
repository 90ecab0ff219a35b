/** Uses of a prim, property or file in the open documents and the files of the workspace. */
import type { ByteRange } from "@usdkit/layer";
import { pathElements } from "@usdkit/usda";
import type { FileLayer, Session } from "../document/session.ts";
import { resolveAsset } from "../protocol/uris.ts";
import { elementOf, elementRange, usesIn } from "./path-uses.ts";
import type { SymbolTarget } from "./symbol-at.ts";

/** Layers of the workspace that are searched. */
const MAX_FILES = 2000;
/** Uses that are returned. */
const MAX_USES = 10_000;

/** A use; `range` is the name in a path, or the asset path. */
export interface FoundUse {
  readonly file: FileLayer;
  readonly range: ByteRange;
}

/**
 * Returns the uses of a target, those of its own file first.
 *
 * @param isCancelled asked between files
 */
export async function findUses(
  session: Session,
  target: SymbolTarget,
  isCancelled: () => boolean,
): Promise<FoundUse[]> {
  const uris = new Set<string>([target.uri]);
  for (const { uri } of session.documents) uris.add(uri);
  for (const folder of session.folders) {
    for (const uri of await session.host.findLayers(folder, MAX_FILES)) uris.add(uri);
  }
  const found: FoundUse[] = [];
  for (const uri of [...uris].slice(0, MAX_FILES)) {
    if (isCancelled() || found.length >= MAX_USES) break;
    const file = await session.layer(uri);
    if (file?.text === undefined) continue;
    for (const range of usesOf(file, target)) found.push({ file, range });
  }
  return found;
}

function* usesOf({ uri, layer, text }: FileLayer, target: SymbolTarget): Generator<ByteRange> {
  if (text === undefined) return;
  const elements = target.kind === "spec" ? pathElements(target.path, "")[0] : undefined;
  for (const use of usesIn(layer)) {
    if (use.kind === "asset") {
      if (target.kind === "file" && resolveAsset(uri, use.asset) === target.uri) yield use.range;
      continue;
    }
    if (elements === undefined) continue;
    const layerUri = use.asset === undefined || use.asset === "" ? uri : resolveAsset(uri, use.asset);
    if (layerUri !== target.uri) continue;
    const element = elementOf(use, elements);
    const range = element === undefined ? undefined : elementRange(text.bytes, use, element);
    if (range !== undefined) yield range;
  }
}
