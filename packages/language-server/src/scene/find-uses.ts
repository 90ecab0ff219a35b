/** Uses of a prim, property or file in the open documents and the files of the workspace. */
import type { ByteRange } from "@usdkit/layer";
import { pathElements } from "@usdkit/usda";
import type { FileLayer, Session } from "../document/session.ts";
import { resolveAsset } from "../protocol/uris.ts";
import { findTarget } from "./path-at.ts";
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
  /** An asset path is before the path. */
  readonly hasAsset: boolean;
}

/** What {@link findUses} returns. */
export interface FoundUses {
  /** Those of the target's own file first. */
  readonly uses: readonly FoundUse[];
  /** URIs of the layers that have a spec at the path: the target's own first, then those of the same layer stacks. */
  readonly specs: readonly string[];
  /** False if there are more files or uses than are searched, or the search was cancelled. */
  readonly isComplete: boolean;
}

interface Candidate extends FoundUse {
  /** The layer that the path is one of. */
  readonly layerUri: string;
}

/**
 * Returns the uses of a target. Layers that are sublayers of each other, or of the same layer, have the same prims: a path in one
 * names the spec in all.
 *
 * @param isCancelled asked between files
 */
export async function findUses(session: Session, target: SymbolTarget, isCancelled: () => boolean): Promise<FoundUses> {
  const uris = new Set<string>([target.uri]);
  for (const { uri } of session.documents) uris.add(uri);
  for (const folder of session.folders) {
    for (const uri of await session.host.findLayers(folder, MAX_FILES + 1)) uris.add(uri);
  }
  const stack = new LayerStacks();
  const found: Candidate[] = [];
  const specs: string[] = [];
  let isComplete = uris.size <= MAX_FILES;
  for (const uri of [...uris].slice(0, MAX_FILES)) {
    if (isCancelled() || found.length >= MAX_USES) {
      isComplete = false;
      break;
    }
    const file = await session.layer(uri);
    if (file?.text === undefined) continue;
    stack.add(file);
    for (const use of usesOf(file, target)) found.push(use);
    if (target.kind === "spec" && findTarget(file.layer, target.path) !== undefined) specs.push(uri);
  }
  const same = stack.around(target.uri);
  return {
    uses: found.filter(({ layerUri }) => same.has(layerUri)),
    specs: specs.filter((uri) => same.has(uri)),
    isComplete,
  };
}

function* usesOf(file: FileLayer, target: SymbolTarget): Generator<Candidate> {
  const { uri, layer, text } = file;
  if (text === undefined) return;
  const elements = target.kind === "spec" ? pathElements(target.path, "")[0] : undefined;
  for (const use of usesIn(layer)) {
    if (use.kind === "asset") {
      const isTarget = target.kind === "file" && resolveAsset(uri, use.asset) === target.uri;
      if (isTarget) yield { file, range: use.range, hasAsset: true, layerUri: target.uri };
      continue;
    }
    if (elements === undefined) continue;
    const hasAsset = use.asset !== undefined && use.asset !== "";
    const layerUri = hasAsset ? resolveAsset(uri, use.asset ?? "") : uri;
    const element = elementOf(use, elements);
    const range = element === undefined ? undefined : elementRange(text.bytes, use, element);
    if (range !== undefined && layerUri !== undefined) yield { file, range, hasAsset, layerUri };
  }
}

/** Which layers are sublayers of which. */
class LayerStacks {
  readonly #neighbours = new Map<string, Set<string>>();

  add({ uri, layer }: FileLayer): void {
    const value = layer.root.fields.get("subLayers")?.value;
    for (const { asset } of value?.kind === "subLayers" ? value.items : []) {
      const below = resolveAsset(uri, asset);
      if (below === undefined) continue;
      this.#of(uri).add(below);
      this.#of(below).add(uri);
    }
  }

  #of(uri: string): Set<string> {
    let found = this.#neighbours.get(uri);
    if (found === undefined) this.#neighbours.set(uri, (found = new Set()));
    return found;
  }

  /** Returns a layer and all that are in a layer stack with it. */
  around(uri: string): ReadonlySet<string> {
    const found = new Set([uri]);
    // A set that grows is iterated to its end.
    for (const each of found) for (const next of this.#neighbours.get(each) ?? []) found.add(next);
    return found;
  }
}
