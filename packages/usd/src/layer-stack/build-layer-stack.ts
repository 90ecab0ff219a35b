/** Builds layer stacks from the `subLayers` of layers. */
import type { LayerOffset, SubLayerItem } from "@usdkit/layer";
import type { CompositionError } from "../errors/composition-error.ts";
import { evaluateExpression, isExpression } from "../expressions/evaluate-expression.ts";
import type { ExpressionVariables } from "../expressions/expression-value.ts";
import { composeOffsets, isUsableOffset, noOffset, plainOffset } from "../paths/layer-offset.ts";
import type { LayerRegistry } from "../resolve/layer-registry.ts";
import { statementAt } from "../errors/statement.ts";
import { ROOT_PATH } from "../paths/path-table.ts";
import type { StageLayer } from "../resolve/stage-layer.ts";
import type { StackedLayer } from "./stacked-spec.ts";

/** Layers of one stack. A layer that several others have as a sublayer counts each time. */
const MAX_LAYERS = 50_000;

/** The layers of a stack, and what was wrong with sublayers. */
export interface BuiltLayers {
  readonly layers: readonly StackedLayer[];
  readonly timeCodesPerSecond: number;
  readonly errors: readonly CompositionError[];
  /** Whether a sublayer is missing only because its bytes are not there yet. */
  readonly isPending: boolean;
}

/** A layer of the tree that is to be visited; `leave` ends the time in which it may not be a sublayer again. */
interface Step {
  readonly layer: StageLayer;
  readonly offset: LayerOffset;
  readonly owner: string;
  readonly isLeave?: boolean;
}

/**
 * Returns the layers of a stack, strongest first: the session layer with its sublayers, then the root layer with its own.
 *
 * @param variables the expression variables that apply to the stack
 */
export function buildLayers(
  registry: LayerRegistry,
  root: StageLayer,
  session: StageLayer | undefined,
  variables: ExpressionVariables,
): BuiltLayers {
  const builder = new LayerTree(registry, variables);
  const usesSession = session !== undefined && isSessionTimes(session, root);
  const timeCodesPerSecond = usesSession ? session.timeCodesPerSecond : root.timeCodesPerSecond;
  const offsetOf = (layer: StageLayer): LayerOffset => scaled(noOffset, timeCodesPerSecond, layer.timeCodesPerSecond);
  if (session !== undefined) builder.add(session, offsetOf(session), "");
  const owner = builder.layers.map(({ layer }) => layer.metadata("sessionOwner")).find((each) => each !== undefined);
  builder.add(root, offsetOf(root), typeof owner === "string" ? owner : "");
  return { layers: builder.layers, timeCodesPerSecond, errors: builder.errors, isPending: builder.isPending };
}

/** Whether the times of a stack are those of its session layer. */
function isSessionTimes(session: StageLayer, root: StageLayer): boolean {
  if (session.number("timeCodesPerSecond") !== undefined) return true;
  return root.number("timeCodesPerSecond") === undefined && session.number("framesPerSecond") !== undefined;
}

function scaled(offset: LayerOffset, from: number, to: number): LayerOffset {
  return from === to ? offset : { offset: offset.offset, scale: (offset.scale * from) / to };
}

class LayerTree {
  readonly layers: StackedLayer[] = [];
  readonly errors: CompositionError[] = [];
  isPending = false;
  private readonly registry: LayerRegistry;
  private readonly variables: ExpressionVariables;
  /** The layers above the one that is visited. */
  private readonly open: Set<StageLayer> = new Set();

  constructor(registry: LayerRegistry, variables: ExpressionVariables) {
    this.registry = registry;
    this.variables = variables;
  }

  /** Adds a layer and its sublayers. */
  add(layer: StageLayer, offset: LayerOffset, owner: string): void {
    const steps: Step[] = [{ layer, offset, owner }];
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
      if (step.isLeave === true) {
        this.open.delete(step.layer);
        continue;
      }
      if (this.layers.length === MAX_LAYERS) {
        this.report(step.layer, "SUBLAYER_LIMIT", `The layer stack has more than ${MAX_LAYERS} layers`);
        return;
      }
      this.open.add(step.layer);
      this.layers.push({ layer: step.layer, offset: step.offset });
      steps.push({ ...step, isLeave: true });
      for (const sublayer of this.sublayers(step).reverse()) steps.push(sublayer);
    }
  }

  private sublayers({ layer, offset, owner }: Step): Step[] {
    const field = layer.layer.root.fields.get("subLayers")?.value;
    if (field?.kind !== "subLayers") return [];
    const found: Step[] = [];
    for (const item of field.items) {
      const sublayer = this.find(layer, item);
      if (sublayer === undefined) continue;
      if (this.open.has(sublayer)) {
        this.report(layer, "SUBLAYER_CYCLE", `The sublayer @${item.asset}@ contains this layer`, item);
        continue;
      }
      let own = plainOffset(item.layerOffset);
      if (!isUsableOffset(own)) {
        const message = `The offset of the sublayer @${item.asset}@ is ignored: expected a finite offset and a scale above 0`;
        this.report(layer, "INVALID_SUBLAYER_OFFSET", message, item);
        own = noOffset;
      }
      own = scaled(own, layer.timeCodesPerSecond, sublayer.timeCodesPerSecond);
      found.push({ layer: sublayer, offset: composeOffsets(offset, own), owner });
    }
    return this.ownedFirst(layer, owner, found);
  }

  private find(layer: StageLayer, item: SubLayerItem): StageLayer | undefined {
    let { asset } = item;
    if (isExpression(asset)) {
      const { value, error } = evaluateExpression(asset, this.variables);
      if (error !== undefined) this.report(layer, "EXPRESSION", `${error}; the sublayer is ignored`, item);
      asset = typeof value === "string" ? value : "";
    }
    if (asset === "") return undefined;
    const found = this.registry.find(asset, layer);
    if (found.kind === "found") return found.layer;
    if (found.kind === "pending") this.isPending = true;
    else {
      const reason = found.message === "" ? "there is no such layer" : found.message;
      this.errors.push({
        code: "MISSING_SUBLAYER",
        message: `The sublayer @${asset}@ cannot be opened: ${reason}`,
        statement: statementAt(layer, ROOT_PATH, { name: "subLayers", item }),
        target: { asset, primPath: "", problem: found.message },
      });
    }
    return undefined;
  }

  /** Moves the sublayers of the session's owner to the front, in layers that ask for it. */
  private ownedFirst(layer: StageLayer, owner: string, steps: Step[]): Step[] {
    if (owner === "" || layer.metadata("hasOwnedSubLayers") !== true) return steps;
    const isOwned = (step: Step): boolean => step.layer.metadata("owner") === owner;
    const owned = steps.filter(isOwned);
    if (owned.length > 1) {
      this.report(layer, "SUBLAYER_OWNERSHIP", `Expected one sublayer of the owner "${owner}", found ${owned.length}`);
    }
    return [...owned, ...steps.filter((step) => !isOwned(step))];
  }

  private report(layer: StageLayer, code: CompositionError["code"], message: string, item?: SubLayerItem): void {
    this.errors.push({ code, message, statement: statementAt(layer, ROOT_PATH, item && { name: "subLayers", item }) });
  }
}
