/** The layer stacks of a stage, each built once. */
import type { DictionaryValue, Value } from "@usdkit/layer";
import type { ExpressionValue, ExpressionVariables } from "../expressions/expression-value.ts";
import type { PathTable } from "../paths/path-table.ts";
import type { LayerRegistry } from "../resolve/layer-registry.ts";
import type { StageLayer } from "../resolve/stage-layer.ts";
import { buildLayers } from "./build-layer-stack.ts";
import type { LayerStack } from "./layer-stack.ts";
import { buildRelocates } from "./relocates.ts";

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
    const own = new Map([...variablesOf(root), ...(session === undefined ? [] : variablesOf(session))]);
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
      timeCodesPerSecond,
      variables,
      variablesSource: shared?.variablesSource ?? id,
      relocates: built.relocates,
      errors: [...errors, ...built.errors],
    };
  }
}

function variablesOf(layer: StageLayer): readonly (readonly [string, ExpressionValue])[] {
  const value = layer.layer.root.fields.get("expressionVariables")?.value;
  if (value?.kind !== "dictionary") return [];
  return entriesOf(value);
}

function entriesOf({ entries }: DictionaryValue): readonly (readonly [string, ExpressionValue])[] {
  const found: (readonly [string, ExpressionValue])[] = [];
  for (const [name, value] of entries) {
    const converted = convert(value);
    if (converted !== undefined) found.push([name, converted]);
  }
  return found;
}

/** Returns the value of a variable; undefined for types that expressions do not have. */
function convert(value: Value): ExpressionValue {
  if (value.kind !== "typed") return undefined;
  const { data, isArray, type } = value;
  const isInteger = type.kind === "int" || type.kind === "int64";
  if (!isArray) {
    if (typeof data === "boolean" || (typeof data === "string" && type.kind === "string")) return data;
    return isInteger && (typeof data === "number" || typeof data === "bigint") ? BigInt(data) : undefined;
  }
  if (type.kind === "string" && typeof data === "object" && !ArrayBuffer.isView(data)) return data;
  if (data instanceof Int32Array || data instanceof BigInt64Array) return Array.from(data, BigInt);
  return type.kind === "bool" && data instanceof Uint8Array ? Array.from(data, (each) => each !== 0) : undefined;
}
