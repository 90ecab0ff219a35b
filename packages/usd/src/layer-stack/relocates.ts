/** The relocations of a layer stack: collected from the metadata of its layers and checked against each other. */
import type { CompositionError } from "../errors/composition-error.ts";
import { statementAt, type Statement } from "../errors/statement.ts";
import { NO_PATH, ROOT_PATH, type PathId, type PathTable } from "../paths/path-table.ts";
import type { StageLayer } from "../resolve/stage-layer.ts";
import type { RelocatedChild, Relocates } from "./layer-stack.ts";
import type { StackedLayer } from "./stacked-spec.ts";

interface Relocate {
  readonly source: PathId;
  /** {@link NO_PATH} if the prim is removed. */
  readonly target: PathId;
  readonly statement: Statement;
}

/** Relocates of a layer stack, and what is wrong with those that are ignored. */
export interface BuiltRelocates {
  readonly relocates: Relocates | undefined;
  readonly errors: readonly CompositionError[];
}

/** Returns the relocations of layers, strongest first. Invalid and conflicting ones are ignored. */
export function buildRelocates(paths: PathTable, layers: readonly StackedLayer[]): BuiltRelocates {
  const errors: CompositionError[] = [];
  const bySource = new Map<PathId, Relocate>();
  for (const { layer } of layers) collect(paths, layer, bySource, errors);
  if (bySource.size === 0) return { relocates: undefined, errors };
  const byTarget = removeConflicts(paths, bySource, errors);
  if (bySource.size === 0) return { relocates: undefined, errors };
  const sourceToTarget = new Map<PathId, PathId>();
  const targetToSource = new Map<PathId, PathId>();
  const originToTarget = new Map<PathId, PathId>();
  const origins = findOrigins(paths, [...bySource.values()], byTarget);
  for (const [{ source, target }, origin] of origins) {
    sourceToTarget.set(source, target);
    if (target !== NO_PATH) targetToSource.set(target, source);
    originToTarget.set(origin, target);
  }
  const below = byParent(paths, sourceToTarget, "source");
  const into = byParent(paths, sourceToTarget, "target");
  return { relocates: { sourceToTarget, targetToSource, originToTarget, below, into }, errors };
}

function byParent(
  paths: PathTable,
  sourceToTarget: ReadonlyMap<PathId, PathId>,
  side: keyof RelocatedChild,
): ReadonlyMap<PathId, readonly RelocatedChild[]> {
  const found = new Map<PathId, RelocatedChild[]>();
  for (const [source, target] of sourceToTarget) {
    const child: RelocatedChild = { source, target };
    if (child[side] === NO_PATH) continue;
    const parent = paths.parent(child[side]);
    const known = found.get(parent);
    if (known === undefined) found.set(parent, [child]);
    else known.push(child);
  }
  return found;
}

function collect(
  paths: PathTable,
  layer: StageLayer,
  bySource: Map<PathId, Relocate>,
  errors: CompositionError[],
): void {
  const field = layer.layer.root.fields.get("layerRelocates");
  if (field?.value.kind !== "relocates") return;
  for (const [pair, [from, to]] of field.value.pairs.entries()) {
    const statement = statementAt(layer, ROOT_PATH, { name: "layerRelocates", pair });
    const source = paths.parse(from);
    const target = to === "" ? NO_PATH : paths.parse(to);
    const problem = problemOf(paths, source, to === "" ? undefined : target);
    if (problem === undefined) {
      if (!bySource.has(source)) bySource.set(source, { source, target, statement });
      continue;
    }
    errors.push({
      code: "INVALID_RELOCATE",
      message: `The relocation from <${from}> to <${to}> is ignored: ${problem}`,
      statement,
    });
  }
}

function problemOf(paths: PathTable, source: PathId, target: PathId | undefined): string | undefined {
  if (source === NO_PATH || target === NO_PATH || source === ROOT_PATH || target === ROOT_PATH) {
    return "expected paths of prims";
  }
  if (paths.hasVariants(source)) return "its source has variant selections";
  if (target !== undefined) {
    if (paths.hasVariants(target)) return "its target has variant selections";
    if (source === target) return "its target is its source";
    if (paths.hasPrefix(target, source)) return "its target is below its source";
    if (paths.hasPrefix(source, target)) return "its target is above its source";
  }
  return paths.isRootPrim(source) ? "root prims cannot be relocated" : undefined;
}

