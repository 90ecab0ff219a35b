/**
 * Builds prim indices. The graph of a prim begins as that of its parent. Then the arcs that its specs author are evaluated, task
 * after task, each kind in a file of `arcs/`; an arc adds nodes, and these add tasks.
 */
import { addTasks, hasOwnArcs, rootTasks } from "../arcs/node-tasks.ts";
import { arcNames } from "../graph/arc-names.ts";
import type { Composition, Frame, Indexer, BuiltGraph } from "../arcs/indexer.ts";
import { evaluateImpliedClasses } from "../arcs/implied-classes.ts";
import { evaluateImpliedSpecializes } from "../arcs/implied-specializes.ts";
import { evaluateInherits } from "../arcs/inherits.ts";
import { evaluatePayloads } from "../arcs/payloads.ts";
import { evaluateReferences } from "../arcs/references.ts";
import { elide, evaluateImpliedRelocations, evaluateRelocations } from "../arcs/relocates.ts";
import { evaluateSpecializes } from "../arcs/specializes.ts";
import { TaskKind, TaskQueue, type Task } from "../arcs/tasks.ts";
import { reportUnresolvedPrimPath } from "../arcs/unresolved-prim-path.ts";
import {
  evaluateAncestralVariantSets,
  evaluateAuthoredVariant,
  evaluateFallbackVariant,
  evaluateVariantSets,
} from "../arcs/variants.ts";
import type { CompositionError } from "../errors/composition-error.ts";
import { IndexGraph, type Site } from "../graph/index-graph.ts";
import { hasSpecs } from "../layer-stack/layer-stack.ts";
import { ROOT_PATH, type PathId } from "../paths/path-table.ts";
import { cullWithoutOpinions, finalize } from "./cull.ts";
import { childGraph } from "./child-graph.ts";
import { isInstanceable } from "./instancing.ts";
import type { PrimIndex } from "./prim-index.ts";

/** Returns the index of the root of the stage. */
export function buildRootIndex({ paths, rootStack }: Composition): PrimIndex {
  const graph = IndexGraph.create(paths, { stack: rootStack, path: ROOT_PATH });
  graph.setHasSpecs(0, true);
  return { path: ROOT_PATH, graph, errors: [], sites: [{ stack: rootStack, path: ROOT_PATH }], isPending: false };
}

/**
 * Returns the index of a prim of the stage.
 *
 * @param parent index of the prim above
 * @param indexAt returns the index of a prim further up
 */
export function buildPrimIndex(
  composition: Composition,
  path: PathId,
  parent: PrimIndex,
  indexAt: (ancestor: PathId) => PrimIndex | undefined,
): PrimIndex {
  const graph = childGraph(parent.graph, path, parent.graph.isInstanceable);
  if (!hasOwnArcs(graph)) return withoutArcs(graph, path);
  const build = new GraphBuild(composition, path, indexAt);
  const inherited = graph.size;
  build.evaluate(graph, undefined);
  // The sites that the prim depends on other than those of its parent, one name deeper.
  const sites: Site[] = build.sites;
  for (let node = inherited; node < graph.size; node++) sites.push(graph.site(node));
  graph.seal();
  if (graph.size > 1) cullWithoutOpinions(graph);
  graph.isInstanceable = isInstanceable(graph);
  if (graph.size > 1) finalize(graph);
  return { path, graph, errors: shared(build.errors), sites: shared(sites), isPending: build.isPending };
}

/** Returns the index of a prim that authors no arcs; most prims do not. */
function withoutArcs(graph: IndexGraph, path: PathId): PrimIndex {
  if (graph.size > 1) {
    cullWithoutOpinions(graph);
    finalize(graph);
  }
  return { path, graph, errors: noItems, sites: noItems, isPending: false };
}

const noItems: readonly never[] = [];

/** Returns one array for all empty ones: they are kept for each prim. */
function shared<T>(items: readonly T[]): readonly T[] {
  return items.length === 0 ? noItems : items;
}

/** Graphs that are built for one prim: arcs that lead to each other can need exponentially many. */
const MAX_BUILDS = 2_000;

/** The build of one graph, and of those in it. */
class GraphBuild {
  readonly errors: CompositionError[] = [];
  /** Sites that no node has, but that arcs were left out for. */
  readonly sites: Site[];
  isPending = false;
  private readonly composition: Composition;
  /** The prim of the stage that is indexed. */
  private readonly prim: PathId;
  private readonly indexAt: (ancestor: PathId) => PrimIndex | undefined;
  private readonly isOutermost: boolean;
  /** Shared by the graphs of one prim. */
  private readonly work: { builds: number };

  constructor(
    composition: Composition,
    prim: PathId,
    indexAt: (ancestor: PathId) => PrimIndex | undefined,
    outer?: GraphBuild,
  ) {
    this.composition = composition;
    this.prim = prim;
    this.indexAt = indexAt;
    this.isOutermost = outer === undefined;
    this.work = outer?.work ?? { builds: 0 };
    this.sites = outer?.sites ?? [];
  }

