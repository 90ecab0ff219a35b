/** Relationship targets and attribute connections, mapped from the layers that author them to the stage. */
import type { CompositionError } from "../errors/composition-error.ts";
import { arcNames } from "../graph/arc-names.ts";
import { ArcType, type NodeId } from "../graph/graph-node.ts";
import type { IndexGraph } from "../graph/index-graph.ts";
import { applyListOp, type KeyedItem } from "../layer-stack/apply-list-op.ts";
import { authoredPaths } from "../layer-stack/authored-paths.ts";
import type { PathId } from "../paths/path-table.ts";
import type { IndexedProperty, PrimIndex } from "./prim-index.ts";
import { mapTargetPath, splitProperty } from "./target-paths.ts";

/** Composed targets or connections. */
export interface ComposedTargets {
  /** Paths of the stage, in order. */
  readonly targets: readonly string[];
  /** Those of `targets` that only a class authors and that lead to one of its instances: a stage has them, but they are mistakes. */
  readonly inClassInstances: readonly string[];
  readonly errors: readonly CompositionError[];
}

/**
 * Returns the targets of a relationship, or the connections of an attribute, as `UsdRelationship.GetTargets` does.
 *
 * @param stack specs of the property, strongest first
 * @param indexOf returns the index of another prim, to report targets in instances of a class; without it these are not reported
 */
export function composeTargets(
  { graph }: PrimIndex,
  stack: readonly IndexedProperty[],
  indexOf?: (prim: PathId) => PrimIndex | undefined,
): ComposedTargets {
  let items: readonly KeyedItem<string>[] = [];
  let errors = new Map<string, CompositionError>();
  // Whether all that author a target are classes, and it leads to one of their instances.
  let isInInstance = new Map<string, boolean>();
  for (let i = stack.length - 1; i >= 0; i--) {
    const property = stack[i];
    const listOp = authoredPaths(property.spec);
    if (listOp === undefined) continue;
    if (listOp.explicit !== undefined) {
      errors = new Map();
      isInInstance = new Map();
    }
    const deleted = new Set(listOp.deleted);
    const report = (path: string, problem: "outside" | "instance"): void => {
      errors.set(`${property.node} ${path}`, errorOf(graph, property, path, problem));
    };
    items = applyListOp(items, listOp, (path: string) => {
      const mapped = mapTargetPath(graph, property.node, path);
      if (mapped === undefined) {
        if (!deleted.has(path)) report(path, "outside");
        return undefined;
      }
      const inInstance =
        indexOf !== undefined && leadsToInstance(graph, property.node, { authored: path, mapped }, indexOf);
      if (inInstance) report(path, "instance");
      if (!deleted.has(path)) isInInstance.set(mapped, inInstance && isInInstance.get(mapped) !== false);
      return { key: mapped, item: mapped };
    });
  }
  const targets = items.map(({ item }) => item);
  const inClassInstances = targets.filter((target) => isInInstance.get(target) === true);
  return { targets, inClassInstances, errors: [...errors.values()] };
}

/** Whether a target of a class leads to one of its instances: the path would map to all of them. */
function leadsToInstance(
  graph: IndexGraph,
  node: NodeId,
  { authored, mapped }: { readonly authored: string; readonly mapped: string },
  indexOf: (prim: PathId) => PrimIndex | undefined,
): boolean {
  const { paths } = graph;
  const { type, stack } = graph.nodes[node];
  if (type !== ArcType.inherit) return false;
  const classPath = graph.pathAtIntroduction(node);
  if (paths.hasPrefix(paths.parse(splitProperty(authored)[0]), classPath)) return false;
  const target = indexOf(paths.parse(splitProperty(mapped)[0]))?.graph;
  return (
    target?.nodes.some(
      (each, i) => each.type === ArcType.inherit && each.stack === stack && paths.hasPrefix(target.path(i), classPath),
    ) === true
  );
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
        message: `The ${kind} <${path}> of <${spec.path}>, which is in a class, leads to an instance of the class: every instance has this target`,
        statement,
      };
}
