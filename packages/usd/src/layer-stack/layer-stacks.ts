/** The layer stacks of a stage, each built once. */
import type { ExpressionVariables } from "../expressions/expression-value.ts";
import { variablesOf } from "../expressions/layer-variables.ts";
import type { PathTable } from "../paths/path-table.ts";
import type { LayerRegistry } from "../resolve/layer-registry.ts";
import type { StageLayer } from "../resolve/stage-layer.ts";
import { buildLayers } from "./build-layer-stack.ts";
import type { LayerStack } from "./layer-stack.ts";
import { buildRelocates } from "./relocates.ts";
import { StackSites } from "./stack-sites.ts";

/** Builds and keeps layer stacks. */
export class LayerStacks {
  private readonly registry: LayerRegistry;
  private readonly paths: PathTable;
  private readonly stacks: (LayerStack | undefined)[] = [];
  private readonly ids: Map<string, number> = new Map();
  /** By layer stack: the one whose variables it was built with. */
  private readonly sources: number[] = [];

  constructor(registry: LayerRegistry, paths: PathTable) {
    this.registry = registry;
    this.paths = paths;
  }

  /** Every layer stack that is kept. */
  get all(): readonly LayerStack[] {
    return this.stacks.filter((each) => each !== undefined);
  }

  /**
   * Returns the layer stack of a root layer; undefined if bytes of a sublayer are not there yet.
   *
   * @param session the session layer, for the root of a stage
   * @param from the layer stack with the arc that leads to the layer; its expression variables are stronger
   */
  get(root: StageLayer, session?: StageLayer, from?: LayerStack): LayerStack | undefined {
    // The layer stack of the stage is the first one, and its own source of variables.
    const source = from?.variablesSource ?? 0;
    const key = `${root.id}/${session?.id ?? ""}/${source}`;
    let id = this.ids.get(key);
    if (id === undefined) {
      id = this.stacks.push(undefined) - 1;
      this.sources.push(source);
      this.ids.set(key, id);
    }
    return (this.stacks[id] ??= this.build(id, root, session, from));
  }

  /**
   * Forgets the layer stacks that contain one of the layers, and those that have variables from them, so that they are built
   * again.
   */
  drop(changed: ReadonlySet<StageLayer>): ReadonlySet<LayerStack> {
    const dropped = new Set<LayerStack>();
    const ids = new Set<number>();
    // A layer stack is built after those that lead to it, other than in cycles.
    for (let count = -1; count !== dropped.size;) {
      count = dropped.size;
      for (const [id, stack] of this.stacks.entries()) {
        if (stack === undefined) continue;
        const isConcerned = ids.has(this.sources[id]) || ids.has(stack.variablesSource);
        if (!isConcerned && !stack.layers.some(({ layer }) => changed.has(layer))) continue;
        dropped.add(stack);
        ids.add(id);
        this.stacks[id] = undefined;
      }
    }
    return dropped;
  }

  private build(
    id: number,
    root: StageLayer,
    session: StageLayer | undefined,
    from: LayerStack | undefined,
  ): LayerStack | undefined {
    const own = new Map([...variablesOf(root.layer), ...(session === undefined ? [] : variablesOf(session.layer))]);
    // A stack that adds no variable shares those of the stack that leads to it.
    const shared = from !== undefined && [...own.keys()].every((name) => from.variables.has(name)) ? from : undefined;
    const variables: ExpressionVariables = shared?.variables ?? new Map([...own, ...(from?.variables ?? [])]);
    const { layers, timeCodesPerSecond, errors, isPending } = buildLayers(this.registry, root, session, variables);
    if (isPending) return undefined;
    const built = buildRelocates(this.paths, layers);
    return {
      id,
      rootLayer: root,
      layers,
      sites: new StackSites(this.paths, layers),
      timeCodesPerSecond,
      variables,
      variablesSource: shared?.variablesSource ?? id,
      relocates: built.relocates,
      errors: [...errors, ...built.errors],
    };
  }
}
