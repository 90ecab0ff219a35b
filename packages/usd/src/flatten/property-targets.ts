/** Targets of relationships and connections of attributes in a flattened layer. */
import type { ListOp } from "@usdkit/layer";
import type { NodeId } from "../graph/graph-node.ts";
import type { IndexGraph } from "../graph/index-graph.ts";
import type { TargetPaths } from "../index/target-paths.ts";
import { applyListOp, type KeyedItem } from "../layer-stack/apply-list-op.ts";
import { authoredPaths } from "../layer-stack/authored-paths.ts";
import type { PropertyOpinion } from "../metadata/prim-opinions.ts";

/** How the target paths of a stage become those of the flattened layer. */
export interface TargetMapping {
  readonly stagePaths: TargetPaths;
  /** Returns a path of the stage as the flattened layer has it. */
  readonly toFlattened: (path: string) => string;
}

/** The list of a layer, of a node of the prim. */
interface Edit {
  readonly node: NodeId;
  readonly listOp: ListOp<string>;
}

/** The targets that prims with the same opinions author, before they are mapped to the paths of each prim. */
export class PropertyTargets {
  /** Weakest first. */
  private readonly edits: readonly Edit[];
  private readonly mapping: TargetMapping;

  constructor(edits: readonly Edit[], mapping: TargetMapping) {
    this.edits = edits;
    this.mapping = mapping;
  }

  /** Returns the targets of a prim as an explicit list; undefined if no path is left. */
  of(graph: IndexGraph): ListOp<string> | undefined {
    const { stagePaths, toFlattened } = this.mapping;
    let items: readonly KeyedItem<string>[] = [];
    for (const { node, listOp } of this.edits) {
      items = applyListOp(items, listOp, (path: string) => {
        const mapped = stagePaths.map(graph, node, path);
        // A stage does not check whether a class targets one of its instances.
        return mapped === undefined ? undefined : { key: mapped, item: mapped };
      });
    }
    return items.length === 0 ? undefined : { explicit: items.map(({ item }) => toFlattened(item)) };
  }
}

/**
 * Returns the targets that the specs of a property author; undefined if none does.
 *
 * @param stack strongest first; specs of another kind than the strongest are ignored
 */
export function propertyTargets(
  stack: readonly PropertyOpinion[],
  mapping: TargetMapping,
): PropertyTargets | undefined {
  const edits: Edit[] = [];
  for (const { spec, node } of stack) {
    const listOp = spec.specType === stack[0].spec.specType ? authoredPaths(spec) : undefined;
    if (listOp !== undefined) edits.unshift({ node, listOp });
  }
  return edits.length === 0 ? undefined : new PropertyTargets(edits, mapping);
}
