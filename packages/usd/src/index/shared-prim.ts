/**
 * Prims that differ only in their path. Below two references to an asset the same prims are composed: all of their sites are equal
 * but the one in the layer stack of the stage, which has no specs there. So they are composed once. Of such a prim the stage keeps a
 * number; its own graph is made when it is asked for.
 */
import { hasOwnArcs } from "../arcs/node-tasks.ts";
import type { NodeId } from "../graph/graph-node.ts";
import type { IndexGraph } from "../graph/index-graph.ts";
import type { PathId } from "../paths/path-table.ts";
import { childGraph } from "./child-graph.ts";
import { cullWithoutOpinions, finalize } from "./cull.ts";
import { decidingFields, type DecidingFields } from "./deciding-fields.ts";
import { childNamesOf, type ChildNames } from "./graph-names.ts";
import { specsOf, type IndexedSpec } from "./graph-specs.ts";

/** The shared graphs of a stage. */
export class SharedGraphs {
  /** Counts the changes of layers. What was found of shared graphs before the last one is not used any more. */
  generation = 0;
  /** By the hash of their sites. */
  private readonly byHash: Map<number, SharedGraph[]> = new Map();

  /**
   * Returns what a graph has in common with others that have the same sites.
   *
   * @param toKeep returns the graph to be kept if it is the first one
   */
  find(graph: IndexGraph, toKeep: (graph: IndexGraph) => IndexGraph = (first) => first): SharedGraph {
    const hash = graph.sharingHash;
    let alike = this.byHash.get(hash);
    if (alike === undefined) this.byHash.set(hash, (alike = []));
    let found = alike.find((each) => each.graph.sharesSites(graph));
    if (found === undefined) alike.push((found = new SharedGraph(this, toKeep(graph))));
    return found;
  }

  /** Has everything found again: layers have changed. */
  forget(): void {
    this.generation++;
    this.byHash.clear();
  }
}

/** A child of a shared graph, and the nodes that it kept; undefined if those are all, in the same order. */
export interface SharedChild {
  readonly shared: SharedGraph;
  readonly order: readonly NodeId[] | undefined;
}

/** A graph that prims have in common but for the path of the root node and the functions of the arcs. */
export class SharedGraph {
  /** The graph of the first of the prims that was composed. */
  readonly graph: IndexGraph;
  private readonly all: SharedGraphs;
  /** By name; undefined for prims that author arcs. Most prims have no children. */
  private below: Map<string, SharedChild | undefined> | undefined;
  private prims: SharedPrim[] | undefined;
  private foundSpecs: readonly IndexedSpec[] | undefined;
  private foundFields: DecidingFields | undefined;
  private foundNames: ChildNames | undefined;
  private foundChildren: readonly PathId[] | undefined;
  /** The generation in which these were found. */
  private foundIn: number;

  constructor(all: SharedGraphs, graph: IndexGraph) {
    this.all = all;
    this.foundIn = all.generation;
    this.graph = graph;
  }

  /** See {@link SharedGraphs.generation}. */
  get generation(): number {
    return this.all.generation;
  }

  /** The specs that contribute, strongest first. */
  get specs(): readonly IndexedSpec[] {
    this.forgetChanged();
    return (this.foundSpecs ??= specsOf(this.graph));
  }

  /** What the strongest specs decide about the prims. */
  get fields(): DecidingFields {
    this.forgetChanged();
    return (this.foundFields ??= decidingFields(this.graph, this.specs));
  }

  get childNames(): ChildNames {
    this.forgetChanged();
    return (this.foundNames ??= childNamesOf(this.graph));
  }

  /** The children of the first of the prims. */
  get childPaths(): readonly PathId[] {
    this.forgetChanged();
    const { paths } = this.graph;
    return (this.foundChildren ??= this.childNames.names.map((name) => paths.child(this.graph.path(0), name)));
  }

  /** Whether a prim, or one above it, may author value clips. */
  get mayHaveClips(): boolean {
    const { graph } = this;
    for (let node = 0; node < graph.size; node++) if (graph.hasClips(node)) return true;
    return false;
  }

  /** Returns what the children of a name have in common; undefined if they author arcs, which are composed for each prim. */
  child(name: string): SharedChild | undefined {
    this.forgetChanged();
    const below = (this.below ??= new Map<string, SharedChild | undefined>());
    const known = below.get(name);
    if (known !== undefined || below.has(name)) return known;
    const { paths } = this.graph;
    const made = this.makeChild(paths.child(this.graph.path(0), name));
    below.set(name, made);
    return made;
  }