  /** Evaluates the arcs of a graph until none is left. */
  evaluate(graph: IndexGraph, frame: Frame | undefined): void {
    if (this.isProhibited(graph, frame)) {
      graph.setInert(0, true);
      for (const child of graph.nodes[0].children) elide(graph, child);
      return;
    }
    const indexer: Indexer = {
      composition: this.composition,
      graph,
      frame,
      tasks: new TaskQueue(graph),
      errors: this.errors,
      evaluatesVariants: this.isOutermost,
      buildGraph: (site, inner, contributes) => this.nested(site, inner, contributes),
      isExhausted: () => this.work.builds > MAX_BUILDS,
      dependOn: (site) => this.sites.push(site),
      markPending: () => {
        this.isPending = true;
      },
    };
    addTasks(indexer, 0, rootTasks);
    for (let task = indexer.tasks.next(); task !== undefined; task = indexer.tasks.next()) run(indexer, task);
  }

  /** Builds the graph of the target of an arc: that of the topmost prim, then those of the prims below it. */
  private nested(site: Site, frame: Frame, contributes: boolean): BuiltGraph {
    const build = new GraphBuild(this.composition, this.prim, this.indexAt, this);
    const { paths } = this.composition;
    // The prims above a variant are evaluated where the variant is.
    const chain = paths.ancestors(site.path);
    this.work.builds += chain.length;
    let start = chain.length - 1;
    while (start > 0 && !paths.isVariant(chain[start])) start--;
    let graph = IndexGraph.create(paths, { stack: site.stack, path: chain[start] });
    graph.setHasSpecs(0, hasSpecs(site.stack, chain[start]));
    if (start > 0) {
      if (start === chain.length - 1) graph.setInert(0, !contributes);
      build.evaluate(graph, frame);
    }
    for (let i = start + 1; i < chain.length; i++) {
      const isTarget = i === chain.length - 1;
      graph = childGraph(graph, chain[i], this.isInstance(graph));
      if (isTarget && !contributes) graph.setInert(0, true);
      build.evaluate(graph, frame);
    }
    if (build.isPending) this.isPending = true;
    return { graph, errors: build.errors };
  }

  /** Whether the prims below a graph are those of an instance. */
  private isInstance(graph: IndexGraph): boolean {
    const { stack, path } = graph.site(0);
    const { paths, rootStack } = this.composition;
    // A prim above the indexed one: arcs that the index has already are left out of this graph.
    const known = stack === rootStack && paths.hasPrefix(this.prim, path) ? this.indexAt(path) : undefined;
    return known?.graph.isInstanceable ?? isInstanceable(graph);
  }

  /** Whether the prim is the source of a relocation in any layer stack: it does not exist any more. */
  private isProhibited(graph: IndexGraph, frame: Frame | undefined): boolean {
    const waiting = [0];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (graph.isCulled(node)) continue;
      const { stack, children } = graph.nodes[node];
      waiting.push(...children);
      if (graph.isInert(node) || stack.relocates?.sourceToTarget.has(graph.path(node)) !== true) continue;
      if (frame !== undefined) this.reportProhibited(graph.site(node), frame);
      return true;
    }
    return false;
  }

  private reportProhibited(relocated: Site, { arc, graph, parent, requested }: Frame): void {
    const { paths } = this.composition;
    const { source } = arc;
    this.errors.push({
      code: "ARC_TO_PROHIBITED_CHILD",
      message: `The ${arcNames[arc.type]} arc from <${paths.text(graph.path(parent))}> to <${paths.text(requested.path)}> is ignored: <${paths.text(relocated.path)}> was relocated`,
      statement: source,
    });
  }
}

function run(indexer: Indexer, { kind, node, variantSet }: Task): void {
  switch (kind) {
    case TaskKind.relocations:
      return evaluateRelocations(indexer, node);
    case TaskKind.impliedRelocations:
      return evaluateImpliedRelocations(indexer, node);
    case TaskKind.references:
      return evaluateReferences(indexer, node);
    case TaskKind.payloads:
      return evaluatePayloads(indexer, node);
    case TaskKind.inherits:
      return evaluateInherits(indexer, node);
    case TaskKind.impliedClasses:
      return evaluateImpliedClasses(indexer, node);
    case TaskKind.specializes:
      return evaluateSpecializes(indexer, node);
    case TaskKind.impliedSpecializes:
      return evaluateImpliedSpecializes(indexer, node);
    case TaskKind.variantSets:
      return evaluateVariantSets(indexer, node);
    case TaskKind.ancestralVariantSets:
      return evaluateAncestralVariantSets(indexer, node);
    case TaskKind.variantAuthored:
    case TaskKind.ancestralVariantAuthored:
      if (variantSet === undefined) return;
      return evaluateAuthoredVariant(indexer, node, variantSet, kind === TaskKind.ancestralVariantAuthored);
    case TaskKind.variantFallback:
    case TaskKind.ancestralVariantFallback:
      if (variantSet === undefined) return;
      return evaluateFallbackVariant(indexer, node, variantSet, kind === TaskKind.ancestralVariantFallback);
    // Only a mark for selections that turn up later.
    case TaskKind.variantNone:
    case TaskKind.ancestralVariantNone:
      return;
    case TaskKind.unresolvedPrimPath:
      return reportUnresolvedPrimPath(indexer, node);
  }
}
