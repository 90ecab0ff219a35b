/** The arcs of references and payloads, which are composed alike. */
import type { CompositionErrorCode } from "../errors/composition-error.ts";
import { ArcType, type NodeId } from "../graph/graph-node.ts";
import type { SiteReference } from "../layer-stack/site-arcs.ts";
import type { LayerStack } from "../layer-stack/layer-stack.ts";
import { composeOffsets, isUsableOffset, noOffset } from "../paths/layer-offset.ts";
import { withRootIdentity, type MapFunction } from "../paths/map-function.ts";
import { NO_PATH, ROOT_PATH, type PathId } from "../paths/path-table.ts";
import type { StageLayer } from "../resolve/stage-layer.ts";
import type { LayerOffset } from "@usdkit/layer";
import { addArc } from "./add-arc.ts";
import { mapOfArc, type Indexer } from "./indexer.ts";

/** References or payloads of a node. */
export interface ReferenceArcs {
  readonly node: NodeId;
  readonly type: typeof ArcType.reference | typeof ArcType.payload;
  readonly items: readonly SiteReference[];
}

/** Adds an arc for each reference or payload. */
export function addReferences(indexer: Indexer, { node, type, items }: ReferenceArcs): void {
  const { graph, composition } = indexer;
  const { paths } = composition;
  for (const [sibling, reference] of items.entries()) {
    const report = reporter(indexer, node, type, reference);
    const written = paths.parse(reference.primPath);
    if (reference.primPath !== "" && (written <= ROOT_PATH || paths.hasVariants(written))) {
      report("INVALID_PRIM_PATH", `expected the path of a prim, found <${reference.primPath}>`);
      continue;
    }
    const target = findTarget(indexer, node, reference, report);
    if (target === undefined) continue;
    const { stack, layer } = target;
    const isDefault = reference.primPath === "";
    const found = isDefault ? defaultPrim(indexer, layer) : written;
    if (found === NO_PATH) {
      report("UNRESOLVED_PRIM_PATH", `@${layer.identifier}@ has no default prim`);
    }
    // The root is a placeholder until the layer has a default prim.
    const path = found === NO_PATH ? ROOT_PATH : found;
    const offset = offsetOf(reference, stack, report);
    const arc = {
      type,
      parent: node,
      origin: node,
      mapToParent: mapOfReference(indexer, node, reference, { path, offset }),
      sibling,
      namespaceDepth: paths.primDepth(graph.path(node)),
      source: reference.statement,
      target: { asset: reference.asset, primPath: reference.primPath },
    };
    addArc(indexer, arc, { stack, path }, { contributes: found !== NO_PATH, isAncestral: !paths.isRootPrim(path) });
  }
}

/** Returns the function of a reference's arc from a path; kept with the site that authors it. */
function mapOfReference(
  indexer: Indexer,
  node: NodeId,
  reference: SiteReference,
  { path, offset }: { readonly path: PathId; readonly offset: LayerOffset },
): MapFunction {
  const { paths } = indexer.composition;
  const { arc } = reference;
  // Layers that are edited can have another default prim, or other time codes.
  if (arc?.path === path && arc.offset.offset === offset.offset && arc.offset.scale === offset.scale) return arc.map;
  const made = mapOfArc(indexer, path, node, offset);
  const map = reference.asset === "" ? withRootIdentity(paths, made) : made;
  reference.arc = { path, offset, map };
  return map;
}

/** `missing` is why a layer cannot be opened. */
type Report = (code: CompositionErrorCode, problem: string, missing?: string) => void;

interface Target {
  readonly layer: StageLayer;
  readonly stack: LayerStack;
}

/** Returns the layer stack that a reference leads to; undefined if it cannot be opened. */
function findTarget(
  indexer: Indexer,
  node: NodeId,
  { asset, source }: SiteReference,
  report: Report,
): Target | undefined {
  const { composition, graph, markPending } = indexer;
  const own = graph.nodes[node].stack;
  if (asset === "") return { layer: own.rootLayer, stack: own };
  const found = composition.registry.find(asset, source.layer);
  if (found.kind === "missing") {
    report("MISSING_LAYER", found.message === "" ? "there is no such layer" : found.message, found.message);
    return undefined;
  }
  const stack = found.kind === "pending" ? undefined : composition.stacks.get(found.layer, undefined, own);
  if (found.kind === "pending" || stack === undefined) {
    markPending();
    return undefined;
  }
  return { layer: found.layer, stack };
}

/** Returns the path of a layer's default prim, {@link NO_PATH} if it names none. */
function defaultPrim({ composition: { paths } }: Indexer, layer: StageLayer): PathId {
  const name = layer.metadata("defaultPrim");
  if (typeof name !== "string" || name === "") return NO_PATH;
  const path = paths.parse(name.startsWith("/") ? name : `/${name}`);
  return path <= ROOT_PATH || paths.hasVariants(path) ? NO_PATH : path;
}

/** Returns the offset of a reference, with that of the layer that authors it and the time codes of its target. */
function offsetOf({ asset, layerOffset, source }: SiteReference, stack: LayerStack, report: Report): LayerOffset {
  // The target of an internal reference is the whole layer stack, whatever the offset of the layer that authors it.
  let offset = asset === "" ? layerOffset : composeOffsets(source.offset, layerOffset);
  if (!isUsableOffset(layerOffset)) {
    report("INVALID_REFERENCE_OFFSET", "its offset is ignored: expected a finite offset and a scale above 0");
    offset = noOffset;
  }
  const from = source.layer.timeCodesPerSecond;
  const to = stack.timeCodesPerSecond;
  if (asset === "" || from === to) return offset;
  return { offset: offset.offset, scale: (offset.scale * from) / to };
}

function reporter(
  { errors, composition: { paths }, graph }: Indexer,
  node: NodeId,
  type: ArcType,
  { asset, primPath, statement }: SiteReference,
): Report {
  return (code, problem, missing) => {
    const to = `${asset === "" ? "" : `@${asset}@`}${primPath === "" ? "" : `<${primPath}>`}`;
    const has = type === ArcType.payload ? "has the payload" : "references";
    const message = `<${paths.text(graph.path(node))}> ${has} ${to}: ${problem}`;
    errors.push({ code, message, statement, target: { asset, primPath, problem: missing } });
  };
}
