/** Joins what was found on stages, of one run or of several: which roots are parts of others, and which findings are the same. */
import { ruleMetas } from "@usdkit/validate";

/** A finding, and what tells whether two of them are the same. */
export interface JoinedFinding<Value> {
  readonly layer: string;
  readonly rule: string;
  /** In the layer. */
  readonly place: number | string;
  readonly primPath: string;
  readonly value: Value;
}

/** The stage of a root layer. Names of files have one form in all stages. */
export interface JoinedStage<Value> {
  /** The file of the root. */
  readonly root: string;
  /** Whether the user named it, rather than its folder or a glob. */
  readonly isNamed: boolean;
  /** Files with layers that the stage uses, the root among them. */
  readonly files: readonly string[];
  readonly findings: Iterable<JoinedFinding<Value>>;
}

/**
 * Returns the findings by layer: those of a rule at one place of a layer are those of the first stage that has any. A root that was not
 * named, and that the stage of another root uses, is a part: only findings that hold on every stage are kept of it.
 */
export function joinStages<Value>(stages: readonly JoinedStage<Value>[]): Map<string, Value[]> {
  const everywhere = new Set(ruleMetas.flatMap(({ id, holdsForEveryUse }) => (holdsForEveryUse === true ? id : [])));
  const used = usedRoots(stages);
  const byLayer = new Map<string, Value[]>();
  const reportedBy = new Map<string, JoinedStage<Value>>();
  for (const stage of stages) {
    const isRoot = stage.isNamed || !used.has(stage);
    for (const { layer, rule, place, primPath, value } of stage.findings) {
      if (!isRoot && !everywhere.has(rule)) continue;
      const key = JSON.stringify([layer, rule, place, primPath]);
      const first = reportedBy.get(key) ?? stage;
      if (first !== stage) continue;
      reportedBy.set(key, stage);
      const known = byLayer.get(layer);
      if (known === undefined) byLayer.set(layer, [value]);
      else known.push(value);
    }
  }
  return byLayer;
}

/** Returns the roots that the stages of others use, without those that use each other. */
function usedRoots<Stage extends Pick<JoinedStage<unknown>, "root" | "files">>(
  stages: readonly Stage[],
): ReadonlySet<Stage> {
  const roots = new Set(stages.map(({ root }) => root));
  const users = new Map<string, Stage[]>();
  for (const stage of stages) {
    for (const file of stage.files) {
      if (file === stage.root || !roots.has(file)) continue;
      const known = users.get(file);
      if (known === undefined) users.set(file, [stage]);
      else known.push(stage);
    }
  }
  const used = new Set<Stage>();
  for (const stage of stages) {
    const own = new Set(stage.files);
    if ((users.get(stage.root) ?? []).some((other) => !own.has(other.root))) used.add(stage);
  }
  return used;
}
