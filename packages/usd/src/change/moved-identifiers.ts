/** The arcs that lead elsewhere once files are new or gone. */
import { isExpression } from "../expressions/evaluate-expression.ts";
import type { Layer, ListOp, ReferenceItem } from "@usdkit/layer";
import { NO_PATH, type PathTable } from "../paths/path-table.ts";
import type { LayerRegistry } from "../resolve/layer-registry.ts";
import type { SiteSpec, StageLayer } from "../resolve/stage-layer.ts";
import { noEffects, type LayerEffects } from "./layer-effects.ts";

/** What finds layers, and the identifiers that lead elsewhere. */
export interface MovedIdentifiers {
  readonly paths: PathTable;
  readonly registry: LayerRegistry;
  readonly identifiers: ReadonlySet<string>;
  /** Identifiers of layers with other contents that value clips may use. */
  readonly clips: ReadonlySet<string>;
}

/** Adds, for each layer with an asset path that leads to one of the identifiers, the sites that author it. */
export function addMoved(effects: Map<StageLayer, LayerEffects>, moved: MovedIdentifiers): void {
  const { registry, identifiers, clips } = moved;
  const askers = new Set([...identifiers, ...clips].flatMap((each) => [...registry.askersOf(each)]));
  for (const layer of askers) {
    const own = effects.get(layer) ?? noEffects();
    effects.set(layer, own);
    addArcs(own, layer, moved);
  }
}

function addArcs(effects: LayerEffects, layer: StageLayer, { paths, registry, identifiers }: MovedIdentifiers): void {
  // What an expression evaluates to depends on the layer stack.
  const leads = (asset: string): boolean =>
    identifiers.size > 0 && asset !== "" && (isExpression(asset) || registry.mayLeadTo(asset, layer, identifiers));
  for (const spec of specsOf(layer.layer)) {
    const sublayers = spec.fields.get("subLayers")?.value;
    if (sublayers?.kind === "subLayers" && sublayers.items.some(({ asset }) => leads(asset))) {
      effects.changesStacks = true;
    }
    const path = paths.parse(spec.path);
    if (path === NO_PATH) continue;
    if (["references", "payload"].some((field) => arcsOf(spec, field).some(({ asset }) => leads(asset)))) {
      effects.sites.add(path);
    }
    if (spec.fields.has("clips")) effects.prims.add(path);
  }
}

function arcsOf(spec: SiteSpec, field: string): readonly ReferenceItem[] {
  const value = spec.fields.get(field)?.value;
  if (value?.kind !== "referenceListOp") return [];
  const { explicit, added, prepended, appended }: ListOp<ReferenceItem> = value.listOp;
  return [explicit, added, prepended, appended].flatMap((items) => items ?? []);
}

/** Visits the root, the prims and the variants of a layer. */
function* specsOf({ root }: Layer): Generator<SiteSpec> {
  const waiting: SiteSpec[] = [root];
  for (let spec = waiting.pop(); spec !== undefined; spec = waiting.pop()) {
    yield spec;
    waiting.push(...spec.children);
    for (const { variants } of spec.variantSets) waiting.push(...variants);
  }
}
