/**
 * Prims that differ only in their path. Below two references to an asset the same prims are composed: all of their sites are equal
 * but the one in the layer stack of the stage, which has no specs there. So they are composed once, and a prim of the stage needs no
 * graph of its own. It is made when it is asked for.
 */
import { hasOwnArcs } from "../arcs/node-tasks.ts";
import type { IndexGraph, NodeId } from "../graph/index-graph.ts";
import type { PathId } from "../paths/path-table.ts";
import { childGraph } from "./child-graph.ts";
import { cullWithoutOpinions, finalize } from "./cull.ts";
import { childNamesOf, type ChildNames } from "./graph-names.ts";
import { specsOf, type IndexedSpec } from "./graph-specs.ts";

/** Counts the changes of layers. What was found of shared prims before the last one is not used any more. */
export interface Generation {
  number: number;
}

/** What prims of a stage have in common that have the same sites, but for their own site in the layer stack of the stage. */
export class SharedPrim {
  /** The graph of the first of these prims that was composed. */
  readonly graph: IndexGraph;
  /** By node: its number in the graph of the prim above at which the sharing begins; undefined if all are as there. */
  readonly kept: readonly NodeId[] | undefined;
  /** Equal for equal `kept`. */
  readonly keptKey: string;
  /** The number that the prims of a stage have that share this; 0 before the first one. */
  number = 0;
  /** By name; undefined for prims that author arcs. */
  private readonly below: Map<string, SharedPrim | undefined> = new Map();
  private foundSpecs: readonly IndexedSpec[] | undefined;
  private foundNames: ChildNames | undefined;
  private foundChildren: readonly PathId[] | undefined;
  private readonly generation: Generation;
  /** The generation in which these were found. */
  private foundIn: number;

  constructor(generation: Generation, graph: IndexGraph, kept?: readonly NodeId[]) {
    this.generation = generation;
    this.foundIn = generation.number;
    this.graph = graph;
    this.kept = kept;
    this.keptKey = kept === undefined ? "" : kept.join(" ");
  }

  /** The specs that contribute, strongest first. */
  get specs(): readonly IndexedSpec[] {
    this.forgetChanged();
    return (this.foundSpecs ??= specsOf(this.graph));
  }

  get childNames(): ChildNames {
    this.forgetChanged();
    return (this.foundNames ??= childNamesOf(this.graph));
  }

  /** The children of the first of these prims. */
  get childPaths(): readonly PathId[] {
    this.forgetChanged();
    const { paths } = this.graph;
    return (this.foundChildren ??= this.childNames.names.map((name) => paths.child(this.graph.path(0), name)));
  }

  /** Returns what the children of a name have in common; undefined if they author arcs, which are composed for each prim. */
  child(name: string): SharedPrim | undefined {
    this.forgetChanged();
    const known = this.below.get(name);
    if (known !== undefined || this.below.has(name)) return known;
    const { paths } = this.graph;
    const made = this.makeChild(paths.child(this.graph.path(0), name));
    this.below.set(name, made);
    return made;
  }

  private makeChild(path: PathId): SharedPrim | undefined {
    const graph = childGraph(this.graph, path, false);
    if (hasOwnArcs(graph)) return undefined;
    cullWithoutOpinions(graph);
    const order = finalize(graph);
    const { kept, generation } = this;
    if (order === undefined) return new SharedPrim(generation, graph, kept);
    return new SharedPrim(generation, graph, kept === undefined ? order : order.map((node) => kept[node]));
  }

  private forgetChanged(): void {
    if (this.foundIn === this.generation.number) return;
    this.foundIn = this.generation.number;
    this.below.clear();
    this.foundSpecs = undefined;
    this.foundNames = undefined;
    this.foundChildren = undefined;
  }
}
