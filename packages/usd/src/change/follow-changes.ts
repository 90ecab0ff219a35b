/** Drops what changes of layers and settings make wrong, and nothing else. */
import type { Composition } from "../arcs/indexer.ts";
import type { LayerStack } from "../layer-stack/layer-stack.ts";
import { NO_PATH, ROOT_PATH, type PathId } from "../paths/path-table.ts";
import type { ReplacedLayers } from "../resolve/layer-registry.ts";
import type { StageLayer } from "../resolve/stage-layer.ts";
import type { ChangedPrims } from "./changed-prims.ts";
import type { KeptIndices } from "./kept-indices.ts";
import { addEffects, noEffects, type LayerEffects } from "./layer-effects.ts";
import { addMoved } from "./moved-identifiers.ts";

/**
 * Drops the indices and layer stacks that new contents of layers concern.
 *
 * @param known effects of layers whose changes are known; those of others are found by comparison
 */
export function followLayers(
  indices: KeptIndices,
  { contents, identifiers }: ReplacedLayers,
  found: ChangedPrims,
  known: ReadonlyMap<StageLayer, LayerEffects> = new Map(),
): void {
  const { paths, registry, stacks, rootStack } = indices.composition;
  const effects = new Map<StageLayer, LayerEffects>();
  for (const [layer, before] of contents) {
    const own = known.get(layer) ?? noEffects();
    if (!known.has(layer)) addEffects(own, paths, before, layer.layer);
    effects.set(layer, own);
  }
  const unstacked = [...contents.keys()].filter((layer) => !stacks.all.some((stack) => contains(stack, layer)));
  const clips = new Set(unstacked.map(({ identifier }) => identifier));
  if (identifiers.size + clips.size > 0) addMoved(effects, { paths, registry, identifiers, clips });

  const changing = [...effects].flatMap(([layer, { changesStacks }]) => (changesStacks ? [layer] : []));
  const dropped = changing.length === 0 ? new Set<LayerStack>() : stacks.drop(new Set(changing));
  if (dropped.has(rootStack)) return dropAll(indices, found);
  for (const stack of dropped) for (const prim of indices.uses.ofStack(stack)) resync(indices, found, prim);
  for (const stack of stacks.all) {
    for (const { layer } of stack.layers) {
      const own = effects.get(layer);
      if (own !== undefined) followEffects(indices, found, { stack, layer, effects: own });
    }
  }
}

/** Drops the indices that other settings of composition concern, and uses these from now on. */
export function followSettings(indices: KeptIndices, next: Composition, found: ChangedPrims): void {
  const { composition: before } = indices;
  indices.composition = next;
  if (JSON.stringify([...before.variantFallbacks]) !== JSON.stringify([...next.variantFallbacks])) {
    return dropAll(indices, found);
  }
  if (before.isLoaded !== next.isLoaded) {
    for (const { path, graph } of indices.all) {
      if (graph.hasPayloads && before.isLoaded(path) !== next.isLoaded(path)) found.resynced.add(path);
    }
    for (const [path, prims] of indices.uses.arcsInto(before.rootStack)) {
      if (before.isLoaded(path) === next.isLoaded(path)) continue;
      for (const prim of prims) if (prim !== ROOT_PATH) found.resynced.add(prim);
    }
  }
  for (const path of new Set([...before.selections.keys(), ...next.selections.keys()])) {
    const [former, latter] = [before.selections.get(path) ?? [], next.selections.get(path) ?? []];
    if (JSON.stringify([...former]) === JSON.stringify([...latter])) continue;
    for (const prim of indices.uses.ofSitesBelow({ stack: before.rootStack, path })) found.resynced.add(prim);
  }
  for (const prim of found.resynced) resync(indices, found, prim);
}

interface StackEffects {
  readonly stack: LayerStack;
  readonly layer: StageLayer;
  readonly effects: LayerEffects;
}

function followEffects(indices: KeptIndices, found: ChangedPrims, { stack, layer, effects }: StackEffects): void {
  const { sites, prims, values, formerDefaultPrim } = effects;
  const { paths } = indices.composition;
  const { uses } = indices;
  for (const path of sites) {
    for (const prim of uses.ofSitesBelow({ stack, path })) resync(indices, found, prim);
  }
  if (formerDefaultPrim !== undefined && stack.rootLayer === layer) {
    const former = paths.parse(formerDefaultPrim.startsWith("/") ? formerDefaultPrim : `/${formerDefaultPrim}`);
    // An arc without a default prim leads to the root.
    const path = former === NO_PATH ? ROOT_PATH : former;
    for (const prim of uses.ofArcsBelow({ stack, path })) if (prim !== ROOT_PATH) resync(indices, found, prim);
  }
  const isStage = stack === indices.composition.rootStack;
  for (const path of prims) {
    // Metadata of other layers than those of the stage concerns no prim.
    if (path === ROOT_PATH && !isStage) continue;
    for (const prim of uses.ofSite({ stack, path })) if (isKnown(indices, prim)) found.resynced.add(prim);
  }
  for (const [path, names] of values) {
    if (path === ROOT_PATH && !isStage) continue;
    for (const prim of uses.ofSite({ stack, path })) {
      if (indices.known(prim) !== undefined) found.addChanged(prim, names);
    }
  }
}

/** Drops the indices of a prim and of those below it. */
function resync(indices: KeptIndices, found: ChangedPrims, prim: PathId): void {
  // Of prims that nobody asked for there is nothing to be read again.
  if (!isKnown(indices, prim)) return;
  found.resynced.add(prim);
  found.dropped += indices.drop(prim);
}

/** Whether a prim was composed, or the prim above it, whose children may have been asked for. */
function isKnown(indices: KeptIndices, prim: PathId): boolean {
  if (indices.known(prim) !== undefined) return true;
  return prim !== ROOT_PATH && indices.known(indices.composition.paths.parent(prim)) !== undefined;
}

function dropAll(indices: KeptIndices, found: ChangedPrims): void {
  found.resynced.add(ROOT_PATH);
  found.dropped += indices.drop(ROOT_PATH);
}

function contains({ layers }: LayerStack, layer: StageLayer): boolean {
  return layers.some((each) => each.layer === layer);
}