/** Removes relocations that contradict others; returns the rest by target. */
function removeConflicts(
  paths: PathTable,
  bySource: Map<PathId, Relocate>,
  errors: CompositionError[],
): ReadonlyMap<PathId, Relocate> {
  const byTarget = new Map<PathId, Relocate[]>();
  for (const relocate of bySource.values()) {
    if (relocate.target === NO_PATH) continue;
    const same = byTarget.get(relocate.target);
    if (same === undefined) byTarget.set(relocate.target, [relocate]);
    else same.push(relocate);
  }
  const conflicts = new Map<Relocate, readonly string[]>();
  for (const relocate of bySource.values()) {
    const reasons = conflictsOf(paths, relocate, bySource, byTarget);
    if (reasons.length > 0) conflicts.set(relocate, reasons);
  }
  for (const [target, same] of byTarget) {
    if (same.length < 2) continue;
    const sources = same.map(({ source }) => `<${paths.text(source)}>`).sort();
    errors.push({
      code: "SAME_TARGET_RELOCATES",
      message: `The relocations from ${sources.join(", ")} have the same target <${paths.text(target)}> and are ignored`,
      statement: same[0].statement,
    });
    for (const { source } of same) bySource.delete(source);
    byTarget.delete(target);
  }
  const ordered = [...conflicts].sort(([a], [b]) => (paths.text(a.source) < paths.text(b.source) ? -1 : 1));
  for (const [{ source, target, statement }, reasons] of ordered) {
    bySource.delete(source);
    byTarget.delete(target);
    for (const reason of reasons) {
      errors.push({
        code: "CONFLICTING_RELOCATES",
        message: `The relocation from <${paths.text(source)}> to <${paths.text(target)}> is ignored: ${reason}`,
        statement,
      });
    }
  }
  return new Map([...byTarget].map(([target, [only]]) => [target, only]));
}

/** Returns why a relocation contradicts others, a reason for each of them. */
function conflictsOf(
  paths: PathTable,
  { source, target }: Relocate,
  bySource: ReadonlyMap<PathId, Relocate>,
  byTarget: ReadonlyMap<PathId, readonly Relocate[]>,
): readonly string[] {
  const reasons: string[] = [];
  const text = (path: PathId): string => `<${paths.text(path)}>`;
  for (const other of byTarget.get(source) ?? []) {
    reasons.push(`its source is the target of the relocation from ${text(other.source)}`);
  }
  if (target !== NO_PATH) {
    if (bySource.has(target)) reasons.push("its target is the source of a relocation");
    for (let at = paths.parent(target); at !== ROOT_PATH; at = paths.parent(at)) {
      if (bySource.has(at)) reasons.push(`its target is below ${text(at)}, which is relocated`);
    }
  }
  for (let at = paths.parent(source); !paths.isRootPrim(at) && at !== ROOT_PATH; at = paths.parent(at)) {
    if (bySource.has(at)) reasons.push(`its source is below ${text(at)}, which is relocated`);
  }
  return reasons;
}

/**
 * Returns the sources of relocations as they are before the relocations of prims above them.
 *
 * Relocations can move each other's sources, without end. As in the reference, the last one is followed first, and what leads
 * back to one that is being followed takes its source as authored.
 */
function findOrigins(
  paths: PathTable,
  relocates: readonly Relocate[],
  byTarget: ReadonlyMap<PathId, Relocate>,
): ReadonlyMap<Relocate, PathId> {
  const origins = new Map<Relocate, PathId>();
  for (const last of relocates.toReversed()) {
    const chain: Relocate[] = [];
    for (let at: Relocate | undefined = last; at !== undefined && !origins.has(at); at = above(paths, at, byTarget)) {
      origins.set(at, at.source);
      chain.push(at);
    }
    for (const each of chain.toReversed()) {
      const moved = above(paths, each, byTarget);
      if (moved === undefined) continue;
      origins.set(each, paths.replacePrefix(each.source, moved.target, origins.get(moved) ?? moved.source));
    }
  }
  return origins;
}

/** Returns the relocation that leads to the source of another one, or to the nearest prim above it. */
function above(paths: PathTable, { source }: Relocate, byTarget: ReadonlyMap<PathId, Relocate>): Relocate | undefined {
  for (let at = source; at !== ROOT_PATH; at = paths.parent(at)) {
    const found = byTarget.get(at);
    if (found !== undefined) return found;
  }
  return undefined;
}
