/** Relationship targets and attribute connections, mapped from the layers that author them to the stage. */
import type { ListOp, PropertySpec } from "@usdkit/layer";
import type { CompositionError } from "../errors/composition-error.ts";
import { arcNames } from "../graph/arc-names.ts";
import { ArcType, type NodeId } from "../graph/graph-node.ts";
import type { IndexGraph } from "../graph/index-graph.ts";
import { applyListOp, type KeyedItem } from "../layer-stack/apply-list-op.ts";
import { mapBySteps, mapToTarget } from "../paths/map-function.ts";
import type { PathId } from "../paths/path-table.ts";
import type { IndexedProperty, PrimIndex } from "./prim-index.ts";
import { mapTargetPath, splitProperty } from "./target-paths.ts";

/** Composed targets or connections. */
export interface ComposedTargets {
  /** Paths of the stage, in order. */
  readonly targets: readonly string[];
  readonly errors: readonly CompositionError[];
}

/** Which targets of a layer are those of the stage. */
export interface TargetRules {
  readonly map: typeof mapToTarget;
  /** Returns the index of another prim, to find targets in instances of a class. */
  readonly indexOf: (prim: PathId) => PrimIndex | undefined;
}

/** As `UsdRelationship.GetTargets`: relocations are a step of their own, and a class may target one of its instances. */
export const stageTargets: TargetRules = { map: mapBySteps, indexOf: () => undefined };

/** As `PcpCache` composes targets: those of a class in one of its instances are errors. */
export function indexTargets(indexOf: TargetRules["indexOf"]): TargetRules {
  return { map: mapToTarget, indexOf };
}

/**
 * Returns the targets of a relationship, or the connections of an attribute.
 *
 * @param stack specs of the property, strongest first
 */
export function composeTargets(
  { graph }: PrimIndex,
  stack: readonly IndexedProperty[],
  { map, indexOf }: TargetRules,
): ComposedTargets {
  let items: readonly KeyedItem<string>[] = [];
  let errors = new Map<string, CompositionError>();
  for (let i = stack.length - 1; i >= 0; i--) {
    const property = stack[i];
    const listOp = pathsOf(property.spec);
    if (listOp === undefined) continue;
    if (listOp.explicit !== undefined) errors = new Map();
    const deleted = new Set(listOp.deleted);
    items = applyListOp(items, listOp, (path: string) => {
      const mapped = mapTargetPath(graph, property.node, path, map);
      if (mapped === undefined && deleted.has(path)) return undefined;
      const problem =
        mapped === undefined ? "outside" : problemOf(graph, property.node, { authored: path, mapped }, indexOf);
      if (problem === undefined && mapped !== undefined) return { key: mapped, item: mapped };
      if (problem !== undefined) errors.set(`${property.node} ${path}`, errorOf(graph, property, path, problem));
      return undefined;
    });
  }
  return { targets: items.map(({ item }) => item), errors: [...errors.values()] };
}

function pathsOf(spec: PropertySpec): ListOp<string> | undefined {
  return spec.specType === "attribute" ? spec.connectionPaths : spec.targetPaths;
}

/** A class may not target one of its instances: the path would map to all of them. */
function problemOf(
  graph: IndexGraph,
  node: NodeId,
  { authored, mapped }: { readonly authored: string; readonly mapped: string },
  indexOf: (prim: PathId) => PrimIndex | undefined,
): "instance" | undefined {
  const { paths } = graph;
  const { type, stack } = graph.nodes[node];
  if (type !== ArcType.inherit) return undefined;
  const classPath = graph.pathAtIntroduction(node);
  if (paths.hasPrefix(paths.parse(splitProperty(authored)[0]), classPath)) return undefined;
  const target = indexOf(paths.parse(splitProperty(mapped)[0]))?.graph;
  if (target === undefined) return undefined;
  const isInstance = target.nodes.some(
    (each, i) => each.type === ArcType.inherit && each.stack === stack && paths.hasPrefix(target.path(i), classPath),
  );
  return isInstance ? "instance" : undefined;
}

function errorOf(
  graph: IndexGraph,
  { node, layer, owner, spec }: IndexedProperty,
  path: string,
  problem: "outside" | "instance",
): CompositionError {
  const kind = spec.specType === "attribute" ? "connection" : "target";
  const arc = arcNames[graph.nodes[node].type];
  const statement = { layer, range: spec.statements[0] ?? spec.range, spec: owner };
  return problem === "outside"
    ? {
        code: "TARGET_OUTSIDE_OF_ARC",
        message: `The ${kind} <${path}> of <${spec.path}> is outside of what the ${arc} arc maps, and is ignored`,
        statement,
      }
    : {
        code: "TARGET_IN_CLASS_INSTANCE",
        message: `The ${kind} <${path}> of <${spec.path}>, which is in a class, leads to an instance of the class, and is ignored`,
        statement,
      };
}