  /**
   * Returns the prims that have these nodes.
   *
   * @param kept by node: its number in the graph of the prim at which the sharing begins; undefined if all are as there
   */
  prim(kept: readonly NodeId[] | undefined): SharedPrim {
    const key = kept === undefined ? "" : kept.join(" ");
    const known = this.prims?.find((each) => each.keptKey === key);
    if (known !== undefined) return known;
    const found = new SharedPrim(this, kept, key);
    // Most have one: a list of one takes a third of the memory of one that something is added to.
    if (this.prims === undefined) this.prims = [found];
    else this.prims.push(found);
    return found;
  }

  private makeChild(path: PathId): SharedChild | undefined {
    const graph = childGraph(this.graph, path, false);
    if (hasOwnArcs(graph)) return undefined;
    cullWithoutOpinions(graph);
    const order = finalize(graph);
    // Without the nodes that have no opinions a graph may be that of prims elsewhere: of those with another variant, for example.
    return { shared: order === undefined ? new SharedGraph(this.all, graph) : this.all.find(graph), order };
  }

  private forgetChanged(): void {
    if (this.foundIn === this.all.generation) return;
    this.foundIn = this.all.generation;
    this.below = undefined;
    this.foundSpecs = undefined;
    this.foundFields = undefined;
    this.foundNames = undefined;
    this.foundChildren = undefined;
  }
}

/** What prims of a stage have in common that have the same sites, but for their own site in the layer stack of the stage. */
export class SharedPrim {
  readonly composed: SharedGraph;
  /** By node: its number in the graph of the prim above at which the sharing begins; undefined if all are as there. */
  readonly kept: readonly NodeId[] | undefined;
  /** Equal for equal `kept`. */
  readonly keptKey: string;
  /** The number that the prims of a stage have that share this; 0 before the first one. */
  number = 0;
  /** By name; undefined for prims that author arcs. */
  private below: Map<string, SharedPrim | undefined> | undefined;
  private foundChildren: readonly (SharedPrim | undefined)[] | undefined;
  private foundAll: boolean | undefined;
  private foundIn = 0;

  constructor(composed: SharedGraph, kept: readonly NodeId[] | undefined, keptKey: string) {
    this.composed = composed;
    this.kept = kept;
    this.keptKey = keptKey;
  }

  get specs(): readonly IndexedSpec[] {
    return this.composed.specs;
  }

  get fields(): DecidingFields {
    return this.composed.fields;
  }

  get childNames(): ChildNames {
    return this.composed.childNames;
  }

  get childPaths(): readonly PathId[] {
    return this.composed.childPaths;
  }

  get hasChildren(): boolean {
    return this.childNames.names.length > 0;
  }

  /** What the children have in common, in composed order; undefined for those that author arcs. */
  get children(): readonly (SharedPrim | undefined)[] {
    this.forgetChanged();
    return (this.foundChildren ??= this.childNames.names.map((name) => this.findChild(name)));
  }

  /** Whether all prims below are shared too: none of them authors arcs, so what is below one prim that has this is below all. */
  get sharesAllBelow(): boolean {
    this.forgetChanged();
    if (this.foundAll !== undefined) return this.foundAll;
    const visited = new Set<SharedPrim>([this]);
    // Those that are added are visited as well.
    for (const each of visited) {
      for (const child of each.children) {
        if (child === undefined || child.foundAll === false) return (this.foundAll = false);
        visited.add(child);
      }
    }
    for (const each of visited) each.foundAll = true;
    return true;
  }

  /** Returns what the children of a name have in common; undefined if they author arcs, which are composed for each prim. */
  child(name: string): SharedPrim | undefined {
    this.forgetChanged();
    const below = (this.below ??= new Map<string, SharedPrim | undefined>());
    let found = below.get(name);
    if (found === undefined && !below.has(name)) below.set(name, (found = this.findChild(name)));
    return found;
  }

  private forgetChanged(): void {
    const { generation } = this.composed;
    if (this.foundIn === generation) return;
    this.foundIn = generation;
    this.below = undefined;
    this.foundChildren = undefined;
    this.foundAll = undefined;
  }

  private findChild(name: string): SharedPrim | undefined {
    const found = this.composed.child(name);
    if (found === undefined) return undefined;
    const { shared, order } = found;
    const { kept } = this;
    return shared.prim(order === undefined || kept === undefined ? (order ?? kept) : order.map((node) => kept[node]));
  }
}
