/** The names of the children and properties of a graph's prim, composed from all of its nodes. */
import { NO_NODE, type NodeId } from "../graph/graph-node.ts";
import type { IndexGraph } from "../graph/index-graph.ts";
import { addNames, hasChildren } from "../layer-stack/compose-site.ts";
import type { PathId } from "../paths/path-table.ts";
import { instanceNodes } from "./instancing.ts";

/** The names of a prim's children, and those that were relocated away. */
export interface ChildNames {
  readonly names: readonly string[];
  /** Names that no child may have: sources of relocations. */
  readonly prohibited: ReadonlySet<string>;
}

const noNames: ReadonlySet<string> = new Set();
const noChildren: ChildNames = { names: [], prohibited: noNames };

/** Returns the names of the children of a graph's prim in composed order. */
export function childNamesOf(graph: IndexGraph): ChildNames {
  // Most prims are leaves.
  if (!mayHaveChildren(graph)) return noChildren;
  const names = new Set<string>();
  let prohibited: Set<string> | undefined;
  for (const node of weakToStrong(graph)) {
    if (!graph.canContribute(node)) continue;
    if (graph.nodes[node].stack.relocates !== undefined) {
      applyRelocates(graph, node, names, (prohibited ??= new Set<string>()));
    }
    if (graph.hasSpecs(node)) addNames(graph.nodes[node].stack, graph.path(node), "children", names);
  }
  if (prohibited === undefined) return { names: [...names], prohibited: noNames };
  const left: ReadonlySet<string> = prohibited;
  return { names: [...names].filter((name) => !left.has(name)), prohibited };
}

/** Whether a contributing site has children, or a layer stack with relocations that may add some. */
function mayHaveChildren(graph: IndexGraph): boolean {
  for (let node = 0; node < graph.size; node++) {
    if (!graph.canContribute(node)) continue;
    const { stack } = graph.nodes[node];
    if (stack.relocates !== undefined) return true;
    if (graph.hasSpecs(node) && hasChildren(stack, graph.path(node))) return true;
  }
  return false;
}

/** Returns the names of the properties of a graph's prim in composed order. */
export function propertyNamesOf(graph: IndexGraph): readonly string[] {
  const names = new Set<string>();
  for (const node of nodesOfNames(graph)) {
    if (graph.canContribute(node) && graph.hasSpecs(node)) {
      addNames(graph.nodes[node].stack, graph.path(node), "properties", names);
    }
  }
  return [...names];
}

/** Returns the nodes whose children are those of the prim. A stronger node comes after the nodes below it. */
function weakToStrong(graph: IndexGraph): readonly NodeId[] {
  if (graph.isInstanceable) {
    return instanceNodes(graph)
      .filter(({ isShared }) => isShared)
      .map(({ node }) => node)
      .reverse();
  }
  return nodesOfNames(graph);
}

/** Returns the nodes that are neither culled nor below a culled one, which may be kept as their origin. Weakest first. */
function nodesOfNames(graph: IndexGraph): readonly NodeId[] {
  const found: NodeId[] = [];
  const isCut: boolean[] = [];
  for (let node = 0; node < graph.size; node++) {
    const { parent } = graph.nodes[node];
    isCut.push(graph.isCulled(node) || (parent !== NO_NODE && isCut[parent]));
    if (!isCut[node]) found.push(node);
  }
  return found.reverse();
}

/** Applies the relocations of a node's layer stack to the names of weaker nodes. */
function applyRelocates(graph: IndexGraph, node: NodeId, names: Set<string>, prohibited: Set<string>): void {
  const { relocates } = graph.nodes[node].stack;
  if (relocates === undefined) return;
  const { paths } = graph;
  const path = graph.path(node);
  const isChild = (each: PathId): boolean => each > 0 && paths.parent(each) === path;
  const renamed = new Map<string, string | undefined>();
  for (const { source, target } of relocates.below.get(path) ?? []) {
    renamed.set(paths.element(source), isChild(target) ? paths.element(target) : undefined);
    prohibited.add(paths.element(source));
  }
  const added: string[] = [];
  for (const { source, target } of relocates.into.get(path) ?? []) {
    if (!isChild(source)) added.push(paths.element(target));
  }
  if (renamed.size > 0) rename(names, renamed);
  for (const name of added.sort()) names.add(name);
}

function rename(names: Set<string>, renamed: ReadonlyMap<string, string | undefined>): void {
  const before = [...names];
  const kept: string[] = [];
  for (const name of before) {
    if (!renamed.has(name)) {
      kept.push(name);
      continue;
    }
    const target = renamed.get(name);
    names.delete(name);
    if (target === undefined || names.has(target)) continue;
    names.add(target);
    kept.push(target);
  }
  names.clear();
  for (const name of kept) names.add(name);
}
