/** The layers that a stage is opened with. */
import { makeLayer } from "@usdkit/layer";
import type { Composition } from "../arcs/indexer.ts";
import { LayerStacks } from "../layer-stack/layer-stacks.ts";
import { PathTable } from "../paths/path-table.ts";
import { LayerRegistry } from "../resolve/layer-registry.ts";
import type { StageLayer } from "../resolve/stage-layer.ts";
import { StageError } from "./stage-error.ts";
import type { StageOptions } from "./stage-options.ts";

/** The root of a stage. */
export interface OpenedRoot extends Pick<Composition, "paths" | "registry" | "stacks" | "rootStack"> {
  readonly session: StageLayer | undefined;
}

/**
 * Opens the root layer, its session layer and their sublayers.
 *
 * @throws StageError if the root layer or the session layer cannot be opened
 */
export async function openRoot(root: string, options: StageOptions): Promise<OpenedRoot> {
  const paths = new PathTable();
  const registry = new LayerRegistry(options.resolver, paths);
  const stacks = new LayerStacks(registry, paths);
  const layer = await findLayer(registry, root);
  const session =
    options.session === undefined ? ownSession(registry, options) : await findLayer(registry, options.session);
  for (;;) {
    const rootStack = stacks.get(layer, session);
    if (rootStack !== undefined) return { paths, registry, stacks, rootStack, session };
    // oxlint-disable-next-line no-await-in-loop -- sublayers name further ones
    await registry.pending.settle();
  }
}

/** Returns the empty session layer of a stage that is to have one. */
function ownSession(registry: LayerRegistry, { hasOwnSession = false }: StageOptions): StageLayer | undefined {
  return hasOwnSession ? registry.add("anon:session", makeLayer({})) : undefined;
}

async function findLayer(registry: LayerRegistry, assetPath: string): Promise<StageLayer> {
  for (;;) {
    const found = registry.find(assetPath, undefined);
    if (found.kind === "found") return found.layer;
    if (found.kind === "missing") {
      const reason = found.message === "" ? "there is no such layer" : found.message;
      throw new StageError(`Cannot open @${assetPath}@: ${reason}`);
    }
    // oxlint-disable-next-line no-await-in-loop -- parts of a file are fetched one after the other
    await registry.pending.settle();
  }
}
